// The words as a table that can be typed in; what is no number is said, and changes nothing.

import {html, number, set} from "./draw.js";

/** @typedef {import("./five_words.js").Row} Row */

const TYPED =
  "Or type: every cell can be changed. With keys, arrows move a word, plus and minus change its count.";
const COLUMNS = ["word", "count", "x", "y"];

/**
 * @param {Node} parent
 * @param {{most: number, example: Row[], change: (rows: Row[]) => void, choose: (i: number) => void}} heard
 */
export function wordTable(parent, {most, example, change, choose}) {
  const outer = html("div", parent, {class: "typed"});
  const table = html("table", outer);
  html("caption", table, {}, TYPED);
  const head = html("tr", html("thead", table));
  for (const column of COLUMNS) html("th", head, {scope: "col"}, column);
  html("td", head);
  const body = html("tbody", table);
  const wrong = html("p", outer, {class: "wrong", role: "status"});
  const below = html("div", outer, {class: "below"});
  const add = html("button", below, {type: "button"}, "Add a word");
  const back = html("button", below, {type: "button"}, "Back to the example");
  /** @type {Row[]} */
  let rows = [];

  add.addEventListener("click", () => {
    const n = 1 + Math.max(rows.length, ...rows.map(([word]) => Number(/^word (\d+)$/.exec(word)?.[1] ?? 0)));
    const [x, y] = [2, 3].map(k => rows.reduce((total, row) => total + Number(row[k]), 0) / rows.length);
    change([...rows, [`word ${n}`, Math.max(1, Math.round(Math.min(...rows.map(row => row[1])))), Math.round((x + 0.3) * 100) / 100, Math.round((y - 0.5) * 100) / 100]]);
  });
  back.addEventListener("click", () => change(example.map(row => /** @type {Row} */ ([...row]))));

  /** @param {HTMLInputElement} input @param {number} i @param {number} k */
  function typed(input, i, k) {
    const text = input.value.trim();
    const value = k === 0 ? text : read(text);
    const trouble = k === 0
      ? (text ? "" : "A word needs a name; type one.")
      : refused(rows[i][0], COLUMNS[k], text, /** @type {number} */ (value));
    set(input, {"aria-invalid": trouble ? "true" : null});
    wrong.textContent = trouble;
    if (trouble) return;
    const next = rows.map(row => /** @type {Row} */ ([...row]));
    next[i][k] = value;
    change(next);
  }

  /** @param {Row[]} next @param {number} chosen */
  function show(next, chosen) {
    rows = next;
    while (body.children.length > rows.length) body.lastElementChild?.remove();
    for (let i = body.children.length; i < rows.length; i++) addRow(i);
    rows.forEach((row, i) => {
      [...body.children[i].querySelectorAll("input")].forEach((input, k) => {
        set(input, {"aria-label": k ? `${COLUMNS[k]} of ${row[0]}` : `word ${i + 1}`});
        // What is being typed stays as it is typed.
        if (input.matches(":focus") && (k === 0 ? input.value.trim() === row[0] : read(input.value) === row[k])) return;
        if (input.matches(":focus") && input.getAttribute("aria-invalid")) return;
        input.value = k === 0 ? row[0] : String(row[k]).replace("-", "\u2212");
        set(input, {"aria-invalid": null});
      });
      const button = /** @type {HTMLButtonElement} */ (body.children[i].querySelector("button"));
      set(button, {"aria-label": `Take ${row[0]} out`, disabled: rows.length <= 2});
    });
    set(add, {disabled: rows.length >= most});
    mark(chosen);
  }

  /** @param {number} i */
  function addRow(i) {
    const line = html("tr", body);
    line.addEventListener("focusin", () => choose(Math.min(i, rows.length - 1)));
    COLUMNS.forEach((_, k) => {
      const input = html("input", html("td", line), {
        type: "text", inputmode: k ? "decimal" : null, maxlength: k ? 12 : 20, class: k ? "n" : "w",
        autocomplete: "off", spellcheck: "false",
      });
      input.addEventListener("input", () => typed(input, i, k));
      input.addEventListener("blur", () => {
        if (!input.getAttribute("aria-invalid")) return;
        wrong.textContent = "";
        show(rows, i);
      });
    });
    const button = html("button", html("td", line), {type: "button", class: "out"}, "×");
    button.addEventListener("click", () => change(rows.filter((_, j) => j !== i)));
  }

  /** @param {number} chosen */
  function mark(chosen) {
    [...body.children].forEach((line, i) => line.classList.toggle("chosen", i === chosen));
  }

  return {show, choose: mark};
}

/** A number as it is typed anywhere: `-2.5`, `−2,5`, `1e3`. @param {string} text */
function read(text) {
  const plain = text.trim().replace("\u2212", "-").replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** Why a cell is not taken, with a way out; nothing if it is. @param {string} word @param {string} column @param {string} text @param {number} value */
function refused(word, column, text, value) {
  const what = `The ${column} of “${word}”`;
  if (!Number.isFinite(value)) return text ? `${what} is no number: “${text}”; type one such as ${column === "count" ? "25" : `${number(-0.5, 1)}`}.` : `${what} is empty; type a number.`;
  if (Math.abs(value) > 1e6) return `${what} is too large; type one up to 1 000 000.`;
  if (column === "count" && value < 1e-6) return `${what} is ${number(value)}; type one above 0.`;
  return "";
}
