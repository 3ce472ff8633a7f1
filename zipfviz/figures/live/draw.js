// What every live picture draws with: elements, numbers as in sentences, a plane of equal units.

const SVG = "http://www.w3.org/2000/svg";
const MATH = "http://www.w3.org/1998/Math/MathML";

/** @typedef {[number, number]} Point */
/** @typedef {Record<string, string | number | boolean | null>} Attributes */

/**
 * Colours of a mode, by their names in the palette.
 * @typedef {{zipfian: string, uniform: string, accent: string, text: string, muted: string,
 *   grid: string, line: string, paper: string, scale: string[]}} Colours
 */

/** @typedef {{colours: Colours, large?: number}} Look `large`: how much larger than usual */

/**
 * @param {Element} element
 * @param {Attributes} attributes null takes one away
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * A new HTML element at the end of `parent`; `text` is text, never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Node | null} parent
 * @param {Attributes} [attributes]
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, parent, attributes = {}, text = "") {
  const element = document.createElement(tag);
  set(element, attributes);
  if (text) element.textContent = text;
  if (parent) parent.appendChild(element);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Node} parent
 * @param {Attributes} [attributes]
 * @param {string} [text]
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, parent, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  if (text) element.textContent = text;
  parent.appendChild(element);
  return element;
}

/**
 * @typedef {string | Term[]} Term a text, or a MathML element: its tag, then what is in it
 */

/**
 * A formula as MathML: ["mfrac", ["mn", "1"], ["mi", "n"]].
 * @param {Node} parent
 * @param {Term} term
 */
export function formula(parent, term) {
  if (typeof term === "string") {
    parent.appendChild(document.createTextNode(term));
    return;
  }
  const [tag, ...inner] = term;
  const element = document.createElementNS(MATH, String(tag));
  for (const each of inner) formula(element, each);
  parent.appendChild(element);
}

/**
 * A number as every sentence of zipfviz has it: `−12 345.68`.
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits = 2) {
  if (Number.isNaN(value)) return "\u2013";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "\u2212∞";
  const [whole, part] = Math.abs(value).toFixed(digits).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const text = part ? `${grouped}.${part}` : grouped;
  return value < 0 && /[1-9]/.test(text) ? `\u2212${text}` : text;
}

/** Whether the person asked for less motion. */
export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Five-pointed star about the origin, as a path.
 * @param {number} size distance of its points
 */
export function starPath(size) {
  const points = Array.from({length: 10}, (_, i) => {
    const radius = i % 2 ? size * 0.42 : size;
    const angle = (i * Math.PI) / 5 - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}

/** A part of the plane on a part of the screen, one unit as long across as up. */
export class Plane {
  /**
   * @param {Point} low corner that is seen
   * @param {Point} high
   * @param {number} width pixels
   * @param {number} height
   */
  constructor(low, high, width, height) {
    const across = high[0] - low[0] || 1;
    const up = high[1] - low[1] || 1;
    this.unit = Math.min(width / across, height / up);
    this.middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    this.width = width;
    this.height = height;
  }

  /** @param {Point} point @returns {Point} pixels */
  at([x, y]) {
    return [
      this.width / 2 + (x - this.middle[0]) * this.unit,
      this.height / 2 - (y - this.middle[1]) * this.unit,
    ];
  }

  /** @param {Point} pixels @returns {Point} */
  of([x, y]) {
    return [
      this.middle[0] + (x - this.width / 2) / this.unit,
      this.middle[1] - (y - this.height / 2) / this.unit,
    ];
  }

  /** What is seen of each axis. @returns {{x: Point, y: Point}} */
  get seen() {
    const [left, top] = this.of([0, 0]);
    const [right, bottom] = this.of([this.width, this.height]);
    return {x: [left, right], y: [bottom, top]};
  }
}

/**
 * Round steps between two numbers, about `n` of them.
 * @param {Point} span
 * @param {number} n
 */
export function ticks([low, high], n) {
  const rough = (high - low) / n;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find(m => m * power >= rough) ?? 10);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const found = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) found.push(i * step);
  return {found, digits};
}

/**
 * Follow a pointer from here until it is let go.
 * @param {Element} handle
 * @param {SVGElement} screen whose own pixels are told
 * @param {{start?: (at: Point) => void, move: (at: Point) => void, end?: () => void}} heard
 */
export function drag(handle, screen, heard) {
  const place = (/** @type {PointerEvent} */ event) => {
    const box = screen.getBoundingClientRect();
    const zoom = box.width / Number(screen.getAttribute("width")); // of a page in large type
    return /** @type {Point} */ ([(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom]);
  };
  handle.addEventListener("pointerdown", first => {
    const down = /** @type {PointerEvent} */ (first);
    if (down.button !== 0) return;
    down.preventDefault();
    down.stopPropagation();
    /** @type {HTMLElement} */ (/** @type {unknown} */ (handle)).focus({preventScroll: true});
    handle.setPointerCapture(down.pointerId);
    heard.start?.(place(down));
    const move = (/** @type {Event} */ event) =>
      heard.move(place(/** @type {PointerEvent} */ (event)));
    const end = () => {
      handle.removeEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"]) handle.removeEventListener(name, end);
      heard.end?.();
    };
    handle.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) handle.addEventListener(name, end);
  });
}

/**
 * Tell a picture its width whenever that changes.
 * @param {Element} element
 * @param {(width: number) => void} tell
 * @returns {() => void} what ends it
 */
export function watchWidth(element, tell) {
  let last = 0;
  const observer = new ResizeObserver(() => {
    const width = Math.round(element.clientWidth);
    if (width && width !== last) tell((last = width));
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/**
 * Put the colours where the style sheet looks for them.
 * @param {HTMLElement} element
 * @param {Look} look
 */
export function paint(element, {colours, large}) {
  element.style.setProperty("zoom", String(large ?? 1));
  for (const [name, value] of Object.entries(colours)) {
    if (typeof value === "string") element.style.setProperty(`--${name}`, value);
  }
}
