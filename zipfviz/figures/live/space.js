// A word space in the browser: its moments under q ~ p^t, lengths, spectra and near words.
// Vectors are kept by column, so that sums over words run along memory.

/**
 * @typedef {object} PackedSpace
 * @property {string[]} words the most frequent first
 * @property {number} d
 * @property {number[]} low of each column
 * @property {number[]} step between two whole numbers of each column
 * @property {string} p base64 of float64
 * @property {string} bytes base64 of the columns' whole numbers, three bytes each
 */

const BLOCK = 1024; // rows whose columns stay in the nearest cache together

/** @param {string} text */
function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/** Float64 numbers from base64. @param {string} text */
export function floatsOf(text) {
  return new Float64Array(bytesOf(text).buffer);
}

/** Words, vectors and probabilities. */
export class WordSpace {
  /** @param {PackedSpace} packed */
  constructor(packed) {
    const n = packed.words.length;
    this.n = n;
    this.d = packed.d;
    this.words = packed.words;
    this.p = floatsOf(packed.p);
    const top = this.p.reduce((a, b) => Math.max(a, b), 0);
    /** Of the share of the most frequent word, so that no power of it is too small. */
    this.logs = this.p.map(p => Math.log(p / top));
    this.packed = packed;
    /** @type {Float64Array[] | null} */
    this.unpacked = null;
    /** @type {{t: number, q: Float64Array, mean: Float64Array} | null} */
    this.last = null;
  }

  /** The vectors by column, unpacked when they are first needed. */
  get columns() {
    if (this.unpacked) return this.unpacked;
    const {low, step: steps, bytes: text} = this.packed;
    const bytes = bytesOf(text);
    let at = 0;
    this.unpacked = low.map((least, j) => {
      const column = new Float64Array(this.n);
      const step = steps[j];
      for (let i = 0; i < this.n; i++, at += 3) {
        column[i] = least + step * (bytes[at] + 256 * bytes[at + 1] + 65536 * bytes[at + 2]);
      }
      return column;
    });
    return this.unpacked;
  }

  /** Information content of a word, in nats. @param {number} i */
  information(i) {
    return -Math.log(this.p[i]);
  }

  /** Length of each vector. */
  get lengths() {
    const squares = new Float64Array(this.n);
    for (const column of this.columns) for (let i = 0; i < this.n; i++) squares[i] += column[i] ** 2;
    return squares.map(Math.sqrt);
  }

  /** Weights under q ~ p^t, of sum 1, and the mean under them. @param {number} t */
  mean(t) {
    if (this.last?.t === t) return this.last;
    const q = this.logs.map(log => Math.exp(t * log));
    const total = q.reduce((a, b) => a + b, 0);
    for (let i = 0; i < this.n; i++) q[i] /= total;
    const mean = Float64Array.from(this.columns, column => {
      let sum = 0;
      for (let i = 0; i < column.length; i++) sum += q[i] * column[i];
      return sum;
    });
    this.last = {t, q, mean};
    return this.last;
  }

  /** The k words whose vectors are nearest to a point, nearest first. @param {Float64Array} point @param {number} k */
  nearest(point, k) {
    const squares = new Float64Array(this.n);
    this.columns.forEach((column, j) => {
      const at = point[j];
      for (let i = 0; i < column.length; i++) squares[i] += (column[i] - at) ** 2;
    });
    /** @type {{row: number, distance: number}[]} */
    const found = [];
    let worst = Infinity;
    for (let i = 0; i < this.n; i++) {
      if (squares[i] >= worst && found.length === k) continue;
      let place = found.length;
      while (place > 0 && found[place - 1].distance > squares[i]) place--;
      found.splice(place, 0, {row: i, distance: squares[i]});
      if (found.length > k) found.pop();
      worst = found[found.length - 1].distance;
    }
    return found.map(({row, distance}) => ({row, distance: Math.sqrt(distance)}));
  }

