// The formula of each step of whitening, and its numbers, as MathML.

import {number} from "./draw.js";

/** @typedef {import("./draw.js").Point} Point */
/** @typedef {import("./draw.js").Term} Term */
/** @typedef {import("./worked.js").Worked} Worked */
/** @typedef {import("./five_words.js").Row} Row */

/** @param {string} text @returns {Term} */
const mi = text => ["mi", text];
/** @param {string} text @returns {Term} */
const mo = text => ["mo", text];
/** @param {string} text @returns {Term} */
const mtext = text => ["mtext", text];
/** @param {Point} point @returns {Term} */
const pairTerm = ([x, y]) => ["mrow", mo("("), ["mn", number(x)], mo(","), ["mn", number(y)], mo(")")];
/** @param {Point[]} rows @returns {Term} */
const matrixTerm = rows => [
  "mrow", mo("("),
  ["mtable", ...rows.map(row => ["mtr", ...row.map(v => ["mtd", ["mn", number(v)]])])],
  mo(")"),
];
/** @param {string} base @param {string} sign @returns {Term} */
const over = (base, sign) => ["mover", mi(base), mo(sign)];
/** @type {Term} */
const SUM = ["munder", mo("∑"), mi("i")];
/** @param {string} base @returns {Term} */
const sub = base => ["msub", mi(base), mi("i")];

/** The formula of each step. @type {Term[][]} */
export const GENERAL = [
  [mi("μ"), mo("="), SUM, sub("q"), sub("w")],
  [["msub", over("w", "¯"), mi("i")], mo("="), sub("w"), mo("−"), mi("μ")],
  [mi("Σ"), mo("="), SUM, sub("q"), ["msub", over("w", "¯"), mi("i")], ["msubsup", over("w", "¯"), mi("i"), mo("⊤")], mo("="), mi("V"), mi("Λ"), ["msup", mi("V"), mo("⊤")]],
  [["msub", over("w", "¯"), mi("i")], mi("V")],
  [["msub", over("w", "~"), mi("i")], mo("="), ["msub", over("w", "¯"), mi("i")], mi("V"), ["msup", mi("Λ"), ["mrow", mo("−"), ["mn", "1"], mo("/"), ["mn", "2"]]]],
];

/**
 * Its numbers under a prior: lines of the word they are of, if of one, and a formula.
 * @type {((w: Worked, row: Row, i: number, prior: "uniform" | "zipfian") => [string, ...Term[]][])[]}
 */
export const TOLD = [
  (w, row, i, prior) => [
    ["", mi("μ"), mo("="), pairTerm(w.mean)],
    [
      row[0], mi("q"), mo("="),
      prior === "uniform"
        ? ["mfrac", ["mn", "1"], ["mn", String(w.q.length)]]
        : ["mfrac", ["mn", number(row[1], row[1] % 1 ? 2 : 0)], ["mn", number(row[1] / w.q[i], 0)]],
      mo("="), ["mn", number(w.q[i])], mo(","), mi("q"), mi("w"), mo("="),
      pairTerm([w.q[i] * row[2], w.q[i] * row[3]]),
    ],
  ],
  (w, row, i) => [
    [
      row[0], over("w", "¯"), mo("="), pairTerm([row[2], row[3]]), mo("−"),
      pairTerm(w.mean), mo("="), pairTerm(w.centred[i]),
    ],
  ],
  w => [["", mi("Σ"), mo("="), matrixTerm(w.covariance)]],
  (w, row, i) => [
    ["", mi("V"), mo("="), matrixTerm(w.axes)],
    [row[0], over("w", "¯"), mi("V"), mo("="), pairTerm(w.rotated[i])],
  ],
  (w, row, i) => [
    ["", mi("Λ"), mo("="), mtext("diag\u2009"), pairTerm(w.values)],
    [
      row[0], over("w", "~"), mo("="), pairTerm(w.scaled[i]), mtext(", length\u00a0"),
      ["mn", number(w.lengths[i])],
    ],
  ],
];
