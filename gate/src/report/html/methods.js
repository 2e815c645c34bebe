// Every row that was judged, to search and sort, and its history over the sessions.
{
  const body = document.getElementById("methods-body"), rows = data.rows;
  if (body && rows) {
    rows.name = rows.name.map((name) => (typeof name === "number" ? data.names[name] : name));
    const PAGE = 100, count = document.getElementById("methods-count"), search = document.getElementById("methods-search");
    const more = document.getElementById("methods-more"), history = document.getElementById("history");
    const order = Array.from(rows.name.keys()), lower = rows.name.map((name) => name.toLowerCase());
    const change = (i) => rows.head_ns[i] - rows.base_ns[i];
    const keys = {
      name: (a, b) => (rows.name[a] < rows.name[b] ? -1 : rows.name[a] > rows.name[b] ? 1 : 0),
      base: (a, b) => rows.base_ns[b] - rows.base_ns[a],
      head: (a, b) => rows.head_ns[b] - rows.head_ns[a],
      change: (a, b) => change(b) - change(a),
    };
    let key = "change", turned = false, shown = [], until = 0;

    // A line over the sessions; the axis begins at zero, so that a slope is as steep as the change is large.
    function chart(title, values) {
      history.replaceChildren(el("h3", {}, title));
      const sessions = data.history || [], known = values.filter((value) => value !== null);
      if (known.length < 2) { history.append(el("p", { class: "soft" }, "There are not two sessions to draw a line through.")); return; }
      const WIDTH = 720, HEIGHT = 160, top = Math.max(...known) * 1.1 || 1;
      const x = (i) => 50 + i * (WIDTH - 70) / Math.max(values.length - 1, 1), y = (value) => HEIGHT - 20 - value / top * (HEIGHT - 40);
      const svg = el("svg", { viewBox: "0 0 " + WIDTH + " " + HEIGHT, role: "img", "aria-label": title + " over " + values.length + " sessions" });
      svg.append(el("line", { class: "axis", x1: 50, x2: WIDTH - 20, y1: y(0), y2: y(0) }), el("text", { x: 0, y: y(0) }, "0"), el("text", { x: 0, y: y(top / 1.1) + 4 }, time(top / 1.1)));
      svg.append(el("polyline", { class: "trend", points: values.map((value, i) => (value === null ? "" : x(i) + "," + y(value))).join(" ") }));
      values.forEach((value, i) => {
        if (value === null) return;
        const session = sessions[i] || {};
        svg.append(el("circle", { class: session.is_head ? "head" : "base", cx: x(i), cy: y(value), r: 4 },
          el("title", {}, (session.name || "") + " (" + (session.build || "") + "): " + time(value))));
      });
      history.append(svg, el("p", { class: "soft" }, (sessions[0] ? sessions[0].name : "") + " … " + (sessions.at(-1) ? sessions.at(-1).name : "")));
    }
    if (data.history) chart("The launch", data.history.map((session) => session.launch_ns));

    function append() {
      const to = Math.min(shown.length, until + PAGE);
      for (; until < to; until++) {
        const i = shown[until], base = rows.base_ns[i], head = rows.head_ns[i];
        const name = rows.history_ns
          ? el("button", { class: "name", onclick: () => { chart(rows.name[i], rows.history_ns[i] || []); history.scrollIntoView({ block: "nearest" }); } }, rows.name[i])
          : rows.name[i];
        body.append(el("tr", {},
          el("td", { class: "name" }, name),
          el("td", {}, data.modules[rows.module[i]] || ""),
          el("td", { class: "number" }, time(base)),
          el("td", { class: "number" }, time(head)),
          el("td", { class: "number " + direction(base, head) }, signed(head - base) + " " + percent(base, head)),
          el("td", {}, data.answers[rows.answer[i]] || "")));
      }
      more.hidden = until >= shown.length;
      count.textContent = until + " of " + shown.length + " shown";
    }
    function fill() {
      const query = search.value.trim().toLowerCase();
      shown = query ? order.filter((i) => lower[i].includes(query)) : order.slice();
      shown.sort(keys[key]);
      if (turned) shown.reverse();
      body.replaceChildren();
      until = 0;
      append();
    }
    search.addEventListener("input", fill);
    more.addEventListener("click", append);
    for (const button of document.querySelectorAll("[data-sort]")) {
      button.addEventListener("click", () => {
        turned = key === button.dataset.sort ? !turned : false;
        key = button.dataset.sort;
        for (const other of document.querySelectorAll("[data-sort]")) other.parentElement.removeAttribute("aria-sort");
        button.parentElement.setAttribute("aria-sort", (key === "name") === turned ? "descending" : "ascending");
        fill();
      });
    }
    fill();
  }
}
