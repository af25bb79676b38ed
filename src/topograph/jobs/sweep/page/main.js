// The page: what is chosen, and what is drawn anew when the choice changes.

/** @param {Sweep} sweep */
function open(sweep) {
  const varies = sweep.measures.map((_, number) => {
    const [low, high] = [column(sweep, number)].map((own) => own.filter((value) => value !== null))
      .map((own) => [Math.min(...own), Math.max(...own)])[0];
    return high > low;
  });
  const first = sweep.measures.findIndex(({ name }) => name === "topics");
  const named = sweep.front.map((name) => sweep.measures.findIndex((own) => own.name === name)).filter((own) => own >= 0);
  /** @type {Choice} */
  const chosen = {
    first: 0, second: Math.min(1, sweep.points.length - 1), rows: new Set(),
    front: new Set(named.filter((number) => varies[number])), x: Math.max(first, 0), y: named[0] ?? 0,
  };
  let sorted = { column: -1, down: true };
  const maps = ["first-map", "second-map"].map((id) => new TopicMap(place(id), sweep, chooseRows));

  /** @param {Set<number>} rows */
  function chooseRows(rows) {
    chosen.rows = rows;
    showMaps();
  }

  /** @param {number} number @param {boolean} second */
  function choose(number, second) {
    if (second) chosen.second = number;
    else chosen.first = number;
    draw();
  }

  function showMaps() {
    maps[0].show(chosen.first, chosen.rows);
    maps[1].show(chosen.second, chosen.rows);
  }

  function drawFront() {
    place("front").replaceChildren(
      ...sweep.measures.flatMap((measure, number) => {
        if (measure.better === "neither" || !varies[number]) return [];
        const box = html("input", {
          type: "checkbox", checked: chosen.front.has(number),
          onchange: (/** @type {Event} */ event) => {
            if (/** @type {HTMLInputElement} */ (event.target).checked) chosen.front.add(number);
            else chosen.front.delete(number);
            draw();
          },
        });
        return [html("label", { title: measure.meaning }, box, ` ${nameOf(measure)}`)];
      }),
    );
  }

  function drawSelects() {
    for (const [id, key] of /** @type {["x" | "y", "x" | "y"][]} */ ([["x", "x"], ["y", "y"]])) {
      const select = /** @type {HTMLSelectElement} */ (place(id));
      select.replaceChildren(
        ...sweep.measures.map((measure, number) =>
          html("option", { value: number, selected: number === chosen[key] }, measure.name.replaceAll("_", " "))),
      );
      select.onchange = () => {
        chosen[key] = Number(select.value);
        draw();
      };
    }
    ["first", "second"].forEach((key) => {
      const select = /** @type {HTMLSelectElement} */ (place(`${key}-point`));
      select.replaceChildren(
        ...sweep.points.map((point, number) =>
          html("option", { value: number }, [point.id, ...sweep.axes.map((axis, own) => axis.values[point.ranks[own]])].join(" · "))),
      );
      select.onchange = () => choose(Number(select.value), key === "second");
    });
  }

  /** @param {boolean[]} front */
  function drawTable(front) {
    const columns = [
      ...sweep.axes.map((axis, own) => ({ name: axis.key, title: axis.key, values: sweep.points.map((point) => point.ranks[own]), text: (/** @type {number} */ row) => axis.values[sweep.points[row].ranks[own]] })),
      ...sweep.measures.map((measure, own) => ({
        name: nameOf(measure), title: `${measure.meaning} (${measure.range})`, values: column(sweep, own),
        text: (/** @type {number} */ row) => valueText(sweep.points[row].measures[own]),
      })),
    ];
    const rows = sorted.column < 0 ? sweep.points.map((_, row) => row) : order(columns[sorted.column].values, sorted.down);
    place("points").replaceChildren(
      html("thead", {}, html("tr", {}, html("th", {}, "point"),
        ...columns.map(({ name, title }, number) => html("th", {
          title, "aria-sort": number === sorted.column ? (sorted.down ? "descending" : "ascending") : "none",
        }, html("button", {
          type: "button",
          onclick: () => {
            sorted = { column: number, down: sorted.column === number ? !sorted.down : true };
            drawTable(front);
          },
        }, name))))),
      html("tbody", {}, ...rows.map((row) => html("tr", {
        class: [front[row] ? "front" : "", row === chosen.first ? "first" : "", row === chosen.second ? "second" : ""].join(" "),
        onclick: (/** @type {MouseEvent} */ event) => choose(row, event.shiftKey),
      }, html("th", { scope: "row" }, html("button", { type: "button", "aria-pressed": row === chosen.first }, `${front[row] ? "★ " : ""}${sweep.points[row].id}`)),
      ...columns.map(({ text }) => html("td", {}, text(row)))))),
    );
  }

  function drawEffects() {
    const shown = sweep.effects.filter(({ measure }) => varies[measure]);
    place("effects").replaceChildren(
      html("thead", {}, html("tr", {}, html("th", {}, "measure"), ...sweep.axes.map(({ key }) => html("th", {}, key)), html("th", {}, "strongest pair"))),
      html("tbody", {}, ...shown.map(({ measure, shares, means: all, pair }) => {
        const ends = extent(all.flat());
        const text = pair && pair[2] >= 0.005 ? `${sweep.axes[pair[0]].key} with ${sweep.axes[pair[1]].key}: ${Math.round(100 * pair[2])} %` : "–";
        return html("tr", {}, html("th", { scope: "row", title: sweep.measures[measure].meaning }, nameOf(sweep.measures[measure])),
          ...shares.map((share, axis) => html("td", {}, means(all[axis], ends, `Means of ${sweep.measures[measure].name} by ${sweep.axes[axis].key}: ${all[axis].map(valueText).join(", ")}`),
            html("span", { class: "n" }, share === null ? "–" : `${Math.round(100 * share)} %`))),
          html("td", {}, text));
      })),
    );
  }

  function drawTopics() {
    const count = sweep.points.length;
    place("topics").replaceChildren(
      html("thead", {}, html("tr", {}, ...["topic", "found at", "documents", "similarity", "points", "also named"].map((name) => html("th", {}, name)))),
      html("tbody", {}, ...sweep.topics.map((topic) => {
        const found = topic.found.filter((own) => own >= 0).length;
        const strip = html("span", { class: "strip", role: "img", "aria-label": `found at ${found} of ${count} points` },
          ...topic.found.map((own, point) => html("i", { class: own < 0 ? "" : "on", title: own < 0 ? `${sweep.points[point].id}: not found` : `${sweep.points[point].id}: ${sweep.points[point].labels[own]}` })));
        const button = html("button", {
          type: "button",
          onclick: () => {
            const at = topic.found[chosen.first] >= 0 ? chosen.first : topic.found.findIndex((own) => own >= 0);
            chooseRows(new Set(sweep.partitions[at].flatMap((own, row) => (own === topic.found[at] ? [row] : []))));
            place("maps").scrollIntoView({ behavior: "smooth", block: "nearest" });
          },
        }, html("bdi", {}, topic.label));
        return html("tr", {}, html("th", { scope: "row" }, button), html("td", { class: "n" }, `${found} of ${count}`),
          html("td", { class: "n" }, topic.size.toLocaleString("en")), html("td", { class: "n" }, topic.similarity.toFixed(2)),
          html("td", {}, strip), html("td", {}, html("bdi", {}, topic.labels.slice(1, 4).join("; "))));
      })),
    );
  }

  function draw() {
    const front = paretoFront(sweep.points, sweep.measures, chosen.front);
    place("scatter").replaceChildren(scatter(sweep, chosen, front, choose));
    place("parallel").replaceChildren(parallel(sweep, chosen, front, choose));
    place("front-count").textContent = `${front.filter(Boolean).length} of ${sweep.points.length} points are on the front (★).`;
    drawTable(front);
    for (const key of /** @type {["first", "second"]} */ (["first", "second"])) {
      /** @type {HTMLSelectElement} */ (place(`${key}-point`)).value = String(chosen[key]);
    }
    const own = sweep.points[chosen.first];
    place("lines").textContent = own.lines;
    place("take").textContent = `topograph sweep ${sweep.name} --take ${own.id}`;
    showMaps();
  }

  place("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(place("lines").textContent || "");
    place("copied").textContent = "Copied.";
  });
  place("theme").addEventListener("click", () => {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  });
  drawFront();
  drawSelects();
  drawEffects();
  drawTopics();
  place("claims").hidden = !sweep.claims.length;
  place("curves").replaceChildren(...claimFigures(sweep, choose));
  draw();
  document.body.dataset.ready = "yes";
}

unpacked().then(open);
