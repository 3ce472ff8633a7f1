// The average word among all others, as the prior slides from "each word once" to "as it occurs".

import {Plane, drag, html, isCalm, number, paint, set, starPath, svg, watchWidth} from "./draw.js";

/** @typedef {import("./draw.js").Point} Point */
/** @typedef {import("./draw.js").Look} Look */

/** @typedef {{word: string, distance: number, place: Point}} Near a word near the star */

/**
 * Where the mean is at one strength; lengths in units of the typical one.
 * @typedef {{t: number, place: Point, share: number, near: Near[]}} Stop
 */

/**
 * @typedef {object} AverageWord
 * @property {Point[]} cloud places of the words drawn
 * @property {number[]} shades of them, 0 frequent to 1 rare
 * @property {Point} low corner of the picture
 * @property {Point} high
 * @property {number} typical length of a word's vector, in the units of the places
 * @property {number} n how many stops, t = 0 to t = 1
 * @property {(i: number) => Point} place of the mean at a stop
 * @property {(i: number) => Stop} stop
 */

/**
 * @typedef {object} AverageTable the same as it is sent: columns, a word once
 * @property {number[]} x
 * @property {number[]} y
 * @property {number[]} shades
 * @property {Point} low
 * @property {Point} high
 * @property {number} typical
 * @property {number[]} strengths
 * @property {Point[]} means
 * @property {number[]} shares
 * @property {string[]} names
 * @property {Point[]} places of the names
 * @property {number[][]} nearest numbers of names, a row a stop
 * @property {number[][]} distances
 */

/** @param {AverageTable} table @returns {AverageWord} */
export function averageOfTable(table) {
  return {
    cloud: table.x.map((x, i) => [x, table.y[i]]),
    shades: table.shades,
    low: table.low,
    high: table.high,
    typical: table.typical,
    n: table.strengths.length,
    place: i => table.means[i],
    stop: i => ({
      t: table.strengths[i],
      place: table.means[i],
      share: table.shares[i],
      near: table.nearest[i].map((row, k) => ({
        word: table.names[row],
        distance: table.distances[i][k],
        place: table.places[row],
      })),
    }),
  };
}

const PLAY = 11_000; // milliseconds from t = 0 to t = 1
const WAIT = 1_500; // before it begins by itself
const LINE = 18; // pixels from one name to the next
const SIDE = 36; // pixels that names keep from the star

/** @param {Stop} stop @param {number} i @param {number} n */
function told({t, share}, i, n) {
  if (i === 0) return "Each word counts once. The star stands at the mean of the word list.";
  const away = `${number(share)} typical lengths away`;
  if (i === n - 1) {
    return `Each word counts as often as it occurs. The star stands ${away}, at the mean of running text.`;
  }
  return `A word of probability p counts p to the power ${number(t)}. The star has moved: it is ${away}.`;
}

/**
 * Draw into `root`, which is emptied.
 * @param {HTMLElement} root
 * @param {AverageWord} source
 * @param {Look & {plays?: boolean, at?: number}} look `plays`: by itself, once
 */
