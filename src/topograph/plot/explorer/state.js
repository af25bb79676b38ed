// What the user has chosen. It stands in the address bar, so that a view can be sent or kept.

const NOISE = -1;

/** The state of a page just opened. */
function initialState() {
  return {
    query: "",
    topics: [], // numbers of the chosen topics; empty: all
    area: [], // corners of the chosen area on the map, [x, y] each
    document: "", // identifier of the opened document
    colour: "topic", // topic, stability, or a column of the corpus
    noise: true, // whether noise is shown
    safe: false, // colours for all kinds of colour vision
    strictness: null, // of the assignment of noise; null: as the run has it
    sort: "",
    descending: false,
    list: "list", // list or tree
    view: [], // x and y range of the map
    theme: "", // light or dark; empty: as the system has it
  };
}

/** A number short enough for an address. */
function brief(number) {
  return String(Number(number.toPrecision(5)));
}

/** The state as the part of an address behind `#`; only what is not as at the beginning. */
function stateToHash(state) {
  const parts = new URLSearchParams();
  if (state.query) parts.set("q", state.query);
  if (state.topics.length) parts.set("topics", state.topics.join(" "));
  if (state.area.length) parts.set("area", state.area.flat().map(brief).join(" "));
  if (state.document) parts.set("document", state.document);
  if (state.colour !== "topic") parts.set("colour", state.colour);
  if (!state.noise) parts.set("noise", "off");
  if (state.safe) parts.set("colours", "safe");
  if (state.strictness !== null) parts.set("strictness", String(state.strictness));
  if (state.sort) parts.set("sort", `${state.descending ? "-" : ""}${state.sort}`);
  if (state.list !== "list") parts.set("list", state.list);
  if (state.view.length) parts.set("view", state.view.map(brief).join(" "));
  if (state.theme) parts.set("theme", state.theme);
  return parts.toString();
}

/** The state that an address tells; what is not understood is as at the beginning. */
function stateFromHash(hash) {
  const state = initialState();
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const numbers = (name) => {
    const found = (parts.get(name) || "").split(" ").filter(Boolean).map(Number);
    return found.every(Number.isFinite) ? found : [];
  };
  state.query = parts.get("q") || "";
  state.topics = numbers("topics").filter(Number.isInteger);
  const corners = numbers("area");
  if (corners.length >= 6 && corners.length % 2 === 0) {
    for (let i = 0; i < corners.length; i += 2) state.area.push([corners[i], corners[i + 1]]);
  }
  state.document = parts.get("document") || "";
  state.colour = parts.get("colour") || "topic";
  state.noise = parts.get("noise") !== "off";
  state.safe = parts.get("colours") === "safe";
  const [strictness] = numbers("strictness");
  if (strictness >= 0 && strictness <= 1) state.strictness = strictness;
  const sort = parts.get("sort") || "";
  state.sort = sort.replace(/^-/, "");
  state.descending = sort.startsWith("-");
  if (parts.get("list") === "tree") state.list = "tree";
  const view = numbers("view");
  if (view.length === 4) state.view = view;
  if (["light", "dark"].includes(parts.get("theme"))) state.theme = parts.get("theme");
  return state;
}
