// A number as people type it: `2,4`, `50.000`, `−0.2`, `50 000`. Read as meant, or refused in words.

import {number} from "./draw.js";

/** @typedef {{low: number, high: number, counts: boolean, digits: number, unit: string}} Asked */

/**
 * The value typed, or what is wrong with it and a way out. Where a comma or full stop may set apart
 * thousands or decimals, the reading is taken that can be an answer.
 * @param {string} text
 * @param {Asked} asked
 * @returns {{value: number} | {wrong: string}}
 */
export function readTyped(text, asked) {
  const {low, high, counts, digits, unit} = asked;
  const given = text.trim();
  const plain = given.replace(/[\u2212\u2013]/g, "-").replace(/\s*%$/, "").replace(/[\s'\u2019](?=\d{3}(?!\d))/g, "\u202f");
  const found = /^[-+]?\d{1,3}((\.\d{3})+|(,\d{3})+|(\u202f\d{3})+)$/.test(plain)
    ? [Number(plain.replace(/[.,\u202f]/g, ""))]
    : [];
  if (/^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i.test(plain)) found.push(Number(plain.replace(",", ".")));
  else if (/^[-+]?\d{1,3}([.,\u202f])\d{3}(\1\d{3})*[.,]\d+$/.test(plain)) {
    const at = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
    found.push(Number(`${plain.slice(0, at).replace(/[.,\u202f]/g, "")}.${plain.slice(at + 1)}`));
  }
  const read = found.filter(Number.isFinite);
  if (!read.length) {
    return {wrong: `“${given}” is no number; type one such as ${number(digits ? 0.5 : Math.max(low, 10), digits)}.`};
  }
  const within = read.filter(value => value >= low && value <= high);
  if (!within.length) {
    return {wrong: `${number(read[0], digits)} is no possible answer; type a number from ${number(low, 0)} to ${number(high, 0)}.`};
  }
  const whole = within.filter(value => !counts || Number.isInteger(value));
  if (!whole.length) {
    const floor = Math.floor(within[0]);
    return {wrong: `“${given}” is no whole number${unit ? ` of ${unit}` : ""}; type ${number(floor, 0)} or ${number(floor + 1, 0)}.`};
  }
  return {value: whole[0]};
}
