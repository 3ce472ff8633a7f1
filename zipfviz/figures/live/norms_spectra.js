// Lengths of whitened words and the spectrum of their space, as the prior slides.

import {axes, namePoints} from "./chart.js";
import {html, number, paint, set, svg, watchWidth} from "./draw.js";
import {effectiveRank, pearson} from "./space.js";

/** @typedef {import("./draw.js").Look} Look */
/** @typedef {import("./draw.js").Point} Point */
/** @typedef {import("./space.js").Whitened} Whitened */

/**
 * @typedef {object} Priors
 * @property {number} n how many strengths, t = 0 to t = 1
 * @property {string[]} words the most frequent ones, whose lengths are shown
 * @property {Float64Array} information of them, -log p
 * @property {(i: number) => Whitened | null} at null: not computed yet
 * @property {(told: (i: number) => void) => void} listen to what has been computed
 */

/**
 * Draw into `root`, which is emptied.
 * @param {HTMLElement} root
 * @param {Priors} source
 * @param {Look} look
 */
export function normsAndSpectra(root, source, look) {
  root.replaceChildren();
  const outer = html("div", root, {class: "zv-box"});
  const box = html("section", outer, {class: "zv zv-norms", "aria-label": "Norms and spectra"});
  paint(box, look);
  const bar = html("div", box, {class: "slide"});
  const large = html("p", bar, {class: "large"});
  const range = html("input", bar, {
    type: "range", min: 0, max: source.n - 1, step: 1, value: 0, "aria-label": "Strength of the prior, t",
  });
  const ends = html("div", bar, {class: "ends", "aria-hidden": "true"});
  html("span", ends, {}, "t = 0: each word once");
  html("span", ends, {}, "t = 1: as often as it occurs");
  const pair = html("div", box, {class: "pair"});
  const [norms, spectrum] = ["Whitened vectors: length of each word", "Raw vectors: share of the variance along each direction"].map(title => {
    const part = html("div", pair);
    html("h3", part, {}, title);
    const picture = svg("svg", part, {role: "img"});
    const said = html("p", part, {class: "said"});
    return {
      picture, said,
      grid: svg("g", picture, {class: "axes"}),
      marks: svg("g", picture, {class: "marks"}),
      names: svg("g", picture, {class: "names"}),
    };
  });
  const circles = source.words.map(() => svg("circle", norms.marks, {r: 2.4}));
  /** @type {SVGRectElement[]} */
  const bars = [];
  let width = 0;
  let [tall, share] = [0, 0];
  let drawnFor = ""; // the axes
  /** @type {((point: Point) => Point)[]} */
  let places = [];

  // Most names go to the most frequent words, some to each part of the rest.
  const order = [...source.words.keys()].sort((a, b) => (a % 23) - (b % 23) || a - b);
  order.unshift(0, 1, 2, 5, 11);

  /** @param {number} wide */
  function resize(wide) {
    width = wide >= 600 ? Math.floor((wide - 28) / 2) : wide;
    show();
  }

  function show() {
    const i = Number(range.value);
    const t = i / (source.n - 1);
    large.textContent = `t = ${number(t)}`;
    range.style.setProperty("--part", `${100 * t}%`);
    const found = source.at(i);
    box.classList.toggle("waits", !found);
    if (!found || !width) return;
    const {lengths, values} = found;
    const total = values.reduce((a, b) => a + b, 0);
    // The axes stay as they are while they hold.
    tall = Math.max(tall, 1.06 * lengths.reduce((a, b) => Math.max(a, b || 0), 0)); // nan: nothing is left to measure by
    share = Math.max(share, (1.06 * values[0]) / total);
    const x = source.information;
    const axesNow = `${width} ${tall} ${share}`;
    if (axesNow !== drawnFor) drawAxes(values.length);
    drawnFor = axesNow;
    const [at, place] = places;
    const points = source.words.map((word, row) => ({word, at: at([x[row], lengths[row]])}));
    points.forEach(({at: [cx, cy]}, row) => {
      const isThere = Number.isFinite(cy);
      set(circles[row], {cx: cx.toFixed(1), cy: isThere ? cy.toFixed(1) : null, r: isThere ? 2.4 : 0});
    });
    const there = points.filter(point => Number.isFinite(point.at[1]));
    const named = order.map(row => points[row]).filter(point => there.includes(point));
    namePoints(norms.names, named, width, 16);
    const r = pearson(x, lengths);
    norms.said.textContent = `Among the ${number(x.length, 0)} most frequent words, length and rarity correlate with r = ${number(r)}.`;

    while (bars.length < values.length) bars.push(svg("rect", spectrum.marks));
    values.forEach((value, k) => {
      const [left, top] = place([k + 0.6, value / total]);
      const [right, bottom] = place([k + 1.4, 0]);
      set(bars[k], {x: left.toFixed(1), y: top.toFixed(2), width: Math.max(right - left, 0.5).toFixed(1), height: (bottom - top).toFixed(2)});
    });
    const rank = effectiveRank(values);
    spectrum.said.textContent = `Directions in use (effective rank): ${number(rank, 1)} of ${values.length}.`;
    const sentence = `t = ${number(t)}. ${norms.said.textContent} ${spectrum.said.textContent}`;
    for (const part of [norms, spectrum]) set(part.picture, {"aria-label": part.said.textContent ?? ""});
    set(range, {"aria-valuetext": sentence});
    Object.assign(box.dataset, {t, r, rank});
    Object.assign(box, {numbers: found});
  }

  /** @param {number} d directions */
  function drawAxes(d) {
    const height = Math.round(Math.max(240, Math.min(width * 0.72, 380)));
    for (const {picture} of [norms, spectrum]) set(picture, {viewBox: `0 0 ${width} ${height}`, width, height});
    const x = source.information;
    const across = 0.04 * (x[x.length - 1] - x[0]);
    places = [
      axes(norms.grid, width, height,
        {span: [x[0] - across, x[x.length - 1] + across], title: "rarity, −log p"}, {span: [0, tall], title: "length"}),
      axes(spectrum.grid, width, height,
        {span: [0.4, d + 0.6], title: "direction"}, {span: [0, share], title: "share"}),
    ];
  }

  range.addEventListener("input", show);
  source.listen(i => {
    if (i === Number(range.value)) show();
  });
  const unwatch = watchWidth(box, resize);
  return {end: unwatch};
}
