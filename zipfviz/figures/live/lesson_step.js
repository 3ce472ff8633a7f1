// A step of the lesson on one screen: question, guess, chart, answer. The chart stays and changes.

import {html, isCalm, number, paint, set, watchWidth} from "./draw.js";
import {lessonChart} from "./lesson_chart.js";
import {readingLine, readingTime} from "./reading.js";
import {readTyped} from "./typed_number.js";

/** @typedef {import("./draw.js").Point} Point */
/** @typedef {import("./draw.js").Look} Look */
/** @typedef {import("./lesson_chart.js").Asks} Asks */
/** @typedef {import("./lesson_chart.js").Truth} Truth */
/** @typedef {import("./reading.js").Token} Token */

/**
 * @typedef {Truth & {said: string, sentence: string, verdict: string, why: string, tokens: Token[]}} Answer
 */

/**
 * @typedef {object} Asked what Python tells of a step
 * @property {string} key
 * @property {number} number
 * @property {string[]} titles of all steps
 * @property {string} title
 * @property {string} question with **bold** words
 * @property {number | null} guess that Python knows of
 * @property {number} heard the last thing told that Python knows of
 * @property {Answer | null} answer where it is revealed
 */

/** @typedef {{guess: number | null, line: Point[], revealed: boolean}} Kept what a reload does not lose */

const ZOOM = 600; // milliseconds
const WIDE = 620; // from which on chart and words stand side by side
let told = 0;