  /** Covariance under q ~ p^t, rows of its lower triangle. @param {number} t */
  covariance(t) {
    const {q, mean} = this.mean(t);
    const {n, d, columns} = this;
    const found = Array.from({length: d}, (_, a) => new Float64Array(a + 1));
    const centred = columns.map(() => new Float64Array(BLOCK));
    const weighed = new Float64Array(BLOCK);
    for (let from = 0; from < n; from += BLOCK) {
      const size = Math.min(BLOCK, n - from);
      for (let a = 0; a < d; a++) {
        const [column, own, middle] = [columns[a], centred[a], mean[a]];
        for (let i = 0; i < size; i++) own[i] = column[from + i] - middle;
        for (let i = size; i < BLOCK; i++) own[i] = 0;
        for (let i = 0; i < size; i++) weighed[i] = q[from + i] * own[i];
        for (let i = size; i < BLOCK; i++) weighed[i] = 0;
        for (let b = 0; b <= a; b += 4) addProducts(found[a], b, weighed, centred);
      }
    }
    return found;
  }

  /**
   * Lengths of the k most frequent words, each whitened by the moments of all words but itself:
   * |w|^2 / (1 - q (1 + |w|^2)) of its whitened length.
   * @param {number} t
   * @param {number} k
   * @param {Float64Array[]} covariance under q ~ p^t
   */
  whitenedLengths(t, k, covariance) {
    const {q, mean} = this.mean(t);
    const root = cholesky(covariance);
    const solved = new Float64Array(this.d);
    return Float64Array.from({length: k}, (_, i) => {
      let square = 0;
      for (let a = 0; a < this.d; a++) {
        let left = this.columns[a][i] - mean[a];
        for (let b = 0; b < a; b++) left -= root[a][b] * solved[b];
        solved[a] = root[a][a] > 0 ? left / root[a][a] : 0;
        square += solved[a] ** 2;
      }
      return Math.sqrt(square / (1 - q[i] * (1 + square)));
    });
  }

  /** Different words expected among so many draws, one with each word's p. @param {number} draws */
  expectedTypes(draws) {
    let sum = 0;
    for (let i = 0; i < this.n; i++) sum -= Math.expm1(draws * Math.log1p(-this.p[i]));
    return sum;
  }

  /** The same where each word is as likely. @param {number} draws */
  expectedUniform(draws) {
    return this.n > 1 ? this.n * -Math.expm1(draws * Math.log1p(-1 / this.n)) : Math.min(draws, 1);
  }
}

/**
 * Add the products of x with four columns from `b` to four sums, as many as there are; x is read
 * once for all.
 * @param {Float64Array} sums
 * @param {number} b
 * @param {Float64Array} x
 * @param {Float64Array[]} columns
 */
function addProducts(sums, b, x, columns) {
  const last = columns.length - 1;
  const [y0, y1, y2, y3] = [0, 1, 2, 3].map(k => columns[Math.min(b + k, last)]);
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let i = 0; i < BLOCK; i++) {
    const v = x[i];
    s0 += v * y0[i];
    s1 += v * y1[i];
    s2 += v * y2[i];
    s3 += v * y3[i];
  }
  [s0, s1, s2, s3].forEach((sum, k) => {
    if (b + k < sums.length) sums[b + k] += sum;
  });
}

/** Lower factor L of C = L L^T; a direction without variance has a column of zeros. @param {Float64Array[]} covariance */
export function cholesky(covariance) {
  const root = covariance.map(row => row.slice());
  const least = 1e-12 * Math.max(...covariance.map((row, a) => row[a]), 0);
  for (let a = 0; a < root.length; a++) {
    for (let b = 0; b <= a; b++) {
      let left = root[a][b];
      for (let c = 0; c < b; c++) left -= root[a][c] * root[b][c];
      if (a > b) root[a][b] = root[b][b] > 0 ? left / root[b][b] : 0;
      else root[a][a] = left > least ? Math.sqrt(left) : 0;
    }
  }
  return root;
}

/**
 * Eigenvalues of a symmetric matrix, descending: Householder's tridiagonal form, then implicit QL
 * (Bowdler, Martin, Reinsch & Wilkinson 1968).
 * @param {Float64Array[]} lower rows of its lower triangle
 */
