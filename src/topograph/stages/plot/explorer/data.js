// The run's data: blocks of compressed JSON in the page, unpacked when they are needed.

/** Unpack a block: base64 over gzip over JSON. */
async function unpack(element) {
  const packed = element.textContent;
  const bytes = Uint8Array.fromBase64
    ? Uint8Array.fromBase64(packed)
    : Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** The block of a name, unpacked. */
function block(name) {
  return unpack(document.getElementById(`block-${name}`));
}

/** Texts and what else is long, a few hundred documents a block; the last blocks are kept. */
class Texts {
  static KEPT = 12;

  constructor(blockSize, blocks) {
    this.blockSize = blockSize;
    this.blocks = blocks;
    this.opened = new Map();
  }

  /** All documents of a block: `{text, links, near, fields}`. */
  open(number) {
    const known = this.opened.get(number);
    const promise = known || block(`texts-${number}`);
    this.opened.delete(number); // put it last: the first is the one not used for longest
    this.opened.set(number, promise);
    if (this.opened.size > Texts.KEPT) this.opened.delete(this.opened.keys().next().value);
    return promise;
  }

  /** One document. */
  async of(row) {
    const all = await this.open(Math.floor(row / this.blockSize));
    return all[row % this.blockSize];
  }
}

/**
 * Take all texts up for the search, block by block; the page stays responsive meanwhile. `report` is
 * called with how far it is.
 */
async function readTexts(run, titles, index, report) {
  for (let number = 0; number < run.blocks; number++) {
    const documents = await block(`texts-${number}`);
    const first = number * run.block_size;
    index.add(first, titles.slice(first, first + documents.length), documents.map(({ text }) => text));
    if (run.blocks > 4) report(`reading texts: ${Math.round((100 * (number + 1)) / run.blocks)} %`);
    await new Promise((resume) => setTimeout(resume));
  }
  report("");
}
