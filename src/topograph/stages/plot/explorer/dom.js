// Making elements. Texts of documents reach the page through here and only as text: nothing that a
// document holds is read as HTML.

/** An element with attributes and children; `on...` attributes are listeners. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(made.style, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/**
 * The element of the page that says how far something is.
 * @param {string} id
 */
function outputOf(id) {
  return /** @type {HTMLOutputElement} */ (document.getElementById(id));
}

/** A text with the hits marked. */
function marked(text, terms) {
  const pieces = [];
  let end = 0;
  for (const [start, stop] of hitRanges(text, terms)) {
    pieces.push(text.slice(end, start), element("mark", {}, text.slice(start, stop)));
    end = stop;
  }
  return [...pieces, text.slice(end)];
}

/** A link if it leads to the web, else its text. */
function link(address) {
  if (!/^https?:\/\//i.test(address)) return element("bdi", {}, address);
  return element(
    "a",
    { href: address, target: "_blank", rel: "noopener noreferrer" },
    element("bdi", {}, address)
  );
}

/** A bar whose length is a share, with what it says for those who cannot see it. */
function bar(share, says, colour) {
  const width = `${Math.round(100 * Math.min(1, Math.max(0, share)))}%`;
  const fill = element("span", { style: { width, ...(colour ? { background: colour } : {}) } });
  return element("span", { class: "bar", role: "img", "aria-label": says, title: says }, fill);
}

/** A number from 0 to 1 as it is shown; a dash where there is none. */
function shareText(value) {
  return value === null || value === undefined ? "–" : value.toFixed(2);
}

/** A number of documents or topics as people read it. */
function countText(count) {
  return count.toLocaleString("en");
}

/** A dot in the colour of a topic. */
function colourDot(colour) {
  return element("span", { class: "dot", style: { background: colour } });
}

/** Make all buttons of a place one stop of the Tab key; arrows, Home and End move between them. */
function oneTabStop(place, selector) {
  const settle = (chosen) => {
    for (const own of place.querySelectorAll(selector)) own.tabIndex = own === chosen ? 0 : -1;
  };
  settle(place.querySelector(selector));
  if (place.dataset.oneTabStop) return;
  place.dataset.oneTabStop = "yes";
  place.addEventListener("focusin", (event) => {
    const own = event.target.closest(selector);
    if (own) settle(own);
  });
  place.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    if (!step || event.defaultPrevented) return;
    const shown = [...place.querySelectorAll(selector)].filter((own) => own.offsetParent);
    const at = shown.indexOf(document.activeElement?.closest(selector)) + step;
    shown[Math.min(shown.length - 1, Math.max(0, at))]?.focus();
    event.preventDefault();
  });
}
