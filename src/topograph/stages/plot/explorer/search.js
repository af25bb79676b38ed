// Search over titles and texts. Folded texts stand behind each other in one string a block, so that
// the browser's own string search runs through hundreds of documents in one call. A string takes two
// bytes a letter if it holds a single letter beyond Latin-1: such documents stand in a string apart.

/** With a smaller share of the documents left, each is looked at by itself. */
const FEW_LEFT = 0.3;

/**
 * The same text, copied: where a dash or an accent was taken out of a text, browsers go on keeping it
 * at two bytes a letter.
 */
function narrowed(text) {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

class SearchIndex {
  constructor(count) {
    this.count = count;
    this.parts = [];
    this.indexed = 0;
  }

  /** Take up documents, given by their titles and texts; `first` is the row of the first. */
  add(first, titles, texts) {
    /** @typedef {{ rows: number[], pieces: string[] }} Part */
    const narrow = /** @type {Part} */ ({ rows: [], pieces: [] });
    const wide = /** @type {Part} */ ({ rows: [], pieces: [] });
    titles.forEach((title, i) => {
      const piece = folded(`${title}\n${texts[i]}`);
      const part = /^[\0-\xff]*$/.test(piece) ? narrow : wide;
      part.rows.push(first + i);
      part.pieces.push(piece);
    });
    for (const part of [narrow, wide]) {
      const { rows, pieces } = part;
      const starts = new Uint32Array(pieces.length + 1);
      pieces.forEach((piece, i) => {
        starts[i + 1] = starts[i] + piece.length + 1;
      });
      if (!rows.length) continue;
      const joined = pieces.join("\0");
      const plain = part === narrow ? narrowed(joined) : joined;
      this.parts.push({ rows: Uint32Array.from(rows), starts, plain });
    }
    this.indexed += titles.length;
  }

  get complete() {
    return this.indexed === this.count;
  }

  /** Which documents hold what is asked for: a 1 in the row of each. */
  find(terms) {
    const hits = new Uint8Array(this.count);
    for (const part of this.parts) {
      const passed = new Uint8Array(part.starts.length - 1); // terms found so far, in order
      terms.forEach((term, step) => SearchIndex.#mark(part, term, step, passed));
      passed.forEach((met, i) => {
        hits[part.rows[i]] = met === terms.length ? 1 : 0;
      });
    }
    return hits;
  }

  /** Note which documents pass the term with this number, of those that passed all before. */
  static #mark(part, term, step, passed) {
    const { plain, starts } = part;
    const left = passed.reduce((sum, met) => sum + (met === step), 0);
    const found = new Uint8Array(passed.length);
    if (left < FEW_LEFT * passed.length) {
      passed.forEach((met, i) => {
        const own = () => plain.slice(starts[i], starts[i + 1]);
        if (met === step) found[i] = nextHit(own(), term, 0) >= 0 ? 1 : 0;
      });
    } else {
      SearchIndex.#scan(part, term, found);
    }
    for (let k = 0; k < passed.length; k++) {
      if (passed[k] === step && Boolean(found[k]) !== term.without) passed[k] = step + 1;
    }
  }

  static #scan({ plain, starts }, term, found) {
    let i = 0;
    let at = nextHit(plain, term, 0);
    while (at >= 0) {
      while (starts[i + 1] <= at) i++;
      found[i] = 1;
      at = nextHit(plain, term, starts[i + 1]); // one hit per document is enough
    }
  }
}
