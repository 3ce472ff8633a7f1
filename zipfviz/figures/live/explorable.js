// A page of its own: every picture on the words that the page carries, computed as they are moved.

import {averageOfTable, averageWord} from "./average_word.js";
import {html} from "./draw.js";
import {fiveWords} from "./five_words.js";
import {normsAndSpectra} from "./norms_spectra.js";
import {WordSpace, floatsOf, whitenedAt} from "./space.js";
import {typesAndTokens} from "./types_tokens.js";

/** @typedef {import("./draw.js").Point} Point */
/** @typedef {import("./draw.js").Colours} Colours */
/** @typedef {import("./space.js").Whitened} Whitened */

/**
 * @typedef {object} Page
 * @property {import("./space.js").PackedSpace} space
 * @property {{light: Colours, dark: Colours}} colours
 * @property {number} strengths how many, t = 0 to 1
 * @property {number} k how many words' lengths are shown
 * @property {number} near how many words follow the star
 * @property {{low: Point, high: Point, plane: number[][], cloud: number[]}} [view] of the average
 *   word: corners, two directions (d numbers each), and the numbers of the words that are dots
 * @property {Sent} [sent] in the place of vectors that do not fit into a page
 * @property {{rows: import("./five_words.js").Row[], steps: {title: string, look_for: string}[]}} five
 */

/**
 * What is shown of real words, computed when the page was made.
 * @typedef {object} Sent
 * @property {import("./average_word.js").AverageTable} average
 * @property {string} values base64 of float64: eigenvalues, a row a strength
 * @property {string} lengths of the k words, a row a strength
 */

/** @param {Page} page @param {string} workerText the script of `spectra_worker.js` */
export function explorable(page, workerText) {
  const space = new WordSpace(page.space);
  /** @type {ReturnType<typeof averageOf> | undefined} */
  let average;
  /** @type {import("./norms_spectra.js").Priors | undefined} */
  let priors;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  /** @type {{end: () => void}[]} */
  let drawn = [];
  let plays = true;
  /** @type {import("./five_words.js").Row[]} */
  let rows = page.five.rows;
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

  function draw() {
    const colours = dark.matches ? page.colours.dark : page.colours.light;
    document.documentElement.style.setProperty("--ink", colours.text);
    document.documentElement.style.setProperty("--ground", colours.paper);
    document.documentElement.style.setProperty("--quiet", colours.muted);
    document.documentElement.style.setProperty("--link", colours.zipfian);
    for (const each of drawn) each.end();
    const look = {colours};
    drawn = [typesAndTokens(place("types"), space, look)];
    // The first picture is seen while the others are made.
    requestAnimationFrame(() => setTimeout(() => {
      performance.mark("first picture");
      if (!average || !priors) [average, priors] = realWords(space, page, workerText);
      drawn.push(averageWord(place("average"), average, {...look, plays}));
      const five = {...look, example: page.five.rows, steps: page.five.steps};
      drawn.push(fiveWords(place("five"), {rows}, five, next => (rows = next)));
      drawn.push(normsAndSpectra(place("norms"), priors, look));
      plays = false;
      html("i", document.body, {hidden: true, id: "drawn"});
    }));
  }
  dark.addEventListener("change", draw);
  draw();
}

/**
 * @param {WordSpace} space
 * @param {Page} page
 * @param {string} workerText
 * @returns {[import("./average_word.js").AverageWord, import("./norms_spectra.js").Priors]}
 */
function realWords(space, page, workerText) {
  if (page.sent) return [averageOfTable(page.sent.average), priorsOfTable(space, page, page.sent)];
  const stops = new Stops(space, page, workerText);
  return [averageOf(space, page, stops), priorsOf(space, page, stops)];
}

