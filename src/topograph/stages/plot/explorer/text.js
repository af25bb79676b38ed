// Texts: how they are compared, searched and marked. Nothing here touches the page.

/** Scripts that put no spaces between words: there a word may begin anywhere. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const WORD = /[\p{L}\p{N}]/u;

/** Signs of print as they are typed. */
const TYPED = { "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "‐": "-", "‑": "-",
  "–": "-", "—": "-", "−": "-", "…": "...", "ς": "σ" };
const PRINTED = new RegExp(`[${Object.keys(TYPED).join("")}]`, "g");

/**
 * A text as it is compared: without case and accents, quotes and dashes as they are typed, any white
 * space as a blank.
 * @param {string} text
 * @returns {string}
 */
function folded(text) {
  const lower = text.toLowerCase();
  if (/^[\x20-\x7f]*$/.test(lower)) return lower;
  const plain = lower.normalize("NFD").replace(/\p{M}/gu, "");
  return plain.replace(PRINTED, (sign) => TYPED[sign]).replace(/[\s\0]/g, " ");
}

/**
 * Whether a character is part of a word that is set off by blanks.
 * @param {string | undefined} character
 * @returns {boolean}
 */
function inWord(character) {
  return character !== undefined && WORD.test(character) && !UNSPACED.test(character);
}

/**
 * What a query asks for: words by their beginning, "phrases" whole, and either -not at all.
 * A single letter is not looked for yet: nearly every text has it.
 * @param {string} query
 * @returns {Term[]}
 */
function parseQuery(query) {
  const terms = [];
  for (const [, minus, phrase, word] of query.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)) {
    const needle = folded(phrase ?? word).replace(/ +/g, " ").trim();
    const long = needle.length > 1 || UNSPACED.test(needle);
    if (long) terms.push({ needle, whole: phrase !== undefined, without: minus === "-" });
  }
  return terms;
}

/**
 * The place of a term in a folded text from `from` on, or -1.
 * @param {string} plain
 * @param {Term} term
 * @param {number} from
 * @returns {number}
 */
function nextHit(plain, term, from) {
  const { needle, whole } = term;
  const guardStart = inWord(needle[0]);
  const guardEnd = whole && inWord(needle[needle.length - 1]);
  let at = plain.indexOf(needle, from);
  while (at >= 0) {
    const begins = !guardStart || !inWord(plain[at - 1]);
    const ends = !guardEnd || !inWord(plain[at + needle.length]);
    if (begins && ends) break;
    at = plain.indexOf(needle, at + 1);
  }
  return at;
}

/**
 * Where the terms stand in a text: [start, end) pairs that do not overlap, in order.
 * @param {string} text
 * @param {Term[]} terms
 * @returns {[start: number, end: number][]}
 */
function hitRanges(text, terms) {
  const places = []; // of each folded character, the place of the one it comes from
  let plain = "";
  let place = 0;
  for (const character of text) {
    const fold = folded(character);
    for (let i = 0; i < fold.length; i++) places.push(place);
    plain += fold;
    place += character.length;
  }
  places.push(text.length);
  const found = [];
  for (const term of terms) {
    if (term.without) continue;
    for (let at = nextHit(plain, term, 0); at >= 0; at = nextHit(plain, term, at + 1)) {
      found.push([places[at], places[at + term.needle.length]]);
    }
  }
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  /** @type {[start: number, end: number][]} */
  const merged = [];
  for (const [start, end] of found) {
    const last = merged[merged.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/**
 * The beginning of a text, of `length` characters at most; no character is cut in two.
 * @param {string} text
 * @param {number} length
 * @returns {string}
 */
function cutText(text, length) {
  if (text.length <= length) return text;
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/**
 * An excerpt of about `length` characters: the beginning of a text, or the text around a hit.
 * @param {string} text
 * @param {Term[]} terms
 * @param {number} length
 * @returns {string}
 */
function snippet(text, terms, length) {
  const [first] = hitRanges(text, terms);
  if (!first || first[1] < length) {
    return text.length > length ? `${cutText(text, length)}…` : text;
  }
  const near = Math.max(0, first[0] - Math.floor(length / 3));
  const blank = text.lastIndexOf(" ", near);
  const start = near - blank < length ? Math.max(0, blank) : near;
  const piece = cutText(text.slice(start).replace(/^[\udc00-\udfff]/, ""), length).trim();
  return `${start ? "…" : ""}${piece}${start + length < text.length ? "…" : ""}`;
}
