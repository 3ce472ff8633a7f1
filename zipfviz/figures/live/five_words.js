// A few words in the plane: drag them and see every step of whitening move, under both priors.

import {
  Plane, drag, formula, html, isCalm, number, paint, set, starPath, svg, ticks, watchWidth,
} from "./draw.js";
import {GENERAL, TOLD} from "./step_formulas.js";
import {outline, partWay, undone, worked} from "./worked.js";
import {wordTable} from "./word_table.js";

/** @typedef {import("./draw.js").Point} Point */
/** @typedef {import("./draw.js").Look} Look */
/** @typedef {import("./worked.js").Worked} Worked */
/** @typedef {[string, number, number, number]} Row word, count, x, y */

const RADIUS = 30; // pixels of a word that has all the weight: areas are weights
const STEM = 16; // from a word's edge to the knob that changes its count
const MOVE = 500; // milliseconds to another step
const MOST = 12;
const PRIORS = /** @type {const} */ ({
  uniform: "Each word counts once",
  zipfian: "Each word counts as often as it occurs",
});
const HINT =
  "Drag a word to move it. Drag the round knob beside the chosen word to change its count.";

/**
 * @typedef {object} Panel one prior's picture
 * @property {"uniform" | "zipfian"} prior
 * @property {SVGSVGElement} picture
 * @property {SVGGElement} grid
 * @property {SVGPathElement} ellipse
 * @property {SVGPathElement} star
 * @property {SVGGElement} words
 * @property {SVGGElement} names
 * @property {SVGGElement | null} knob
 * @property {Plane} plane
 * @property {Map<string, number>} sides where each name stood last
 * @property {Map<string, number>} wide pixels of each name
 * @property {string} ruled what the grid was drawn for
 * @property {HTMLElement} numbers
 */

/**
 * @typedef {object} Picture what it shows
 * @property {Row[]} rows
 * @property {number} [at] the step, 0 to 4
 * @property {number} [chosen] the word followed
 */

/**
 * Draw into `root`, which is emptied; `tell` is handed the rows whenever they were changed.
 * @param {HTMLElement} root
 * @param {Picture} given
 * @param {Look & {example: Row[], steps: {title: string, look_for: string}[]}} look
 * @param {(rows: Row[]) => void} tell
 */