export function averageWord(root, source, look) {
  root.replaceChildren();
  const outer = html("div", root, {class: "zv-box"});
  const box = html("section", outer, {class: "zv zv-average", "aria-label": "The average word"});
  paint(box, look);
  const key = html("p", box, {class: "key"});
  for (const [mark, text] of [["uniform", "each word once"], ["zipfian", "the average word now"]]) {
    const item = html("span", key);
    const sign = svg("svg", item, {viewBox: "-10 -10 20 20", width: 15, height: 15, "aria-hidden": "true"});
    svg("path", sign, {d: starPath(9), class: `star ${mark}`});
    item.append(text);
  }
  const scale = html("span", key, {class: "scale"});
  scale.append("a word: frequent ");
  const ramp = html("i", scale, {"aria-hidden": "true"});
  ramp.style.background = `linear-gradient(90deg, ${look.colours.scale.join(", ")})`;
  scale.append(" rare");

  const picture = svg("svg", html("div", box, {class: "picture"}), {role: "img"});
  const side = html("div", box, {class: "side"});
  const share = html("p", side, {class: "large"});
  const said = html("p", side, {class: "said"});
  const id = `near-${Math.random().toString(36).slice(2)}`;
  html("h3", side, {id}, "Nearest to the star");
  const list = html("ol", side, {"aria-labelledby": id});
  const items = source.stop(0).near.map(() => {
    const item = html("li", list);
    return {word: html("bdi", item), far: html("span", item, {class: "far"})};
  });

  const bar = html("div", box, {class: "bar"});
  const button = html("button", bar, {type: "button"});
  const slide = html("div", bar, {class: "slide"});
  const range = html("input", slide, {
    type: "range", min: 0, max: source.n - 1, step: 1, "aria-label": "Strength of the prior, t",
  });
  const ends = html("div", slide, {class: "ends", "aria-hidden": "true"});
  html("span", ends, {}, "t = 0: each word once");
  html("span", ends, {}, "t = 1: as often as it occurs");

  const cloud = svg("g", picture, {class: "cloud"});
  const path = svg("path", picture, {class: "road"});
  const gone = svg("path", picture, {class: "gone"});
  const bars = svg("g", picture, {class: "measure"});
  const lines = svg("g", picture, {class: "leaders"});
  const start = svg("path", picture, {d: starPath(12), class: "star uniform"});
  const dots = svg("g", picture, {class: "dots"});
  const star = svg("g", picture, {class: "hero"});
  svg("circle", star, {r: 24, class: "grip"});
  svg("path", star, {d: starPath(14), class: "star zipfian"});
  const names = svg("g", picture, {class: "names"});

  let now = look.at ?? 0; // where it stands, between two stops while it plays
  let frame = 0;
  let width = 0;
  let height = 0;
  /** @type {Plane} */
  let plane = new Plane(source.low, source.high, 600, 400);
  /** @type {Map<string, {name: SVGTextElement, line: SVGLineElement, dot: SVGCircleElement, wide: number}>} */
  const shown = new Map();

  /** @param {number} next */
  function resize(next) {
    width = next;
    height = Math.round(Math.max(230, Math.min(width * 0.6, 470, (innerHeight / (look.large ?? 1)) * 0.45)));
    set(picture, {viewBox: `0 0 ${width} ${height}`, width, height});
    plane = new Plane(source.low, source.high, width, height);
    cloud.replaceChildren();
    const steps = look.colours.scale;
    source.cloud.forEach((point, i) => {
      const [cx, cy] = plane.at(point);
      const fill = steps[Math.min(steps.length - 1, Math.floor(source.shades[i] * steps.length))];
      svg("circle", cloud, {cx: cx.toFixed(1), cy: cy.toFixed(1), r: 2.2, fill});
    });
    set(path, {d: road(source.n - 1)});
    const [x, y] = plane.at([0, 0]);
    set(start, {transform: `translate(${x} ${y})`});
    bars.replaceChildren();
    const long = source.typical * plane.unit;
    const [left, low] = [14, height - 16];
    svg("path", bars, {d: `M${left} ${low - 4}v8M${left} ${low}h${long}M${left + long} ${low - 4}v8`});
    svg("text", bars, {x: left + 2, y: low - 9}, "one typical length");
    show();
  }

  /** @param {number} last the way of the mean up to a stop */
  function road(last) {
    const points = [];
    for (let i = 0; i <= Math.floor(last); i++) points.push(plane.at(source.place(i)));
    points.push(plane.at(between(last)));
    return `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}`;
  }

  /** Between two stops, on the way. @param {number} f @returns {Point} */
  function between(f) {
    const i = Math.min(Math.floor(f), source.n - 2);
    const [a, b] = [source.place(i), source.place(i + 1)];
    return [a[0] + (f - i) * (b[0] - a[0]), a[1] + (f - i) * (b[1] - a[1])];
  }

  function show() {
    const i = Math.round(now);
    const stop = source.stop(i);
    const [x, y] = plane.at(between(now));
    set(star, {transform: `translate(${x.toFixed(3)} ${y.toFixed(3)})`});
    set(gone, {d: road(now)});
    fan(stop, [x, y]);
    share.textContent = `t = ${number(stop.t)}`;
    said.textContent = told(stop, i, source.n);
    stop.near.forEach(({word, distance}, k) => {
      items[k].word.textContent = word;
      items[k].far.textContent = number(distance);
    });
    const words = stop.near.map(near => near.word).join(", ");
    range.value = String(i);
    range.style.setProperty("--part", `${(100 * now) / (source.n - 1)}%`);
    set(range, {"aria-valuetext": `t = ${number(stop.t)}. ${told(stop, i, source.n)} Nearest: ${words}.`});
    set(picture, {"aria-label": `A cloud of words with the average among them. ${told(stop, i, source.n)} Nearest: ${words}.`});
    box.dataset.t = String(stop.t);
    box.dataset.share = String(stop.share);
  }

  /**
   * Names beside the star, half on each side, each with a line to its word.
   * @param {Stop} stop
   * @param {Point} hub
   */
  function fan(stop, [sx, sy]) {
    const placed = stop.near.map(near => ({near, at: plane.at(near.place), own: entry(near.word)}));
    for (const [word, each] of shown) {
      if (stop.near.some(near => near.word === word)) continue;
      for (const part of [each.name, each.line, each.dot]) part.remove();
      shown.delete(word);
    }
    const across = [...placed].sort((a, b) => a.at[0] - b.at[0]);
    const half = Math.ceil(across.length / 2);
    for (const [part, way] of /** @type {const} */ ([[across.slice(0, half), -1], [across.slice(half), 1]])) {
      const widest = Math.max(...part.map(each => each.own.wide), 0);
      const beyond = part.map(each => way * (each.at[0] - sx) + 12);
      let edge = sx + way * Math.max(SIDE, Math.min(...[Math.max(...beyond), 130]));
      edge = way < 0 ? Math.max(edge, widest + 6) : Math.min(edge, width - widest - 6);
      const top = Math.min(Math.max(sy - ((part.length - 1) * LINE) / 2, 14), height - part.length * LINE - 16);
      part.sort((a, b) => a.at[1] - b.at[1]).forEach(({at, own}, k) => {
        const y = top + k * LINE;
        own.name.style.transform = `translate(${edge.toFixed(1)}px, ${(y + 4.5).toFixed(1)}px)`;
        set(own.name, {"text-anchor": way < 0 ? "end" : "start"});
        set(own.line, {x1: at[0], y1: at[1], x2: edge - way * 4, y2: y});
        set(own.dot, {cx: at[0], cy: at[1]});
      });
    }
  }

  /** What is drawn of a word near the star. @param {string} word */
  function entry(word) {
    let own = shown.get(word);
    if (!own) {
      const name = svg("text", names, {}, word);
      own = {name, line: svg("line", lines), dot: svg("circle", dots, {r: 3.4}), wide: 0};
      own.wide = name.getComputedTextLength();
      shown.set(word, own);
    }
    return own;
  }

  function halt() {
    eyes?.disconnect();
    cancelAnimationFrame(frame);
    clearTimeout(waiting);
    frame = 0;
    button.textContent = "▶ Play";
    box.classList.remove("plays");
  }

  function play() {
    halt();
    button.textContent = "❚❚ Stop";
    box.classList.add("plays");
    if (now >= source.n - 1) now = 0;
    const from = now;
    let begun = 0;
    const step = (/** @type {number} */ time) => {
      begun ||= time;
      now = Math.min(from + ((time - begun) / PLAY) * (source.n - 1), source.n - 1);
      if (isCalm()) now = Math.floor(now);
      show();
      if (now < source.n - 1) frame = requestAnimationFrame(step);
      else halt();
    };
    frame = requestAnimationFrame(step);
  }

  /** @param {number} i */
  function go(i) {
    halt();
    now = Math.min(Math.max(i, 0), source.n - 1);
    show();
  }

  button.addEventListener("click", () => {
    if (!frame) play();
    else go(Math.round(now));
  });
  range.addEventListener("input", () => go(Number(range.value)));
  // Also where the value stays: a hand that is on it has taken over.
  range.addEventListener("pointerdown", () => go(Math.round(now)));
  range.addEventListener("keydown", ({key: pressed}) => {
    if (pressed !== "Tab" && pressed !== "Shift") go(Math.round(now));
  });
  drag(star, picture, {
    move: ([x, y]) => {
      let best = 0;
      let least = Infinity;
      for (let i = 0; i < source.n; i++) {
        const [px, py] = plane.at(source.place(i));
        const far = (px - x) ** 2 + (py - y) ** 2;
        if (far < least) [best, least] = [i, far];
      }
      go(best);
    },
  });

  let waiting = 0;
  /** @type {IntersectionObserver | null} */
  let eyes = null;
  halt();
  const unwatch = watchWidth(/** @type {Element} */ (picture.parentElement), resize);
  // By itself only under somebody's eyes.
  eyes = new IntersectionObserver(([seen]) => {
    if (!seen.isIntersecting) return;
    eyes?.disconnect();
    waiting = setTimeout(play, WAIT);
  }, {threshold: 0.4});
  if (look.plays && !isCalm()) eyes.observe(picture);
  return {
    /** Where it stands, for one that is drawn in its place. */
    get at() {
      return Math.round(now);
    },
    end() {
      halt();
      unwatch();
    },
  };
}

/**
 * The picture in the place of one before it: it stands where that stood, and plays only if it is
 * of other data.
 * @param {HTMLElement} root
 * @param {Look & {table: AverageTable, id: string}} data
 * @param {{at: number, id: string} | undefined} before
 */
export function drawAverageWord(root, {table, id, colours, large}, before) {
  const isSame = before?.id === id;
  const look = {colours, large, plays: !isSame, at: isSame ? before?.at : 0};
  const live = averageWord(root, averageOfTable(table), look);
  return {
    id,
    get at() {
      return live.at;
    },
    end: live.end,
  };
}
