// Types and tokens: words drawn from the list and from running text, and how many are different.

import {axes} from "./chart.js";
import {html, number, paint, set, svg, watchWidth} from "./draw.js";

/** @typedef {import("./draw.js").Look} Look */
/** @typedef {import("./draw.js").Point} Point */

const DRAWN = 40; // words of each list
const STEPS = 120; // of the slider
const CURVE = Array.from({length: 49}, (_, k) => k / 48); // where the curves are computed

/**
 * @typedef {object} Draws
 * @property {number} n words in the list
 * @property {ArrayLike<number>} p of them
 * @property {string[]} words
 * @property {(draws: number) => number} expectedTypes different words among so many of a text
 * @property {(draws: number) => number} expectedUniform among so many of the list
 */

/**
 * Draw into `root`, which is emptied.
 * @param {HTMLElement} root
 * @param {Draws} source
 * @param {Look} look
 */
export function typesAndTokens(root, source, look) {
  root.replaceChildren();
  const outer = html("div", root, {class: "zv-box"});
  const box = html("section", outer, {class: "zv zv-types", "aria-label": "Types and tokens"});
  paint(box, look);
  const lists = html("div", box, {class: "lists"});
  const places = [["A", "Each word of the list is as likely as another"], ["B", "Each word is as likely as it occurs"]].map(
    ([name, how], i) => {
      const part = html("div", lists, {class: i ? "zipfian" : "uniform"});
      html("h3", part, {}, `List ${name}`);
      const place = html("p", part, {class: "words"});
      const told = html("p", part, {class: "how"}, how);
      told.hidden = true;
      return {place, told};
    },
  );
  const bar = html("div", box, {class: "bar"});
  const again = html("button", bar, {type: "button"}, "Draw again");
  const answer = html("button", bar, {type: "button", "aria-expanded": "false"}, "Show the answer");
  const picture = svg("svg", html("div", box, {class: "picture"}), {role: "img"});
  const grid = svg("g", picture, {class: "axes"});
  const curves = svg("g", picture, {class: "curves"});
  const here = svg("g", picture, {class: "here"});
  const said = html("p", box, {class: "said"});
  const range = html("input", box, {
    type: "range", min: 0, max: STEPS, step: 1, value: STEPS / 2, "aria-label": "Words drawn",
  });

  const sums = new Float64Array(source.n);
  for (let i = 0, sum = 0; i < source.n; i++) sums[i] = sum += source.p[i];

  function draw() {
    const uniform = () => Math.floor(Math.random() * source.n);
    const zipfian = () => {
      const aim = Math.random() * sums[source.n - 1];
      let [low, high] = [0, source.n - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sums[middle] < aim) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    [uniform, zipfian].forEach((one, i) => {
      const {place} = places[i];
      place.replaceChildren();
      for (let k = 0; k < DRAWN; k++) {
        html("bdi", place, {}, source.words[one()]);
        place.append(" ");
      }
    });
  }

  again.addEventListener("click", draw);
  answer.addEventListener("click", () => {
    for (const {told} of places) told.hidden = false;
    set(answer, {"aria-expanded": "true", disabled: true});
  });
  range.addEventListener("input", show);
  draw();

  const most = 10 * source.n;
  const drawsAt = (/** @type {number} */ k) => Math.round(most ** (k / STEPS));
  /** @type {(point: Point) => Point} */
  let at = point => point;

  /** @param {number} width */
  function resize(width) {
    const height = Math.round(Math.max(240, Math.min(width * 0.45, 360)));
    set(picture, {viewBox: `0 0 ${width} ${height}`, width, height});
    at = axes(grid, width, height,
      {span: [1, most], title: "words drawn", log: true},
      {span: [1, source.n * 1.3], title: "different words", log: true});
    curves.replaceChildren();
    curve("uniform", draws => source.expectedUniform(draws));
    curve("zipfian", draws => source.expectedTypes(draws));
    show();
  }

  /** @param {string} name @param {(draws: number) => number} expected */
  function curve(name, expected) {
    const points = CURVE.map(part => at([most ** part, Math.max(expected(most ** part), 1)]));
    svg("path", curves, {d: `M${points.map(p => p.map(v => v.toFixed(1)).join(" ")).join("L")}`, class: name});
    const isList = name === "uniform";
    const [x, y] = points[isList ? 36 : 40];
    const anchor = isList ? "end" : "start";
    svg("text", curves, {x, y: isList ? y - 10 : y + 22, "text-anchor": anchor}, isList ? "drawn from the list" : "a text");
  }

  function show() {
    const draws = drawsAt(Number(range.value));
    const [list, text] = [source.expectedUniform(draws), source.expectedTypes(draws)];
    here.replaceChildren();
    for (const [name, value] of /** @type {const} */ ([["uniform", list], ["zipfian", text]])) {
      const [cx, cy] = at([draws, value]);
      svg("circle", here, {cx, cy, r: 7, class: name});
    }
    const words = `${number(draws, 0)} ${draws === 1 ? "word" : "words"}`;
    const sentence = `Among ${words} of a text, ${number(text, text < 100 ? 1 : 0)} are different on average; ` +
      `among as many drawn from the list, ${number(list, list < 100 ? 1 : 0)}.`;
    said.textContent = sentence;
    range.style.setProperty("--part", `${(100 * Number(range.value)) / STEPS}%`);
    set(range, {"aria-valuetext": sentence});
    set(picture, {"aria-label": sentence});
    Object.assign(box.dataset, {draws, list, text});
  }

  const unwatch = watchWidth(/** @type {Element} */ (picture.parentElement), resize);
  return {end: unwatch};
}