/** What is known of each strength: from a worker, or computed when it is asked for. */
class Stops {
  /** @param {WordSpace} space @param {Page} page @param {string} workerText */
  constructor(space, {space: packed, strengths: n, k, near}, workerText) {
    this.space = space;
    this.n = n;
    this.k = k;
    this.nearest = near;
    /** @type {Map<number, {mean: Float64Array, near: {row: number, distance: number}[]}>} */
    this.means = new Map();
    /** @type {Map<number, Whitened>} */
    this.whitened = new Map();
    /** @type {(i: number) => void} */
    this.tell = () => {};
    /** @type {Worker | null} */
    this.worker = null;
    try {
      this.worker = new Worker(URL.createObjectURL(new Blob([workerText], {type: "text/javascript"})));
      this.worker.onmessage = ({data: {i, whitened, ...found}}) => {
        if (whitened) this.whitened.set(i, whitened);
        else this.means.set(i, found);
        document.documentElement.dataset.known = String(this.whitened.size);
        if (whitened) this.tell(i);
      };
      this.worker.onerror = () => {
        this.worker = null; // from here on it is computed as it is asked for
        for (let i = 0; i < n; i++) this.tell(i);
      };
      this.worker.postMessage({space: packed, n, k, near});
    } catch {
      this.worker = null;
    }
  }

  /** The mean at a stop, and the words near it. @param {number} i */
  meanAt(i) {
    let found = this.means.get(i);
    if (!found) {
      const {mean} = this.space.mean(this.strength(i));
      found = {mean, near: this.space.nearest(mean, this.nearest)};
      this.means.set(i, found);
    }
    return found;
  }

  /** Spectrum and lengths at a stop; null while the worker is at it. @param {number} i */
  whitenedAt(i) {
    const found = this.whitened.get(i);
    if (found) return found;
    if (this.worker) {
      this.worker.postMessage(i);
      return null;
    }
    const computed = whitenedAt(this.space, this.strength(i), this.k);
    this.whitened.set(i, computed);
    return computed;
  }

  /** @param {number} i */
  strength(i) {
    return i / (this.n - 1);
  }
}

/** @param {WordSpace} space @param {Page} page @param {Stops} stops @returns {import("./average_word.js").AverageWord} */
function averageOf(space, {strengths: n, view}, stops) {
  if (!view) throw new Error("a page has a view, or what is sent for it");
  const origin = space.mean(0).mean;
  const typical = space.lengths.reduce((a, b) => a + b, 0) / space.n;
  const onPlane = (/** @type {(j: number) => number} */ at) =>
    /** @type {Point} */ (view.plane.map(axis => axis.reduce((sum, v, j) => sum + v * (at(j) - origin[j]), 0)));
  const word = (/** @type {number} */ row) => onPlane(j => space.columns[j][row]);
  /** @type {Map<number, Point>} */
  const places = new Map();
  const place = (/** @type {number} */ i) => {
    const found = places.get(i) ?? onPlane(j => space.mean(stops.strength(i)).mean[j]);
    places.set(i, found);
    return found;
  };
  const rarity = view.cloud.map(row => space.information(row));
  const [least, most] = [Math.min(...rarity), Math.max(...rarity)];
  return {
    cloud: view.cloud.map(word),
    shades: rarity.map(v => (v - least) / (most - least || 1)),
    low: view.low,
    high: view.high,
    typical,
    n,
    place,
    stop: i => {
      const {mean, near} = stops.meanAt(i);
      return {
        t: stops.strength(i),
        place: place(i),
        share: Math.hypot(...mean.map((v, j) => v - origin[j])) / typical,
        near: near.map(({row, distance}) => ({
          word: space.words[row], distance: distance / typical, place: word(row),
        })),
      };
    },
  };
}

/** @param {WordSpace} space @param {Page} page @param {Stops} stops @returns {import("./norms_spectra.js").Priors} */
function priorsOf(space, page, stops) {
  return {
    ...shownOf(space, page),
    at: i => stops.whitenedAt(i),
    listen: tell => {
      stops.tell = tell;
    },
  };
}

/** The words whose lengths are shown. @param {WordSpace} space @param {Page} page */
function shownOf(space, {strengths: n, k}) {
  return {
    n,
    words: space.words.slice(0, k),
    information: Float64Array.from({length: k}, (_, i) => space.information(i)),
  };
}

/** @param {WordSpace} space @param {Page} page @param {Sent} sent @returns {import("./norms_spectra.js").Priors} */
function priorsOfTable(space, page, sent) {
  const n = page.strengths;
  const [values, lengths] = [floatsOf(sent.values), floatsOf(sent.lengths)];
  const row = (/** @type {Float64Array} */ all, /** @type {number} */ i) =>
    all.subarray((i * all.length) / n, ((i + 1) * all.length) / n);
  document.documentElement.dataset.known = String(n);
  return {
    ...shownOf(space, page),
    at: i => ({values: row(values, i), lengths: row(lengths, i)}),
    listen: () => {},
  };
}
