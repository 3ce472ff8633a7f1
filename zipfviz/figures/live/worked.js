// Whitening of a few words in the plane, step by step; the numbers of `zipfviz.explore.plane`.

/** @typedef {import("./draw.js").Point} Point */

/**
 * @typedef {object} Worked every step under one prior
 * @property {number[]} q weights, of sum 1
 * @property {Point} mean
 * @property {[Point, Point]} covariance
 * @property {Point} values its eigenvalues, descending; 0 where rank says that there is none
 * @property {[Point, Point]} axes rows of V: its columns are the directions
 * @property {number} rank
 * @property {Point[]} points
 * @property {Point[]} centred
 * @property {Point[]} rotated
 * @property {Point[]} scaled
 * @property {number[]} lengths of the whitened words
 */

/**
 * @param {Point[]} points
 * @param {number[]} weights above 0
 * @returns {Worked}
 */
export function worked(points, weights) {
  const total = sum(weights);
  const q = weights.map(weight => weight / total);
  /** @type {Point} */
  const mean = [sum(points.map((p, i) => q[i] * p[0])), sum(points.map((p, i) => q[i] * p[1]))];
  const centred = points.map(p => /** @type {Point} */ ([p[0] - mean[0], p[1] - mean[1]]));
  const [a, b, d] = [[0, 0], [0, 1], [1, 1]].map(([j, k]) =>
    sum(centred.map((p, i) => q[i] * p[j] * p[k])),
  );
  const angle = Math.atan2(2 * b, a - d) / 2;
  const first = upright([Math.cos(angle), Math.sin(angle)]);
  const second = upright([-first[1], first[0]]);
  const rotated = centred.map(p => /** @type {Point} */ ([along(p, first), along(p, second)]));
  // From the turned words: the small eigenvalue keeps its digits beside the large one.
  const found = [0, 1].map(k => sum(rotated.map((p, i) => q[i] * p[k] ** 2)));
  const rounding =
    Number.EPSILON * (32 + Math.sqrt(points.length)) * (a + d) +
    Number.EPSILON ** 2 * sum(points.map((p, i) => q[i] * (p[0] ** 2 + p[1] ** 2)));
  const rank = found.filter(value => value > rounding).length;
  /** @type {Point} */
  const values = [rank > 0 ? found[0] : 0, rank > 1 ? found[1] : 0];
  const scaled = rotated.map(
    p => /** @type {Point} */ (p.map((v, k) => (k < rank ? v / Math.sqrt(values[k]) : 0))),
  );
  return {
    q, mean, values, rank, points, centred, rotated, scaled,
    covariance: [[a, b], [b, d]],
    axes: [[first[0], second[0]], [first[1], second[1]]],
    lengths: scaled.map(p => Math.hypot(...p)),
  };
}

/**
 * Between two steps: where the words are at `s`, from 0 (vectors) over 1 (centred), 2 (ellipse) and
 * 3 (rotated) to 4 (scaled). Points x are at (x - shift mean) times a matrix, given by its rows.
 * @param {Worked} w
 * @param {number} s
 */
export function partWay(w, s) {
  const part = (/** @type {number} */ from) => Math.min(Math.max(s - from, 0), 1);
  const shift = part(0);
  const turn = part(2);
  const [[c, e], [f, g]] = w.axes;
  const angle = Math.atan2(f, c) * turn;
  const flips = c * g - e * f < 0 ? 1 - 2 * turn : 1; // a mirror image on the way
  const scale = w.values.map((value, k) => (k < w.rank ? value ** (-part(3) / 2) : 1 - part(3)));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  /** @type {[Point, Point]} */
  const matrix = [[cos * scale[0], -sin * flips * scale[1]], [sin * scale[0], cos * flips * scale[1]]];
  const at = (/** @type {Point} */ [x, y]) => {
    const [u, v] = [x - shift * w.mean[0], y - shift * w.mean[1]];
    return /** @type {Point} */ ([u * matrix[0][0] + v * matrix[1][0], u * matrix[0][1] + v * matrix[1][1]]);
  };
  return {matrix, at};
}

/**
 * One standard deviation around the mean, before any step, as an outline.
 * @param {Worked} w
 * @param {number} n points
 * @returns {Point[]}
 */
export function outline(w, n) {
  const [[c, e], [f, g]] = w.axes;
  const [long, short] = w.values.map(Math.sqrt);
  return Array.from({length: n}, (_, i) => {
    const [u, v] = [long * Math.cos((2 * Math.PI * i) / n), short * Math.sin((2 * Math.PI * i) / n)];
    return /** @type {Point} */ ([w.mean[0] + u * c + v * e, w.mean[1] + u * f + v * g]);
  });
}

/**
 * The step in the words themselves that moves a point by so much as it is seen; where a direction
 * is seen at no length, nothing along it.
 * @param {[Point, Point]} matrix
 * @param {Point} moved
 * @returns {Point}
 */
export function undone([[a, b], [c, d]], [x, y]) {
  const det = a * d - b * c;
  const size = Math.hypot(a, b, c, d);
  if (Math.abs(det) > 1e-9 * size ** 2) return [(x * d - y * c) / det, (y * a - x * b) / det];
  return [(x * a + y * b) / size ** 2, (x * c + y * d) / size ** 2];
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** @param {Point} p @param {Point} axis */
function along(p, axis) {
  return p[0] * axis[0] + p[1] * axis[1];
}

/** The direction or its opposite: that whose largest part is positive. @param {Point} axis @returns {Point} */
function upright([x, y]) {
  const largest = Math.abs(y) > Math.abs(x) ? y : x;
  return largest < 0 ? [-x, -y] : [x, y];
}