/** What was kept of a step in this tab. @param {string} key @returns {Kept | null} */
function kept(key) {
  try {
    return JSON.parse(sessionStorage.getItem(`zipfviz-lesson-${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {Kept} now */
function keep(key, now) {
  try {
    sessionStorage.setItem(`zipfviz-lesson-${key}`, JSON.stringify(now));
  } catch {
    // Where a browser keeps nothing, a reload begins anew.
  }
}

/** Text with **bold** words into an element. @param {Element} parent @param {string} text */
function bold(parent, text) {
  parent.replaceChildren();
  text.split("**").forEach((part, i) => (i % 2 ? html("b", parent, {}, part) : parent.append(part)));
}

/** How far below the window's upper edge an element begins when nothing is scrolled. @param {HTMLElement} element */
function fromTop(element) {
  let top = element.getBoundingClientRect().top;
  /** @type {Node | null} */
  let at = element;
  while (at) {
    if (at instanceof Element) top += at.scrollTop;
    at = at instanceof ShadowRoot ? at.host : at.parentNode;
  }
  return top;
}

/**
 * @param {HTMLElement} root
 * @param {Asked & Asks & Look} data
 * @param {{key: string, revealed: boolean, guess: number | null, line: Point[], at: number, text: string, end: () => void} | undefined} before
 * @param {(value: any) => void} tell
 */
export function drawLesson(root, data, before, tell) {
  const {key, answer} = data;
  const stored = kept(key);
  // What Python has not heard of yet is newer than what it tells.
  const isAhead = before?.key === key && before.at > data.heard;
  let guess = isAhead ? before.guess : (data.guess ?? stored?.guess ?? null);
  let line = before?.key === key && before.line.length ? before.line : (stored?.line ?? []);
  let sent = before?.at ?? 0;
  const large = data.large ?? 1;

  const here = /** @type {ShadowRoot | Document} */ (root.getRootNode());
  const focused = here.activeElement?.getAttribute("data-part");
  const typedNow = focused === "input" && before?.key === key ? before.text : null;
  root.replaceChildren();
  const outer = html("div", root, {class: "zv-box"});
  const box = html("section", outer, {class: "zv zv-lesson", "aria-label": "The lesson"});
  paint(box, data);
  const steps = html("div", box, {class: "top"});
  const nav = html("nav", steps, {class: "steps", "aria-label": "Steps"});
  data.titles.forEach((title, i) => {
    const look = {type: "button", "data-part": `step ${i + 1}`, title, "aria-label": `Step ${i + 1}: ${title}`, "aria-current": i + 1 === data.number ? "step" : null};
    html("button", nav, look, String(i + 1)).addEventListener("click", () => go(i + 1));
  });
  const ask = html("div", box, {class: "ask"});
  html("h2", steps, {}, data.title);
  bold(html("p", ask, {class: "question"}), data.question);
  const typing = html("div", box, {class: "guess"});
  const id = `guess-${Math.random().toString(36).slice(2)}`;
  html("label", typing, {for: id}, data.unit ? `Your guess, ${data.unit}` : "Your guess");
  const input = html("input", typing, {id, "data-part": "input", type: "text", inputmode: data.low < 0 ? "text" : "decimal", autocomplete: "off", maxlength: 24, placeholder: "type, or drag"});
  const status = html("p", typing, {class: "status", role: "status"});
  const picture = html("div", box, {class: "picture"});
  const keys = html("div", box, {class: "keys"});
  const back = html("button", keys, {type: "button", "data-part": "back", "aria-keyshortcuts": "B"}, data.number > 1 ? "Back" : "To the last");
  const reveal = html("button", keys, {type: "button", class: "first", "data-part": "reveal", "aria-keyshortcuts": "S"}, answer ? "Hide again" : "Reveal");
  const next = html("button", keys, {type: "button", "data-part": "next", "aria-keyshortcuts": "N"}, data.number < data.titles.length ? "Next" : "To the first");
  const said = html("div", box, {class: "told", role: "status"});
  const reading = answer?.tokens.length ? readingLine(said, answer.tokens) : null;
  if (answer) {
    html("p", said, {class: "sentence"}, answer.sentence);
    if (answer.verdict) html("p", said, {class: "verdict"}, answer.verdict);
  }
  const why = html("div", box, {class: "why"});
  if (answer) {
    html("b", why, {}, "Why? ");
    why.append(answer.why);
  }

  const unitOf = (/** @type {number} */ value) => `${number(value, data.digits)}${data.unit ? ` ${data.unit}` : ""}`;
  const chart = lessonChart(picture, data, {
    told: unitOf,
    guess(value, isDone) {
      guess = value;
      line = chart.line;
      write();
      if (isDone) send();
    },
  });

  function write() {
    if (!input.matches(":focus")) input.value = guess === null ? "" : plainly(guess);
    set(input, {"aria-invalid": null, readonly: answer ? true : null});
    status.classList.remove("wrong");
    status.textContent = guess === null || answer ? "" : `Your guess: ${unitOf(guess)}.`;
  }

  /** A number as one can go on typing it. @param {number} value */
  function plainly(value) {
    return value.toFixed(data.digits).replace("-", "\u2212");
  }

  /** @param {boolean} isDone */
  function typed(isDone) {
    if (answer) return;
    if (!input.value.trim()) {
      if (isDone) write();
      return;
    }
    const read = readTyped(input.value, data);
    if ("wrong" in read) {
      if (!isDone) return;
      set(input, {"aria-invalid": "true"});
      status.classList.add("wrong");
      status.textContent = read.wrong;
      return;
    }
    set(input, {"aria-invalid": null});
    if (read.value !== guess) {
      guess = read.value;
      chart.guess(guess);
      line = chart.line;
    }
    write();
    if (isDone) send();
  }

  /** @param {object} [more] */
  function send(more = {}) {
    const now = {guess, line, revealed: answer !== null, ...more};
    keep(key, {guess: now.guess, line: now.line, revealed: now.revealed});
    sent = ++told;
    tell({at: told, key, guess: now.guess, revealed: now.revealed, go: data.number, ...more});
  }

  /** @param {number} to */
  function go(to) {
    send({go: to});
  }

  const last = data.titles.length;
  const actions = {
    b: () => go(data.number > 1 ? data.number - 1 : last),
    s: () => send({revealed: answer === null}),
    n: () => go((data.number % last) + 1),
  };
  back.addEventListener("click", actions.b);
  reveal.addEventListener("click", actions.s);
  next.addEventListener("click", actions.n);
  input.addEventListener("input", () => typed(false));
  input.addEventListener("change", () => typed(true));
  input.addEventListener("keydown", event => {
    event.stopPropagation();
    if (event.key !== "Enter") return;
    event.preventDefault(); // else the same press is heard by the button that gets the focus
    typed(true);
    if (!input.getAttribute("aria-invalid")) reveal.focus({preventScroll: true});
  });
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const at = event.composedPath()[0];
    if (event.ctrlKey || event.altKey || event.metaKey || (at instanceof Element && at.matches("input, textarea, select, [contenteditable]"))) return;
    const act = /** @type {Record<string, () => void>} */ (actions)[event.key.toLowerCase()];
    if (act) act();
  };
  document.addEventListener("keydown", pressed);

  function resize() {
    const wide = outer.clientWidth / large;
    const foot = large > 1 ? 40 : 12;
    const room = Math.max((innerHeight - fromTop(outer) - foot) / large, 300);
    const isWide = wide >= WIDE;
    box.classList.toggle("wide", isWide);
    if (isWide) {
      chart.resize(picture.clientWidth, Math.max(room, 220));
    } else {
      const others = [steps, ask, typing, keys, said].reduce((sum, each) => sum + each.offsetHeight + 6, 0);
      chart.resize(picture.clientWidth, Math.min(Math.max(room - others, 150), 420));
    }
  }

  let frame = 0;
  chart.guess(guess, line.length ? line : undefined);
  const isNew = answer !== null && before?.key === key && !before.revealed;
  const time = answer?.tokens.length ? readingTime(answer.tokens.length) : 900;
  if (answer && isNew && !isCalm()) {
    let begun = 0;
    const step = (/** @type {number} */ now) => {
      begun ||= now;
      const share = Math.min((now - begun) / time, 1);
      const zoom = Math.min((now - begun) / ZOOM, 1);
      chart.answer(answer, share, zoom * zoom * (3 - 2 * zoom));
      reading?.read(Math.max(1, Math.round(share * answer.tokens.length)));
      if (share < 1 || zoom < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  } else if (answer) {
    chart.answer(answer, 1, 1);
    reading?.read(answer.tokens.length);
  }
  write();
  if (focused) /** @type {HTMLElement | null} */ (box.querySelector(`[data-part="${focused}"]`))?.focus({preventScroll: true});
  if (typedNow) input.value = typedNow;
  const unwatch = watchWidth(outer, resize);
  addEventListener("resize", resize);
  resize();
  // What stands above may still come, and push it down.
  const later = [100, 500, 1500, 4000].map(wait => setTimeout(resize, wait));
  // The tab knew more than the server does: it was loaded anew.
  if (stored && data.guess === null && (stored.guess !== null || stored.revealed) && !before) send({revealed: stored.revealed});
  return {
    key,
    revealed: answer !== null,
    get guess() {
      return guess;
    },
    get line() {
      return line;
    },
    get text() {
      return input.value;
    },
    get at() {
      return sent;
    },
    end() {
      cancelAnimationFrame(frame);
      later.forEach(clearTimeout);
      document.removeEventListener("keydown", pressed);
      removeEventListener("resize", resize);
      unwatch();
    },
  };
}
