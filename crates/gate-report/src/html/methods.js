// Shows all judged rows, which can be searched and sorted, and their history.
{
  const body = document.getElementById("methods-body"), rows = data.rows;
  if (body && rows) {
    rows.name = rows.name.map((name) => (typeof name === "number" ? data.names[name] : name));
    const PAGE = 100, history = document.getElementById("history");
    const order = Array.from(rows.name.keys()), lower = rows.name.map((name) => name.toLowerCase());
    const change = (i) => rows.head_ns[i] - rows.base_ns[i];
    const orders = {
      name: (a, b) => compare(rows.name[a], rows.name[b]),
      base: (a, b) => rows.base_ns[b] - rows.base_ns[a],
      head: (a, b) => rows.head_ns[b] - rows.head_ns[a],
      change: (a, b) => change(b) - change(a),
    };
    // Rows with these results have no proven change, so they have no colour.
    const quiet = new Set(["unchanged", "too noisy", "possibly slower", "moved", "not confirmed", ""]), result = (i) => data.results[rows.result[i]] || "";
    const filters = [["module", data.modules], ["owner", data.owners], ["result", data.results]].map(([key, list]) => {
      const select = document.getElementById("methods-" + key);
      select.append(el("option", { value: "" }, "every " + key), ...list.map((text, at) => [text, at]).filter(([text]) => text).sort().map(([text, at]) => el("option", { value: at }, text)));
      select.hidden = select.childElementCount < 3;
      return [key, select];
    });
    const passes = (i) => filters.every(([key, select]) => select.value === "" || rows[key][i] === Number(select.value));
    // All times have one unit, so that the decimal points of a column align.
    const inMs = (ns) => (ns / 1e6).toFixed(3);
    // Rows that cost 0 on both sides are not listed.
    const isSomething = (i) => rows.base_ns[i] !== 0 || rows.head_ns[i] !== 0;

    // Draws a line over the sessions. The axis spans the measured values, and the band is the ignored growth.
    function chart(title, values, limit) {
      history.replaceChildren(el("h3", {}, title));
      const sessions = data.history || [], known = values.filter((value) => value !== null);
      if (known.length < 3) { history.append(el("p", { class: "soft" }, "The history is shown once three sessions are stored.")); return; }
      const WIDTH = Math.max(320, Math.min(720, history.clientWidth || 720)), HEIGHT = 190, LEFT = 70, BOTTOM = 40;
      const before = known.slice(0, sessions.some((session) => session.is_head) ? -1 : undefined).sort((a, b) => a - b);
      const usual = before[before.length >> 1];
      const low = Math.min(...known, usual), high = Math.max(...known, usual + (limit || 0)), span = high - low || high || 1;
      const dates = sessions.map((session) => session.recorded_unix_ms), dated = dates.length === values.length && dates.every((date) => date);
      const from = dated ? Math.min(...dates) : 0, to = dated ? Math.max(...dates) : values.length - 1;
      const x = (i) => LEFT + ((dated ? dates[i] : i) - from) / (to - from || 1) * (WIDTH - LEFT - 20);
      const y = (value) => 10 + (high - value) / span * (HEIGHT - BOTTOM - 20);
      const day = (session) => (session && session.recorded_unix_ms ? new Date(session.recorded_unix_ms).toISOString().slice(0, 10) : "");
      const svg = el("svg", { viewBox: "0 0 " + WIDTH + " " + HEIGHT, role: "img", "aria-label": title + " over " + values.length + " sessions, between " + time(low) + " and " + time(high) });
      if (limit) svg.append(el("rect", { class: "band", x: LEFT, width: WIDTH - LEFT - 20, y: y(usual + limit), height: Math.max(y(usual) - y(usual + limit), 1) }, el("title", {}, "growth up to " + time(limit) + " is ignored")));
      svg.append(el("line", { class: "axis", x1: LEFT, x2: WIDTH - 20, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
        el("text", { x: 0, y: y(high) + 4 }, time(high)), el("text", { x: 0, y: y(low) + 4 }, time(low)),
        el("text", { x: LEFT, y: HEIGHT - 22 }, day(sessions[0])), el("text", { x: WIDTH - 20, y: HEIGHT - 22, "text-anchor": "end" }, day(sessions.at(-1))));
      svg.append(el("polyline", { class: "trend", points: values.map((value, i) => (value === null ? "" : x(i) + "," + y(value))).join(" ") }));
      values.forEach((value, i) => {
        if (value === null) return;
        const session = sessions[i] || {};
        if (session.is_anchor) svg.append(el("circle", { class: "anchor", cx: x(i), cy: y(value), r: 8 }));
        svg.append(el("circle", { class: session.is_head ? "head" : "base", cx: x(i), cy: y(value), r: session.is_head ? 6 : 4 },
          el("title", {}, (session.is_anchor ? "anchor: " : "") + (session.name || "") + (session.build ? ", build " + session.build : "") + (day(session) ? ", " + day(session) : "") + ": " + time(value))));
      });
      history.append(svg, el("p", { class: "soft" }, "Typical levels of " + known.length + " sessions; the large dot is the head" + (sessions.some((session) => session.is_anchor) ? ", the ring is the anchor (the release that slow growth is measured against)" : "") + "." + (limit ? " The band is growth that is ignored." : "")));
    }
    const launchRow = rows.name.indexOf("the launch");
    if (data.history) chart("The launch", data.history.map((session) => session.launch_ns), launchRow >= 0 ? rows.limit_ns[launchRow] : 0);
    const open = (i) => { chart(rows.name[i], (rows.history_ns || [])[i] || [], rows.limit_ns[i]); history.scrollIntoView({ block: "nearest" }); };
    for (const link of document.querySelectorAll("[data-history]")) link.addEventListener("click", () => open(Number(link.dataset.history)));

    function row(i) {
      const base = rows.base_ns[i], head = rows.head_ns[i];
      const name = rows.history_ns
        ? el("button", { class: "name", onclick: () => open(i) }, rows.name[i])
        : rows.name[i];
      return el("tr", {},
        el("td", { class: "name" }, name),
        el("td", { "data-head": "Module" }, data.modules[rows.module[i]] || ""),
        el("td", { "data-head": "Owner" }, data.owners[rows.owner[i]] || ""),
        el("td", { class: "number", "data-head": "Base, ms" }, inMs(base)),
        el("td", { class: "number", "data-head": "Head, ms" }, inMs(head)),
        el("td", { "data-head": "Change, ms", class: "number " + (quiet.has(result(i)) ? "" : direction(base, head)) }, (head > base ? "+" : "") + inMs(head - base)),
        el("td", { "data-head": "Share", class: "number" }, percent(base, head)),
        el("td", { "data-head": "Result" }, result(i)));
    }
    const matching = (query) => order.filter((i) => isSomething(i) && passes(i) && (!query || lower[i].includes(query)));
    const fill = list("methods", PAGE, orders, matching, row);
    for (const [, select] of filters) select.addEventListener("change", fill);
    fill();
  }
}