export function fiveWords(root, given, look, tell) {
  root.replaceChildren();
  const outer = html("div", root, {class: "zv-box"});
  const box = html("section", outer, {class: "zv zv-five", "aria-label": "Five words in the plane"});
  paint(box, look);
  const last = look.steps.length - 1;
  let rows = given.rows.map(row => /** @type {Row} */ ([...row]));
  let s = given.at ?? 0;
  let chosen = Math.min(given.chosen ?? rows.length - 1, rows.length - 1);
  let width = 0;
  let frame = 0;
  let holds = false; // the view stays while something is dragged
  /** @type {[Point, Point]} */
  let seen = [[0, 0], [1, 1]];
  /** @type {Record<"uniform" | "zipfian", Worked>} */
  let both = work();

  html("p", box, {class: "hint"}, HINT);
  const pair = html("div", box, {class: "pair"});
  const panels = /** @type {const} */ (["uniform", "zipfian"]).map(panelOf);

  const scrub = html("div", box, {class: "scrub"});
  const range = html("input", scrub, {
    type: "range", min: 0, max: last, step: 0.01, "aria-label": "Step of whitening",
  });
  const stops = html("div", scrub, {class: "stops"});
  const buttons = look.steps.map(({title}, k) => {
    const button = html("button", stops, {type: "button"}, title);
    button.addEventListener("click", () => glide(k));
    return button;
  });
  const step = html("div", box, {class: "step"});
  const general = html("p", step, {class: "general"});
  const said = html("p", step, {class: "said"});
  const columns = html("div", box, {class: "pair numbers"});
  for (const panel of panels) columns.append(panel.numbers);
  const table = wordTable(box, {
    most: MOST,
    change: next => {
      rows = next;
      chosen = Math.min(chosen, rows.length - 1);
      rebuild();
      later();
    },
    choose,
    example: look.example,
  });

  /** @param {"uniform" | "zipfian"} prior @returns {Panel} */
  function panelOf(prior) {
    const part = html("div", pair, {class: `panel ${prior}`});
    html("h3", part, {}, PRIORS[prior]);
    const picture = svg("svg", part, {role: "group", "aria-label": PRIORS[prior]});
    const grid = svg("g", picture, {class: "grid"});
    const ellipse = svg("path", picture, {class: "ellipse"});
    const words = svg("g", picture, {class: "words"});
    const star = svg("path", picture, {d: starPath(11), class: "star mean"});
    const knob = prior === "zipfian" ? svg("g", picture, {class: "knob"}) : null;
    if (knob) {
      svg("line", knob);
      svg("circle", knob, {r: 13, class: "grip"});
      svg("circle", knob, {r: 6.5, class: "ball"});
    }
    const names = svg("g", picture, {class: "names"});
    const numbers = html("div", null, {class: prior});
    return {
      prior, picture, grid, ellipse, words, star, knob, names, numbers,
      plane: new Plane([0, 0], [1, 1], 1, 1), sides: new Map(), wide: new Map(), ruled: "",
    };
  }

  /** @param {number} i */
  function choose(i) {
    chosen = i;
    show();
  }

  function work() {
    const points = rows.map(row => /** @type {Point} */ ([row[2], row[3]]));
    return {
      uniform: worked(points, rows.map(() => 1)),
      zipfian: worked(points, rows.map(row => row[1])),
    };
  }

  /** Corners that hold all there is at a whole step, under both priors. @param {number} k */
  function fit(k) {
    /** @type {Point[]} */
    const held = [[0, 0]];
    for (const w of Object.values(both)) {
      const {at} = partWay(w, k);
      held.push(at(w.mean), ...w.points.map(at));
      if (k >= 2) held.push(...outline(w, 24).map(at));
    }
    const low = [0, 1].map(j => Math.min(...held.map(p => p[j])));
    const high = [0, 1].map(j => Math.max(...held.map(p => p[j])));
    const pad = 0.16 * (Math.max(high[0] - low[0], high[1] - low[1]) || 1);
    return /** @type {[Point, Point]} */ ([low.map(v => v - pad), high.map(v => v + pad)]);
  }

  /** What is to be seen at s. @returns {[Point, Point]} */
  function view() {
    const k = Math.min(Math.floor(s), last - 1);
    const [a, b] = [fit(k), fit(k + 1)];
    return /** @type {[Point, Point]} */ (
      a.map((corner, i) => corner.map((v, j) => v + (s - k) * (b[i][j] - v)))
    );
  }

  /** @param {number} next */
  function resize(next) {
    width = next;
    seen = view();
    rebuild();
  }

  /** The words anew: their number, names or places have changed. */
  function rebuild() {
    for (const panel of panels) {
      panel.words.replaceChildren();
      panel.names.replaceChildren();
      rows.forEach(([word], i) => {
        const own = svg("g", panel.words, {
          role: "slider", tabindex: panel.prior === "uniform" ? 0 : -1,
          "aria-valuemin": -100, "aria-valuemax": 100, "aria-label": word,
        });
        svg("circle", own, {class: "grip"});
        svg("circle", own, {class: "dot"});
        svg("text", panel.names, {}, word);
        own.addEventListener("focus", () => choose(i));
        own.addEventListener("keydown", event => pressed(/** @type {KeyboardEvent} */ (event), i));
        moves(panel, own, i);
      });
    }
    table.show(rows, chosen);
    both = work();
    if (!holds) seen = view();
    show();
  }

  /** @param {Panel} panel @param {SVGGElement} own @param {number} i */
  function moves(panel, own, i) {
    /** @type {Point} */
    let before = [0, 0];
    /** @type {Point} */
    let place = [0, 0];
    drag(own, panel.picture, {
      start: at => {
        cancelAnimationFrame(frame);
        holds = true;
        before = at;
        place = [rows[i][2], rows[i][3]];
      },
      move: at => {
        const {matrix} = partWay(both[panel.prior], s);
        const {unit} = panel.plane;
        const moved = undone(matrix, [(at[0] - before[0]) / unit, (before[1] - at[1]) / unit]);
        before = at;
        place = [place[0] + moved[0], place[1] + moved[1]];
        put(i, rows[i][1], ...place);
      },
      end: settle,
    });
  }

  const knob = panels[1].knob;
  if (knob) {
    let off = 0;
    const far = (/** @type {Point} */ [x, y]) => {
      const w = both.zipfian;
      const [cx, cy] = panels[1].plane.at(partWay(w, s).at(w.points[chosen]));
      return Math.hypot(x - cx, y - cy);
    };
    drag(knob, panels[1].picture, {
      start: at => {
        holds = true;
        off = far(at) - RADIUS * Math.sqrt(both.zipfian.q[chosen]);
      },
      move: at => {
        const share = Math.min((Math.max(far(at) - off, 0) / RADIUS) ** 2, 0.98);
        const others = rows.reduce((total, row, i) => total + (i === chosen ? 0 : row[1]), 0);
        const count = (share / (1 - share)) * others;
        const round = others < 10 ? Math.max(Number(count.toPrecision(2)), others / 100) : Math.max(1, Math.round(count));
        put(chosen, round, rows[chosen][2], rows[chosen][3]);
      },
      end: settle,
    });
  }

  /** @param {KeyboardEvent} event @param {number} i */
  function pressed(event, i) {
    const [, count, x, y] = rows[i];
    const by = event.shiftKey ? 0.01 : 0.1;
    const steps = /** @type {Record<string, Point>} */ ({
      ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, by], ArrowDown: [0, -by],
    });
    const [across, up] = steps[event.key] ?? [0, 0];
    if (across || up) put(i, count, x + across, y + up);
    else if (event.key === "+" || event.key === "=") put(i, Math.max(count + 1, Math.round(count * 1.2)), x, y);
    else if (event.key === "-") put(i, count > 1 ? Math.max(1, Math.min(count - 1, Math.round(count / 1.2))) : count, x, y);
    else return;
    event.preventDefault();
    event.stopPropagation();
    seen = view();
    show();
    later();
  }

  /** A word's new count and place, to the two digits that are shown. @param {number} i @param {number} count @param {number} x @param {number} y */
  function put(i, count, x, y) {
    const short = (/** @type {number} */ v) => Math.round(v * 100) / 100 || 0;
    rows[i] = [rows[i][0], count, short(x), short(y)];
    both = work();
    table.show(rows, chosen);
    show();
  }

  let waits = 0;
  /** Tell once the hand rests. */
  function later() {
    clearTimeout(waits);
    waits = setTimeout(() => tell(rows), 500);
  }

  /** After a drag: to the view that fits. */
  function settle() {
    holds = false;
    clearTimeout(waits);
    tell(rows);
    const from = seen;
    const to = view();
    animate(MOVE, part => {
      seen = /** @type {[Point, Point]} */ (from.map((p, i) => p.map((v, j) => v + part * (to[i][j] - v))));
    });
  }

  /** To a whole step. @param {number} k */
  function glide(k) {
    const from = s;
    animate(MOVE, part => {
      s = from + part * (k - from);
      seen = view();
    });
  }

  /** @param {number} time @param {(part: number) => void} move from 0 to 1 */
  function animate(time, move) {
    cancelAnimationFrame(frame);
    if (isCalm()) {
      move(1);
      show();
      return;
    }
    let begun = 0;
    const tick = (/** @type {number} */ now) => {
      begun ||= now;
      const part = Math.min((now - begun) / time, 1);
      move(part * part * (3 - 2 * part));
      show();
      if (part < 1) frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
  }

  range.addEventListener("input", () => {
    cancelAnimationFrame(frame);
    s = Number(range.value);
    seen = view();
    show();
  });
  range.addEventListener("change", () => glide(Math.round(s)));
  range.addEventListener("keydown", event => {
    const by = /** @type {Record<string, number>} */ ({
      ArrowLeft: -1, ArrowDown: -1, PageDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 1,
      Home: -last, End: last,
    })[event.key];
    if (!by) return;
    event.preventDefault();
    glide(Math.min(Math.max(Math.round(s) + by, 0), last));
  });

  function show() {
    if (!width) return;
    const k = Math.round(s);
    const gap = width >= 600 ? 24 : 0;
    const wide = gap ? Math.floor((width - gap) / 2) : width;
    const high = Math.round(Math.max(210, Math.min(wide * 0.7, 340, innerHeight * 0.42)));
    for (const panel of panels) drawPanel(panel, wide, high);
    range.value = String(s);
    range.style.setProperty("--part", `${(100 * s) / last}%`);
    set(range, {"aria-valuetext": look.steps[k].title});
    buttons.forEach((button, i) => set(button, {"aria-pressed": i === k ? "true" : "false"}));
    said.textContent = look.steps[k].look_for;
    general.replaceChildren();
    formula(general, ["math", ...GENERAL[k]]);
    for (const panel of panels) {
      panel.numbers.replaceChildren();
      for (const [word, ...terms] of TOLD[k](both[panel.prior], rows[chosen], chosen, panel.prior)) {
        const line = html("p", panel.numbers);
        if (word) html("bdi", line, {}, `${word}: `);
        formula(line, ["math", ...terms]);
      }
    }
    table.choose(chosen);
    box.classList.toggle("none", both.uniform.rank === 0);
    Object.assign(box, {numbers: both, step: k, rows});
  }

  /** @param {Panel} panel @param {number} wide @param {number} high */
  function drawPanel(panel, wide, high) {
    const w = both[panel.prior];
    const {at} = partWay(w, s);
    const plane = new Plane(seen[0], seen[1], wide, high);
    panel.plane = plane;
    const ruled = `${seen} ${wide} ${high}`;
    if (panel.ruled !== ruled) {
      set(panel.picture, {viewBox: `0 0 ${wide} ${high}`, width: wide, height: high});
      drawGrid(panel.grid, plane);
      panel.ruled = ruled;
    }
    const line = outline(w, 72).map(p => plane.at(at(p)));
    const path = (/** @type {Point[]} */ ps) => ps.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L");
    const axes = [0, 18].map(i => `M${path([line[i], line[i + 36]])}`).join("");
    set(panel.ellipse, {d: `M${path(line)}Z${axes}`, opacity: Math.min(Math.max(s - 1, 0), 1)});
    const mean = plane.at(at(w.mean));
    set(panel.star, {transform: `translate(${mean[0].toFixed(3)} ${mean[1].toFixed(3)})`});
    const spots = w.points.map(p => plane.at(at(p)));
    rows.forEach(([word, count, x, y], i) => {
      const own = /** @type {Element} */ (panel.words.children[i]);
      const radius = RADIUS * Math.sqrt(w.q[i]);
      const [cx, cy] = spots[i];
      for (const circle of own.children) {
        set(circle, {cx: cx.toFixed(3), cy: cy.toFixed(3), r: circle.classList.contains("grip") ? Math.max(radius, 16) : radius.toFixed(3)});
      }
      set(own, {
        class: i === chosen ? "word chosen" : "word",
        "aria-valuenow": x,
        "aria-valuetext": `${word}: count ${number(count, count % 1 ? 2 : 0)}, at ${pairText([x, y])}`,
      });
    });
    if (panel.knob) {
      const out = (RADIUS * Math.sqrt(w.q[chosen]) + STEM) / Math.SQRT2;
      const [cx, cy] = spots[chosen];
      const [stem, ...balls] = panel.knob.children;
      set(stem, {x1: cx, y1: cy, x2: cx + out, y2: cy + out});
      for (const ball of balls) set(ball, {cx: cx + out, cy: cy + out});
    }
    nameWords(panel, spots, w, mean);
  }

  /** @param {SVGGElement} grid @param {Plane} plane */
  function drawGrid(grid, plane) {
    grid.replaceChildren();
    const {x, y} = plane.seen;
    const {found, digits} = ticks(x, Math.max(3, plane.width / 90));
    const lines = ticks(y, Math.max(3, plane.width / 90) * (plane.height / plane.width));
    for (const value of found) {
      const [px] = plane.at([value, 0]);
      svg("path", grid, {d: `M${px} 0V${plane.height}`, class: Math.abs(value) < 1e-12 ? "zero" : null});
      svg("text", grid, {x: px + 3, y: plane.height - 5}, number(value, digits));
    }
    for (const value of lines.found) {
      const [, py] = plane.at([0, value]);
      svg("path", grid, {d: `M0 ${py}H${plane.width}`, class: Math.abs(value) < 1e-12 ? "zero" : null});
      if (py < plane.height - 24) svg("text", grid, {x: 3, y: py - 4}, number(value, lines.digits));
    }
  }

  /** Pixels of a name, measured once. @param {Panel} panel @param {SVGTextElement} name @param {boolean} bold */
  function wideOf(panel, name, bold) {
    const key = `${bold} ${name.textContent}`;
    let wide = panel.wide.get(key);
    if (wide === undefined) {
      set(name, {class: bold ? "chosen" : null});
      wide = name.getComputedTextLength();
      panel.wide.set(key, wide);
    }
    return wide;
  }

  /**
   * Each name beside its word, clear of words, mean and other names; where it stood, if it can.
   * @param {Panel} panel
   * @param {Point[]} spots
   * @param {Worked} w
   * @param {Point} mean
   */
  function nameWords(panel, spots, w, mean) {
    /** @type {[number, number, number, number][]} */
    const taken = spots.map(([x, y], i) => {
      const r = RADIUS * Math.sqrt(w.q[i]);
      return [x - r, y - r, x + r, y + r];
    });
    taken.push([mean[0] - 10, mean[1] - 10, mean[0] + 10, mean[1] + 10]);
    if (panel.knob) {
      const ball = panel.knob.children[1];
      const [x, y] = [Number(ball.getAttribute("cx")), Number(ball.getAttribute("cy"))];
      taken.push([x - 8, y - 8, x + 8, y + 8]);
    }
    [...panel.names.children].forEach((child, i) => {
      const name = /** @type {SVGTextElement} */ (child);
      const wide = wideOf(panel, name, i === chosen);
      const gap = RADIUS * Math.sqrt(w.q[i]) + 5;
      const [x, y] = spots[i];
      let best = 0;
      let least = Infinity;
      SIDES.forEach(([across, up], side) => {
        const left = x + across * gap + ((across - 1) / 2) * wide;
        const top = y - up * (gap + 6) - 8;
        const own = /** @type {const} */ ([left, top, left + wide, top + 16]);
        let cost = side * 0.5 - (panel.sides.get(rows[i][0]) === side ? 8 : 0);
        for (const [l, t, r, b] of taken) {
          const over = Math.min(own[2], r) - Math.max(own[0], l);
          const under = Math.min(own[3], b) - Math.max(own[1], t);
          if (over > 0 && under > 0) cost += 20 + over * under;
        }
        if (own[0] < 2 || own[1] < 2 || own[2] > panel.plane.width - 2 || own[3] > panel.plane.height - 2) cost += 500;
        if (cost < least) [best, least] = [side, cost];
      });
      panel.sides.set(rows[i][0], best);
      const [across, up] = SIDES[best];
      const left = x + across * gap + ((across - 1) / 2) * wide;
      const top = y - up * (gap + 6) - 8;
      set(name, {x: left.toFixed(2), y: (top + 13).toFixed(2), class: i === chosen ? "chosen" : null});
      taken.push([left, top, left + wide, top + 16]);
    });
  }

  const unwatch = watchWidth(box, resize);
  return {
    get rows() {
      return rows;
    },
    get at() {
      return Math.round(s);
    },
    get chosen() {
      return chosen;
    },
    end() {
      cancelAnimationFrame(frame);
      unwatch();
    },
  };
}

/** Sides of a word for its name, across and up, the best first. */
const SIDES = /** @type {Point[]} */ ([
  [1, 0], [-1, 0], [0, 1], [0, -1], [0.8, 0.8], [-0.8, 0.8], [0.8, -0.8], [-0.8, -0.8],
]);

/** @param {Point} point */
function pairText(point) {
  return `(${number(point[0])}, ${number(point[1])})`;
}

/**
 * The picture in the place of one before it: what was changed there stays.
 * @param {HTMLElement} root
 * @param {Look & {rows: Row[], example: Row[], steps: {title: string, look_for: string}[], id: string}} data
 * @param {(Picture & {id: string}) | undefined} before
 * @param {(rows: Row[]) => void} tell
 */
export function drawFiveWords(root, {id, rows, ...look}, before, tell) {
  const kept = before?.id === id ? before : undefined;
  const given = {rows: kept?.rows ?? rows, at: kept?.at, chosen: kept?.chosen};
  const live = fiveWords(root, given, look, tell);
  return {
    id,
    get rows() {
      return live.rows;
    },
    get at() {
      return live.at;
    },
    get chosen() {
      return live.chosen;
    },
    end: live.end,
  };
}