export function eigenvalues(lower) {
  const n = lower.length;
  const A = lower.map((row, i) => Float64Array.from({length: n}, (_, j) => (j <= i ? row[j] : lower[j][i])));
  const diagonal = new Float64Array(n);
  const beside = new Float64Array(n); // beside[i] joins i - 1 and i
  for (let i = n - 1; i > 0; i--) {
    const row = A[i];
    let scale = 0;
    for (let k = 0; k < i; k++) scale += Math.abs(row[k]);
    if (i === 1 || scale === 0) {
      beside[i] = row[i - 1];
      continue;
    }
    let h = 0;
    for (let k = 0; k < i; k++) {
      row[k] /= scale;
      h += row[k] ** 2;
    }
    const g = row[i - 1] >= 0 ? -Math.sqrt(h) : Math.sqrt(h);
    beside[i] = scale * g;
    h -= row[i - 1] * g;
    row[i - 1] -= g;
    const u = row;
    const p = new Float64Array(i);
    let both = 0;
    for (let j = 0; j < i; j++) {
      let sum = 0;
      for (let k = 0; k < i; k++) sum += A[j][k] * u[k];
      p[j] = sum / h;
      both += p[j] * u[j];
    }
    const half = both / (2 * h);
    for (let j = 0; j < i; j++) p[j] -= half * u[j];
    for (let j = 0; j < i; j++) for (let k = 0; k < i; k++) A[j][k] -= u[j] * p[k] + p[j] * u[k];
  }
  for (let i = 0; i < n; i++) diagonal[i] = A[i][i];
  for (let i = 1; i < n; i++) beside[i - 1] = beside[i];
  beside[n - 1] = 0;
  for (let l = 0; l < n; l++) {
    for (let turn = 0; turn < 60; turn++) {
      let m = l;
      while (m < n - 1 && Math.abs(beside[m]) > Number.EPSILON * (Math.abs(diagonal[m]) + Math.abs(diagonal[m + 1]))) m++;
      if (m === l) break;
      let g = (diagonal[l + 1] - diagonal[l]) / (2 * beside[l]);
      let r = Math.hypot(g, 1);
      g = diagonal[m] - diagonal[l] + beside[l] / (g + (g >= 0 ? r : -r));
      let [s, c, p] = [1, 1, 0];
      let i = m - 1;
      for (; i >= l; i--) {
        const f = s * beside[i];
        const b = c * beside[i];
        r = Math.hypot(f, g);
        beside[i + 1] = r;
        if (r === 0) {
          diagonal[i + 1] -= p;
          beside[m] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = diagonal[i + 1] - p;
        r = (diagonal[i] - g) * s + 2 * c * b;
        p = s * r;
        diagonal[i + 1] = g + p;
        g = c * r - b;
      }
      if (r === 0 && i >= l) continue;
      diagonal[l] -= p;
      beside[l] = g;
      beside[m] = 0;
    }
  }
  return diagonal.map(value => Math.max(value, 0)).sort().reverse();
}

/**
 * Spectrum and lengths under one prior.
 * @typedef {{values: Float64Array, lengths: Float64Array}} Whitened
 */

/** @param {WordSpace} space @param {number} t @param {number} k words whose lengths are told @returns {Whitened} */
export function whitenedAt(space, t, k) {
  const covariance = space.covariance(t);
  return {values: eigenvalues(covariance), lengths: space.whitenedLengths(t, k, covariance)};
}

/** Effective rank, exp of the entropy of the shares. @param {Float64Array} values */
export function effectiveRank(values) {
  const total = values.reduce((a, b) => a + b, 0);
  let entropy = 0;
  for (const value of values) if (value > 0) entropy -= (value / total) * Math.log(value / total);
  return Math.exp(entropy);
}

/** Pearson's correlation. @param {Float64Array} x @param {Float64Array} y */
export function pearson(x, y) {
  const middle = (/** @type {Float64Array} */ v) => v.reduce((a, b) => a + b, 0) / v.length;
  const [mx, my] = [middle(x), middle(y)];
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) ** 2;
    yy += (y[i] - my) ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}
