// A text that is read token by token: what is read is black, and what was not met before is marked.

import {html} from "./draw.js";

/** @typedef {[string, boolean]} Token its text, and whether it is met for the first time */

const PACE = 380; // milliseconds a token

/** How long a text is read: a long one faster. @param {number} n tokens */
export function readingTime(n) {
  return Math.min(n * PACE, 8_000);
}

/**
 * @param {Node} parent
 * @param {Token[]} tokens
 * @returns {{read: (k: number) => void}} shows so many tokens as read
 */
export function readingLine(parent, tokens) {
  const line = html("p", parent, {class: "reading"});
  const parts = tokens.map(([text], i) => {
    if (i) line.append(" ");
    return html("bdi", line, {}, text);
  });
  return {
    read(k) {
      parts.forEach((part, i) => {
        part.className = i < k ? (tokens[i][1] ? "new" : "again") : "";
        if (i === k - 1) part.classList.add("now");
      });
    },
  };
}
