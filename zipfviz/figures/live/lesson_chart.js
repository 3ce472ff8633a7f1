// The chart of a lesson's step: a guess that is dragged or drawn, then the answer beside it.

import {drag, number, set, starPath, svg, ticks} from "./draw.js";

/** @typedef {import("./draw.js").Point} Point */
/** @typedef {[number[], number[]]} Mark x and y of a line, or of a point */

/**
 * @typedef {object} Asks what a guess is, and where it lies: marks of 0 and 1, linear between
 * @property {Mark} zero
 * @property {Mark} one
 * @property {[boolean, boolean]} log
 * @property {[Point, Point]} seen ends of both axes, in powers of ten where logarithmic
 * @property {string[]} axes
 * @property {number} low
 * @property {number} high
 * @property {number} digits
 * @property {boolean} counts
 * @property {boolean} wide
 * @property {boolean} drawn
 * @property {string} unit
 */

/**
 * @typedef {object} Truth
 * @property {number | null} value
 * @property {number[]} x
 * @property {number[]} y
 * @property {string[]} words
 * @property {number[]} noise
 * @property {[Point, Point]} seen
 */

const STOPS = 33; // points of a line that is drawn
const NAMES = 12; // of words that are told, where there is room

/** A part of an axis on a part of the screen. */
class Ruler {
  /** @param {Point} seen @param {number} start @param {number} end pixels @param {boolean} log */
  constructor([low, high], start, end, log) {
    this.low = low;
    this.high = high;
    this.start = start;
    this.end = end;
    this.log = log;
  }

  /** @param {number} value */
  at(value) {
    const placed = this.log ? Math.log10(Math.max(value, 1e-12)) : value;
    return this.start + ((placed - this.low) / (this.high - this.low || 1)) * (this.end - this.start);
  }

  /** @param {number} pixel */
  of(pixel) {
    const placed = this.low + ((pixel - this.start) / (this.end - this.start)) * (this.high - this.low);
    return this.log ? 10 ** placed : placed;
  }

  /** Where its lines stand and what they are called. @returns {[number, string][]} */
  get marks() {
    if (!this.log) {
      const {found, digits} = ticks([this.low, this.high], Math.abs(this.end - this.start) < 200 ? 4 : 6);
      return found.map(value => [value, number(value, digits)]);
    }
    const powers = [];
    for (let k = Math.ceil(this.low); k <= this.high; k++) powers.push(k);
    const names = ["", "k", "M", "G"];
    return powers.map(k => [10 ** k, k < 0 ? String(10 ** k) : `${10 ** (k % 3)}${names[Math.floor(k / 3)] ?? ""}`]);
  }
}

/**
 * @param {Node} parent
 * @param {Asks} asks
 * @param {{guess: (value: number, isDone: boolean) => void, told: (value: number) => string}} heard
 */
