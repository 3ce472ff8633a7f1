// A worker of the page: the mean and the words near it at each strength, then spectrum and lengths,
// those asked for first.

import {WordSpace, whitenedAt} from "./space.js";

/** @typedef {{space: import("./space.js").PackedSpace, n: number, k: number, near: number}} Begin */

/** @type {number[]} */
let waiting = [];
/** @type {WordSpace | null} */
let words = null;
let shown = 0;
let last = 1;
const me = /** @type {{postMessage: (message: unknown) => void}} */ (/** @type {unknown} */ (self));

self.onmessage = (/** @type {MessageEvent<Begin | number>} */ {data}) => {
  if (typeof data === "number") {
    if (waiting.includes(data)) waiting = [data, ...waiting.filter(i => i !== data)];
    return;
  }
  words = new WordSpace(data.space);
  [shown, last] = [data.k, data.n - 1];
  for (let i = 0; i < data.n; i++) {
    const {mean} = words.mean(i / last);
    me.postMessage({i, mean, near: words.nearest(mean, data.near)});
  }
  // Both ends, then ever finer between them.
  waiting = [...Array(data.n).keys()].sort((a, b) => fine(a) - fine(b) || a - b);
  next();
};

/** How often a stop can be halved: the ends first. @param {number} i */
function fine(i) {
  if (i === 0 || i === last) return 0;
  return [8, 4, 2, 1].findIndex(step => i % step === 0) + 1;
}

function next() {
  const i = waiting.shift();
  if (i === undefined || !words) return;
  me.postMessage({i, whitened: whitenedAt(words, i / last, shown)});
  setTimeout(next); // a strength that is asked for comes in between
}
