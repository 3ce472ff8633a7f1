// Axes of a chart, and names that keep clear of each other.

import {number, set, svg, ticks} from "./draw.js";

/** @typedef {import("./draw.js").Point} Point */

/**
 * @typedef {object} Axis
 * @property {Point} span what is seen
 * @property {string} title
 * @property {boolean} [log] the numbers are powers of ten apart
 */

const LEFT = 52;
const BELOW = 44;
const ABOVE = 26; // the title of the axis up stands there

/**
 * Draw the axes into `group`, which is emptied; gives where a point is.
 * @param {SVGGElement} group
 * @param {number} width
 * @param {number} height
 * @param {Axis} x
 * @param {Axis} y
 * @returns {(point: Point) => Point}
 */
export function axes(group, width, height, x, y) {
  group.replaceChildren();
  const scale = (/** @type {Axis} */ axis, /** @type {Point} */ [from, to]) => {
    const of = (/** @type {number} */ v) => (axis.log ? Math.log10(v) : v);
    const [low, high] = axis.span.map(of);
    return (/** @type {number} */ v) => from + ((of(v) - low) / (high - low || 1)) * (to - from);
  };
  const across = scale(x, [LEFT, width - 14]);
  const up = scale(y, [height - BELOW, ABOVE]);
  for (const {value, text} of marks(x, width / 110)) {
    svg("path", group, {d: `M${across(value)} ${ABOVE}V${height - BELOW}`, class: "rule"});
    svg("text", group, {x: across(value), y: height - BELOW + 17, "text-anchor": "middle"}, text);
  }
  for (const {value, text} of marks(y, height / 70)) {
    svg("path", group, {d: `M${LEFT} ${up(value)}H${width - 14}`, class: "rule"});
    svg("text", group, {x: LEFT - 7, y: up(value) + 4, "text-anchor": "end"}, text);
  }
  svg("text", group, {x: (LEFT + width - 14) / 2, y: height - 6, "text-anchor": "middle"}, x.title);
  svg("text", group, {x: 4, y: 13}, y.title);
  return ([a, b]) => [across(a), up(b)];
}

/** @param {Axis} axis @param {number} n */
function marks({span, log}, n) {
  if (!log) {
    const {found, digits} = ticks(span, n);
    return found.map(value => ({value, text: number(value, digits)}));
  }
  const found = [];
  for (let k = Math.ceil(Math.log10(span[0]) - 1e-9); 10 ** k <= span[1] * (1 + 1e-9); k++) {
    found.push({value: 10 ** k, text: number(10 ** k, Math.max(0, -k))});
  }
  return found;
}

/** @type {WeakMap<Element, Map<string, {name: SVGTextElement, wide: number}>>} */
const written = new WeakMap();

/**
 * Name points to their right or left, the first first, where a name is free of those before it.
 * @param {SVGGElement} group
 * @param {{word: string, at: Point}[]} points
 * @param {number} width
 * @param {number} most
 */
export function namePoints(group, points, width, most) {
  const known = written.get(group) ?? new Map();
  written.set(group, known);
  /** @type {[number, number, number, number][]} */
  const taken = [];
  /** @type {SVGTextElement[]} */
  const shown = [];
  for (const {word, at: [x, y]} of points) {
    if (taken.length >= most) break;
    let own = known.get(word);
    if (!own) {
      const name = svg("text", group, {}, word);
      own = {name, wide: name.getComputedTextLength()};
      known.set(word, own);
    }
    const {name, wide} = own;
    const spot = [x + 7, x - 7 - wide]
      .map(left => /** @type {[number, number, number, number]} */ ([left, y - 8, left + wide, y + 8]))
      .find(([l, t, r, b]) => l > LEFT && r < width - 4 && t > ABOVE &&
        taken.every(box => l > box[2] || box[0] > r || t > box[3] || box[1] > b));
    if (!spot) continue;
    set(name, {x: spot[0].toFixed(1), y: (y + 5).toFixed(1)});
    shown.push(name);
    taken.push(spot);
  }
  group.replaceChildren(...shown);
}
