// The explorer: one choice (a topic, a search, a selection on the map) filters map, list and
// table. All data is in the element #data; nothing is fetched. Texts reach the page only through
// textContent, so a document cannot run anything.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const NOISE = -1;
const SHOWN = 200; // articles in the table at once
const state = { topic: null, words: [], picked: null, chosen: null };
const byTopic = new Map(data.topics.map((topic) => [topic.topic, topic]));
const haystack = data.documents.map((d) => `${d.title}\n${d.text}`.toLocaleLowerCase());

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function matching() {
  const rows = [];
  data.documents.forEach((d, i) => {
    if (state.topic !== null && d.topic !== state.topic) return;
    if (state.picked && !state.picked.has(i)) return;
    if (!state.words.every((word) => haystack[i].includes(word))) return;
    rows.push(i);
  });
  return rows;
}

function highlighted(text) {
  if (!state.words.length) return [text];
  const escaped = state.words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text.split(new RegExp(`(${escaped.join("|")})`, "giu")).map((part, i) =>
    i % 2 ? element("mark", {}, part) : part
  );
}

function facts(d) {
  const topic = byTopic.get(d.topic);
  const parts = [
    topic ? topic.label : `no topic: ${d.reason}`,
    `stability ${d.stability.toFixed(2)}`,
  ];
  if (d.nearest !== NOISE) parts.push(`next: ${byTopic.get(d.nearest).label}`);
  parts.push(d.source);
  return parts.join(" · ");
}

function article(i) {
  const d = data.documents[i];
  const made = element("article", { id: `d${i}` });
  if (i === state.chosen) made.setAttribute("data-chosen", "");
  made.append(
    element("h2", {}, ...highlighted(d.title)),
    element("div", { class: "facts" }, facts(d)),
    element("p", {}, ...highlighted(d.text))
  );
  for (const link of d.links) {
    const safe = /^https?:/i.test(link);
    made.append(
      safe ? element("a", { href: link, rel: "noopener noreferrer", target: "_blank" }, link) : link,
      " "
    );
  }
  return made;
}

function showTopics(counts) {
  const entries = [...data.topics];
  if (data.documents.some((d) => d.topic === NOISE)) {
    entries.push({ topic: NOISE, label: "no topic (noise)", colour: data.noise_colour, terms: [] });
  }
  document.getElementById("topics").replaceChildren(
    ...entries.map((topic) => {
      const button = element(
        "button",
        { type: "button", "aria-pressed": String(state.topic === topic.topic) },
        element("span", { class: "dot", style: `background:${topic.colour}` }),
        element("span", {}, topic.label),
        element("span", {}, String(counts.get(topic.topic) || 0)),
        element("small", {}, topic.terms.slice(2, 7).join(", "))
      );
      button.addEventListener("click", () => {
        state.topic = state.topic === topic.topic ? null : topic.topic;
        show();
      });
      return button;
    })
  );
}

function show() {
  const rows = matching();
  const kept = new Set(rows);
  const counts = new Map();
  for (const i of rows) {
    const topic = data.documents[i].topic;
    counts.set(topic, (counts.get(topic) || 0) + 1);
  }
  showTopics(counts);
  document.getElementById("count").value = `${rows.length} of ${data.documents.length} documents`;
  const shown = rows.slice(0, SHOWN);
  if (state.chosen !== null && kept.has(state.chosen) && !shown.includes(state.chosen)) {
    shown.unshift(state.chosen);
  }
  const articles = shown.map(article);
  if (rows.length > SHOWN) {
    articles.push(element("article", {}, `${rows.length - SHOWN} more: narrow the choice to see them.`));
  }
  document.getElementById("documents").replaceChildren(...articles);
  Plotly.restyle("map", {
    "marker.opacity": [data.documents.map((_, i) => (kept.has(i) ? 0.9 : 0.06))],
  }, [0]);
}

function draw() {
  const trace = {
    type: "scattergl",
    mode: "markers",
    x: data.documents.map((d) => d.x),
    y: data.documents.map((d) => d.y),
    text: data.documents.map((d) => d.hover),
    hovertemplate: "%{text}<extra></extra>",
    marker: {
      size: data.dot_size,
      color: data.documents.map((d) => (byTopic.get(d.topic) || { colour: data.noise_colour }).colour),
      opacity: data.documents.map(() => 0.9),
    },
  };
  const hidden = { visible: false, showgrid: false, zeroline: false };
  const layout = {
    margin: { l: 0, r: 0, t: 0, b: 0 },
    xaxis: hidden,
    yaxis: { ...hidden, scaleanchor: "x" },
    dragmode: "pan",
    hovermode: "closest",
    showlegend: false,
    hoverlabel: { align: "left" },
    annotations: data.topics.map((topic) => ({
      x: topic.x,
      y: topic.y,
      text: topic.on_map,
      showarrow: false,
      font: { size: 11, color: "#222" },
      bgcolor: "rgba(255,255,255,0.65)",
      captureevents: false,
    })),
  };
  Plotly.newPlot("map", [trace], layout, { ...data.config, scrollZoom: true });
  const map = document.getElementById("map");
  map.on("plotly_click", (event) => {
    state.chosen = event.points[0].pointIndex;
    show();
    const chosen = document.getElementById(`d${state.chosen}`);
    if (chosen) chosen.scrollIntoView({ block: "start" });
  });
  map.on("plotly_selected", (event) => {
    state.picked = event && event.points.length ? new Set(event.points.map((p) => p.pointIndex)) : null;
    show();
  });
  map.on("plotly_deselect", () => {
    state.picked = null;
    show();
  });
}

document.getElementById("search").addEventListener("input", (event) => {
  state.words = event.target.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  show();
});
document.getElementById("reset").addEventListener("click", () => {
  Object.assign(state, { topic: null, words: [], picked: null, chosen: null });
  document.getElementById("search").value = "";
  Plotly.restyle("map", { selectedpoints: [null] }, [0]);
  show();
});

draw();
show();