export function lessonChart(parent, asks, heard) {
  const screen = svg("svg", parent, {role: "group", width: 300, height: 200});
  const grid = svg("g", screen, {class: "grid"});
  const clip = `clip-${Math.random().toString(36).slice(2)}`;
  const hole = svg("rect", svg("clipPath", svg("defs", screen), {id: clip}));
  const paper = svg("rect", screen, {class: "plot"});
  const inside = svg("g", screen, {"clip-path": `url(#${clip})`});
  const data = svg("g", inside, {class: "data"});
  const noise = svg("g", inside, {class: "noise"});
  const truth = svg("path", inside, {class: "truth"});
  const guessed = svg("path", inside, {class: "guessed"});
  const star = svg("path", screen, {class: "star zipfian"});
  const names = svg("g", screen, {class: "names"});
  const knob = svg("g", screen, {class: "knob", "data-part": "knob", role: "slider", tabindex: 0, "aria-label": "Your guess"});
  svg("circle", knob, {r: 22, class: "grip"});
  svg("circle", knob, {r: 10, class: "ball"});
  const label = svg("text", screen, {class: "mine"});
  const right = svg("text", screen, {class: "true"});

  /** @type {number | null} */
  let guess = null;
  /** @type {Point[]} */
  let line = [];
  /** @type {Truth | null} */
  let answer = null;
  let part = 1; // of the answer that is drawn
  let width = 300;
  let height = 200;
  let seen = asks.seen;
  let rulers = [new Ruler(seen[0], 0, 1, false), new Ruler(seen[1], 1, 0, false)];
  let isDrawing = false;

  /** @param {number} value @returns {Point[]} */
  function mark(value) {
    return asks.zero[0].map((x0, i) => {
      const y0 = asks.zero[1][i];
      return [x0 + value * (asks.one[0][i] - x0), y0 + value * (asks.one[1][i] - y0)];
    });
  }

  const isUpright = asks.zero[0].length > 1 && asks.one[0][0] !== asks.zero[0][0];
  const tip = (/** @type {Point[]} */ points) => points[points.length - 1];

  /** @param {Point} point @returns {Point} pixels */
  const pixels = ([x, y]) => [rulers[0].at(x), rulers[1].at(y)];

  /** @param {Point[]} points */
  function along(points) {
    return points.length ? `M${points.map(p => pixels(p).map(v => v.toFixed(1)).join(" ")).join("L")}` : "";
  }

  /** The guess that a pointer means. @param {Point} at */
  function meant([px, py]) {
    const k = asks.zero[0].length - 1;
    const axis = asks.one[1][k] === asks.zero[1][k] ? 0 : 1;
    const place = rulers[axis].of(axis ? py : px);
    const value = (place - asks.zero[axis][k]) / (asks.one[axis][k] - asks.zero[axis][k]);
    return near(value);
  }

  /** The nearest possible guess; with two digits at most where these are many. @param {number} value */
  function near(value) {
    const fits = Math.min(Math.max(value, asks.low), asks.high);
    let step = 10 ** -asks.digits;
    if (asks.wide) step = Math.max(step, 10 ** (Math.floor(Math.log10(Math.max(fits, 1))) - 1));
    return Math.min(Math.max(Number((Math.round(fits / step) * step).toFixed(asks.digits)), asks.low), asks.high);
  }

  /** Where the line that one draws has its points, first to last. */
  const columns = () => {
    const [end] = mark(1)[0];
    return Array.from({length: STOPS}, (_, i) => 10 ** ((i / (STOPS - 1)) * Math.log10(end)));
  };

  /** The straight line of a guess that is typed. @param {number} value @returns {Point[]} */
  function straight(value) {
    const xs = columns();
    const slope = Math.log10(value) / Math.log10(xs[STOPS - 1]);
    return xs.map(x => [x, x ** slope]);
  }

  /** Draw with a hand: what lies between two places of the pointer takes its height. @param {Point} from @param {Point} to */
  function sketch(from, to) {
    const [a, b] = from[0] <= to[0] ? [from, to] : [to, from];
    const wide = (rulers[0].at(10) - rulers[0].at(1)) * Math.log10(columns()[1]) * 0.51;
    line = (line.length ? line : straight(guess ?? Math.sqrt(asks.high))).map(([x, y]) => {
      const px = rulers[0].at(x);
      if (px < a[0] - wide || px > b[0] + wide) return [x, y];
      const share = b[0] === a[0] ? 1 : Math.min(Math.max((px - a[0]) / (b[0] - a[0]), 0), 1);
      // One cannot have met more words than one has read.
      return [x, Math.min(Math.max(rulers[1].of(a[1] + share * (b[1] - a[1])), 1), x)];
    });
    guess = near(line[STOPS - 1][1]);
  }

  function show() {
    const [left, top, low] = [width < 420 ? 46 : 58, 14, height - 44];
    const [from, to] = [left, width - 16];
    rulers = [new Ruler(seen[0], from, to, asks.log[0]), new Ruler(seen[1], low, top, asks.log[1])];
    set(screen, {viewBox: `0 0 ${width} ${height}`, width, height});
    for (const box of [paper, hole]) set(box, {x: from, y: top, width: to - from, height: low - top});
    grid.replaceChildren();
    let last = -Infinity;
    for (const [value, name] of rulers[0].marks) {
      const x = rulers[0].at(value);
      svg("path", grid, {d: `M${x} ${top}V${low}`});
      if (x - last < 26 + 3 * name.length) continue;
      svg("text", grid, {x, y: low + 17, "text-anchor": "middle"}, name);
      last = x;
    }
    for (const [value, name] of rulers[1].marks) {
      const y = rulers[1].at(value);
      svg("path", grid, {d: `M${from} ${y}H${to}`});
      svg("text", grid, {x: from - 6, y: y + 4, "text-anchor": "end"}, name);
    }
    svg("text", grid, {x: (from + to) / 2, y: height - 6, "text-anchor": "middle", class: "axis"}, asks.axes[0]);
    const axis = svg("text", grid, {transform: `translate(13 ${(top + low) / 2}) rotate(-90)`, "text-anchor": "middle", class: "axis"}, asks.axes[1]);
    if (axis.getComputedTextLength() > low - top + 20) set(axis, {textLength: low - top + 10, lengthAdjust: "spacingAndGlyphs"});
    showAnswer();
    showGuess();
  }

  function showGuess() {
    const points = guess === null ? [] : line.length ? line : mark(guess);
    set(guessed, {d: along(asks.zero[0].length === 1 && !line.length ? [] : points)});
    const rest = points.length ? points[points.length - 1] : mark(asks.wide ? Math.sqrt(asks.low * asks.high) : (asks.low + asks.high) / 2).at(-1);
    const [x, y] = pixels(/** @type {Point} */ (rest)).map((v, i) => within(v, i));
    set(knob, {transform: `translate(${x} ${y})`, tabindex: answer ? null : 0,
      "aria-valuemin": asks.low, "aria-valuemax": asks.high, "aria-valuenow": guess ?? "",
      "aria-valuetext": guess === null ? "no guess yet" : heard.told(guess), "aria-disabled": answer ? "true" : null});
    knob.classList.toggle("waits", guess === null);
    knob.classList.toggle("gone", guess === null && answer !== null);
    label.textContent = guess !== null ? "your guess" : answer ? "" : asks.drawn ? "draw a line" : "drag me";
    const other = answer && answer.value !== null && guess !== null && part === 1 ? pixels(tip(mark(answer.value))) : null;
    beside(label, x, y, other && other[1] < y ? 1 : -1);
  }

  /** Keep a place in the plot. @param {number} value @param {number} i */
  function within(value, i) {
    const {start, end} = rulers[i];
    return Math.min(Math.max(value, Math.min(start, end)), Math.max(start, end));
  }

  /** A label beside a mark, where there is room. @param {SVGTextElement} text @param {number} x @param {number} y @param {number} way -1 above, 1 below */
  function beside(text, x, y, way) {
    const isRight = x > width / 2;
    const room = way < 0 ? y > 40 : y < height - 80;
    set(text, {x: x + (isRight ? -16 : 16), y: y + (room ? way : -way) * 16 + 5, "text-anchor": isRight ? "end" : "start"});
  }

  function showAnswer() {
    data.replaceChildren();
    names.replaceChildren();
    noise.replaceChildren();
    set(truth, {d: ""});
    set(star, {d: ""});
    right.textContent = "";
    if (!answer) return;
    const {x, y, words, value} = answer;
    if (words.length) {
      x.forEach((each, i) => {
        const [cx, cy] = pixels([each, y[i]]);
        svg("circle", data, {cx: cx.toFixed(1), cy: cy.toFixed(1), r: 2.4});
      });
      if (part === 1) nameWords(x, y, words);
    } else {
      const k = Math.max(1, Math.round(part * x.length));
      svg("path", data, {d: along(x.slice(0, k).map((each, i) => [each, y[i]]))});
      if (x.length <= 60) x.slice(0, k).forEach((each, i) => {
        const [cx, cy] = pixels([each, y[i]]);
        svg("circle", data, {cx, cy, r: 4});
      });
    }
    for (const end of answer.noise) svg("path", noise, {d: along(mark(end))});
    if (value === null || part < 1) return;
    const points = mark(value);
    if (points.length > 1) set(truth, {d: along(points)});
    const [px, py] = pixels(tip(points));
    if (points.length === 1) set(star, {d: starPath(13), transform: `translate(${px} ${py})`});
    right.textContent = "the answer";
    const mine = guess === null ? null : pixels(tip(line.length ? line : mark(guess)));
    if (isUpright) beside(right, within(px, 0), within(pixels(points[0])[1], 1), -1);
    else beside(right, within(px, 0), within(py, 1), mine && mine[1] < py ? 1 : -1);
  }

  /** Tell some words, from the frequent to the rare, none over another. @param {number[]} x @param {number[]} y @param {string[]} words */
  function nameWords(x, y, words) {
    /** @type {[number, number, number, number][]} */
    const taken = [];
    const order = x.map((_, i) => i).sort((a, b) => x[a] - x[b]);
    const wanted = Array.from({length: 3 * NAMES}, (_, i) => order[Math.round((i / (3 * NAMES - 1)) * (order.length - 1))]);
    const [from, to] = [rulers[0].start, rulers[0].end];
    for (const i of new Set(wanted)) {
      if (taken.length >= (width < 420 ? 8 : NAMES)) break;
      const [px, py] = pixels([x[i], y[i]]);
      const text = svg("text", names, {x: px + 5, y: py - 4}, words[i]);
      const wide = text.getComputedTextLength();
      const box = /** @type {[number, number, number, number]} */ ([px, py - 18, px + wide + 8, py + 2]);
      const hits = taken.some(b => box[0] < b[2] && b[0] < box[2] && box[1] < b[3] && b[1] < box[3]);
      if (hits || box[2] > to || box[0] < from || py < 20) text.remove();
      else taken.push(box);
    }
  }

  /** @param {number | null} value @param {boolean} isDone */
  function take(value, isDone) {
    guess = value;
    showGuess();
    if (value !== null) heard.guess(value, isDone);
  }

  /** @type {Point} */
  let before = [0, 0];
  const hand = {
    start: (/** @type {Point} */ at) => {
      if (answer) return;
      isDrawing = true;
      before = at;
      hand.move(at);
    },
    move: (/** @type {Point} */ at) => {
      if (answer) return;
      if (asks.drawn) sketch(before, at);
      before = at;
      take(asks.drawn ? guess : meant(at), false);
    },
    end: () => {
      isDrawing = false;
      if (!answer && guess !== null) heard.guess(guess, true);
    },
  };
  drag(paper, screen, hand);
  drag(knob, screen, {
    ...hand,
    start: at => {
      before = at;
      isDrawing = true;
    },
  });
  knob.addEventListener("keydown", event => {
    const ways = {ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10};
    const way = /** @type {Record<string, number>} */ (ways)[event.key];
    const edge = event.key === "Home" ? asks.low : event.key === "End" ? asks.high : null;
    if (answer || (way === undefined && edge === null) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const middle = asks.wide ? Math.sqrt(asks.low * asks.high) : (asks.low + asks.high) / 2;
    const now = guess ?? near(middle);
    let next = edge ?? now;
    if (way !== undefined && guess === null) next = now;
    else if (way !== undefined && asks.wide) {
      next = near(now * 10 ** (way / 20));
      if (next === now) next = near(now + Math.sign(way));
    } else if (way !== undefined) {
      const step = asks.counts ? 1 : (asks.high - asks.low) / 100;
      next = near(now + way * step);
    }
    line = asks.drawn ? straight(next) : [];
    take(next, true);
  });

  return {
    screen,
    get line() {
      return line;
    },
    /** Whether a hand is on it now. */
    get isHeld() {
      return isDrawing;
    },
    /** @param {number} wide @param {number} high */
    resize(wide, high) {
      width = wide;
      height = high;
      show();
    },
    /** @param {number | null} value @param {Point[]} [drawn] */
    guess(value, drawn) {
      guess = value;
      line = !asks.drawn || value === null ? [] : (drawn ?? straight(value));
      show();
    },
    /**
     * @param {Truth | null} next
     * @param {number} share of it that is drawn
     * @param {number} zoom 0 where it was asked, 1 where the answer is seen as a whole
     */
    answer(next, share, zoom) {
      answer = next;
      part = share;
      const whole = next?.seen ?? asks.seen;
      const between = (/** @type {0 | 1} */ i, /** @type {0 | 1} */ j) => asks.seen[i][j] + zoom * (whole[i][j] - asks.seen[i][j]);
      seen = [[between(0, 0), between(0, 1)], [between(1, 0), between(1, 1)]];
      show();
    },
  };
}
