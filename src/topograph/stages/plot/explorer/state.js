// What the user has chosen. It stands in the address bar, so that a view can be sent or kept.

const NOISE = -1;

/**
 * The state of a page just opened.
 * @returns {State}
 */
function initialState() {
  return {
    query: "",
    topics: [], // numbers of the chosen topics; empty: all
    area: [], // corners of the chosen area on the map, [x, y] each
    fields: [], // [column, value], or [column, lowest, highest] of numbers and dates
    document: "", // identifier of the opened document
    colour: "topic", // topic, stability, or a column of the corpus
    noise: true, // whether noise is shown
    safe: false, // colours for all kinds of colour vision
    strictness: null, // of the assignment of noise; null: as the run has it
    sort: "",
    descending: false,
    list: "list", // list or tree
    termView: 0, // which of a topic's lists of terms is shown; 0: the terms it is named by
    view: [], // x and y range of the map
    theme: "", // light or dark; empty: as the system has it
  };
}

/**
 * A number short enough for an address.
 * @param {number} number
 * @returns {string}
 */
function brief(number) {
  return String(Number(number.toPrecision(5)));
}

/**
 * How an address names a topic: by its key, which stays when topics are renumbered.
 * @param {number} topic
 * @param {Run} run
 * @returns {string}
 */
function topicToken(topic, run) {
  return topic === NOISE ? "noise" : run.topics[topic].key;
}

/**
 * The number of a topic by its key, or by its number; undefined if the run has no such topic.
 * @param {string} token
 * @param {Run} run
 * @returns {number | undefined}
 */
function topicOfToken(token, run) {
  if (token === "noise" || token === String(NOISE)) return run.noise ? NOISE : undefined;
  return run.topics.find(({ key, topic }) => key === token || String(topic) === token)?.topic;
}

/**
 * The state as the part of an address behind `#`; only what is not as at the beginning.
 * @param {State} state
 * @param {Run} run
 * @returns {string}
 */
function stateToHash(state, run) {
  const parts = new URLSearchParams();
  if (state.query) parts.set("q", state.query);
  if (state.topics.length) parts.set("topics", state.topics.map((t) => topicToken(t, run)).join(" "));
  if (state.area.length) parts.set("area", state.area.flat().map(brief).join(" "));
  for (const field of state.fields) parts.append("where", JSON.stringify(field));
  if (state.document) parts.set("document", state.document);
  if (state.colour !== "topic") parts.set("colour", state.colour);
  if (!state.noise) parts.set("noise", "off");
  if (state.safe) parts.set("colours", "safe");
  if (state.strictness !== null) parts.set("strictness", String(state.strictness));
  if (state.sort) parts.set("sort", `${state.descending ? "-" : ""}${state.sort}`);
  if (state.list !== "list") parts.set("list", state.list);
  if (state.termView) parts.set("terms", String(state.termView));
  if (state.view.length) parts.set("view", state.view.map(brief).join(" "));
  if (state.theme) parts.set("theme", state.theme);
  return parts.toString();
}

/**
 * The state in an address: `{state, unknown}`. What is not understood is as at the beginning;
 * `unknown` names topics, documents and columns that this run does not have.
 * @param {string} hash
 * @param {Run} run
 * @param {(id: string) => boolean} hasDocument
 * @returns {{ state: State, unknown: string[] }}
 */
function stateFromHash(hash, run, hasDocument) {
  const state = initialState();
  const unknown = [];
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const numbers = (name) => {
    const found = (parts.get(name) || "").split(" ").filter(Boolean).map(Number);
    return found.every(Number.isFinite) ? found : [];
  };
  state.query = parts.get("q") || "";
  for (const token of (parts.get("topics") || "").split(" ").filter(Boolean)) {
    const topic = topicOfToken(token, run);
    if (topic === undefined) unknown.push(`topic ${token}`);
    else if (!state.topics.includes(topic)) state.topics.push(topic);
  }
  const corners = numbers("area");
  if (corners.length >= 6 && corners.length % 2 === 0) {
    for (let i = 0; i < corners.length; i += 2) state.area.push([corners[i], corners[i + 1]]);
  }
  for (const written of parts.getAll("where")) {
    const field = knownField(written, run);
    if (field) state.fields.push(field);
    else unknown.push(`choice ${written}`);
  }
  const document = parts.get("document") || "";
  if (hasDocument(document)) state.document = document;
  else if (document) unknown.push(`document ${document}`);
  const colour = parts.get("colour") || "topic";
  const colours = ["topic", "stability", ...run.columns.map(({ name }) => name)];
  if (colours.includes(colour)) state.colour = colour;
  else unknown.push(`column ${colour}`);
  state.noise = parts.get("noise") !== "off";
  state.safe = parts.get("colours") === "safe";
  const [strictness] = numbers("strictness");
  if (run.noise && strictness >= 0 && strictness <= 1) state.strictness = strictness;
  const sort = parts.get("sort") || "";
  state.sort = sort.replace(/^-/, "");
  state.descending = sort.startsWith("-");
  if (parts.get("list") === "tree") state.list = "tree";
  const [termView] = numbers("terms");
  if (Number.isInteger(termView) && termView > 0 && termView <= run.term_views.length) {
    state.termView = termView;
  }
  const view = numbers("view");
  if (view.length === 4 && view[0] !== view[1] && view[2] !== view[3]) state.view = view;
  const theme = parts.get("theme") ?? "";
  if (["light", "dark"].includes(theme)) state.theme = theme;
  return { state, unknown };
}

/**
 * A choice of values as an address has it, if the run has such a column and value.
 * @param {string} written
 * @param {Run} run
 * @returns {Field | undefined}
 */
function knownField(written, run) {
  let field;
  try {
    field = JSON.parse(written);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (!Array.isArray(field)) return undefined;
  const [name, ...wanted] = field;
  const known = /** @type {Field} */ (field);
  const column = run.columns.find((one) => one.name === name);
  if (!column) return undefined;
  if (column.kind === "category" || column.kind === "list") {
    return wanted.length === 1 && column.labels.includes(wanted[0]) ? known : undefined;
  }
  return wanted.length === 2 && wanted.every(Number.isFinite) ? known : undefined;
}

/** The address bar. Browsers refuse a page that writes to it too often, so writing waits a little. */
class Address {
  static PAUSE = 250; // milliseconds

  constructor() {
    this.written = -Infinity;
    this.waiting = 0;
  }

  write(hash) {
    clearTimeout(this.waiting);
    const put = () => {
      this.written = performance.now();
      history.replaceState(null, "", hash ? `#${hash}` : `${location.pathname}${location.search}`);
    };
    const rest = this.written + Address.PAUSE - performance.now();
    if (rest <= 0) put();
    else this.waiting = setTimeout(put, rest);
  }
}
