// Shows all series, which can be searched and sorted, and decodes only the drawn one.
{
  const PAGE = 50, FIELDS = 5, LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-", STEPS = 4095;
  const KINDS = ["launch", "module", "method"];
  const of = document.getElementById("trend-of"), kind = document.getElementById("trend-kind");
  const place = document.getElementById("chart");
  const letter = new Uint8Array(128);
  for (let i = 0; i < 64; i++) letter[LETTERS.charCodeAt(i)] = i;
  let trend = data.trends[0], charted = 0, lower = [];

  function values(i) {
    const sessions = trend.days.length, from = 2 * i * sessions, low = trend.low_ns[i], span = trend.high_ns[i] - low;
    return Array.from({ length: sessions }, (_, at) => {
      const step = letter[trend.packed.charCodeAt(from + 2 * at)] * 64 + letter[trend.packed.charCodeAt(from + 2 * at + 1)];
      return low + span * step / STEPS;
    });
  }

  // Returns a few round values in the range.
  function ticks(low, high) {
    const least = (high - low) / 5 || 1, power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least);
    return Array.from({ length: 7 }, (_, at) => (Math.ceil(low / step) + at) * step).filter((value) => value <= high);
  }

  function chart(i) {
    charted = i;
    const all = values(i), middle = (trend.low_ns[i] + trend.high_ns[i]) / 2, budget = (trend.budget_ns || {})[i];
    // A budget far from the series is not drawn, since it would flatten the line.
    const isNear = budget && budget < 2 * trend.high_ns[i] && budget > trend.low_ns[i] / 2;
    // The axis spans at least 10 % on both sides of the middle, so that noise looks small.
    const low = Math.min(trend.low_ns[i], 0.9 * middle), high = Math.max(trend.high_ns[i], 1.1 * middle, isNear ? 1.05 * budget : 0), span = high - low || 1;
    // The chart is as wide as the page, so that letters keep their size.
    const WIDTH = Math.max(320, Math.min(1000, place.clientWidth || 1000)), HEIGHT = 240, LEFT = 80, BOTTOM = 36;
    const dated = trend.unix_ms.every((ms) => ms), from = dated ? trend.unix_ms[0] : 0;
    const to = dated ? trend.unix_ms.at(-1) : all.length - 1;
    const x = (at) => LEFT + ((dated ? trend.unix_ms[at] : at) - from) / (to - from || 1) * (WIDTH - LEFT - 10);
    const y = (value) => 12 + (high - value) / span * (HEIGHT - BOTTOM - 20);
    const steps = [];
    for (let at = 0; at < trend.changes[i].length; at += FIELDS) steps.push(trend.changes[i].slice(at, at + FIELDS));
    const said = trend.name[i] + " over " + all.length + " sessions, between " + time(trend.low_ns[i]) + " and " + time(trend.high_ns[i]) + "; " + steps.length + (steps.length === 1 ? " lasting change" : " lasting changes");
    const svg = el("svg", { viewBox: "0 0 " + WIDTH + " " + HEIGHT, role: "img", "aria-label": said },
      el("line", { class: "axis", x1: LEFT, x2: WIDTH - 10, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM }),
      ...ticks(low, high).flatMap((value) => [el("line", { class: "axis", x1: LEFT, x2: WIDTH - 10, y1: y(value), y2: y(value) }), el("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, time(value))]),
      el("text", { x: LEFT, y: 10 }, low > 0 ? "The axis does not begin at zero." : ""),
      el("text", { x: LEFT, y: HEIGHT - 16 }, trend.days[0]),
      el("text", { x: WIDTH - 10, y: HEIGHT - 16, "text-anchor": "end" }, trend.days.at(-1)),
      el("polyline", { class: "trend", points: all.map((value, at) => x(at).toFixed(1) + "," + y(value).toFixed(1)).join(" ") }));
    all.forEach((value, at) => svg.append(el("circle", { class: "base", cx: x(at).toFixed(1), cy: y(value).toFixed(1), r: 2.5 },
      el("title", {}, [trend.days[at], trend.builds[at] && "build " + trend.builds[at], trend.commits[at], time(value)].filter(Boolean).join(", ")))));
    if (isNear) svg.append(el("line", { class: "budget", x1: LEFT, x2: WIDTH - 10, y1: y(budget), y2: y(budget) }), el("text", { x: WIDTH - 10, y: y(budget) - 4, "text-anchor": "end" }, "budget " + time(budget)));
    // A release begins with the first session of another version, such as 5.2 of the build "5.2 (1042)".
    const version = (at) => /^(.*) \(/.exec(trend.builds[at] || "")?.[1];
    let label = -Infinity;
    trend.builds.forEach((_, at) => {
      if (!at || !version(at) || version(at) === version(at - 1)) return;
      svg.append(el("line", { class: "axis", x1: x(at), x2: x(at), y1: HEIGHT - BOTTOM - 6, y2: HEIGHT - BOTTOM + 6 }, el("title", {}, "first session of " + version(at))));
      if (x(at) - label > 60 && x(at) > LEFT + 80 && x(at) < WIDTH - 120) { label = x(at); svg.append(el("text", { x: label, y: HEIGHT - 16, "text-anchor": "middle" }, version(at))); }
    });
    const list = el("ul", {});
    let start = 0;
    for (const [at, before, after, least, most] of steps) {
      const text = trend.days[at] + (trend.commits[at] ? " (" + trend.commits[at] + ")" : "") + ": " + both(before, after) + ", " + signed(after - before) + " (" + percent(before, after) + "), 95 % interval " + range(least, most);
      svg.append(el("line", { class: "spread", x1: x(start), x2: x(at), y1: y(before), y2: y(before) }),
        el("line", { class: "axis", x1: x(at), x2: x(at), y1: 8, y2: HEIGHT - BOTTOM }, el("title", {}, text)));
      const commits = trend.around[at] || [];
      list.append(el("li", {}, text, commits.length ? el("ul", {}, ...commits.map((line) => el("li", { class: "soft" }, line))) : null));
      start = at;
    }
    if (steps.length) {
      const after = steps.at(-1)[2];
      svg.append(el("line", { class: "spread", x1: x(start), x2: WIDTH - 10, y1: y(after), y2: y(after) }));
    }
    place.replaceChildren(el("h3", {}, trend.name[i]), svg, steps.length ? list : el("p", { class: "soft" }, "No lasting change."));
  }

  const change = (i) => trend.last_ns[i] - trend.first_ns[i];
  const orders = {
    name: (a, b) => compare(trend.name[a], trend.name[b]),
    last: (a, b) => trend.last_ns[b] - trend.last_ns[a],
    change: (a, b) => Math.abs(change(b)) - Math.abs(change(a)),
    changes: (a, b) => trend.changes[b].length - trend.changes[a].length,
  };

  function row(i) {
    const first = trend.first_ns[i], last = trend.last_ns[i];
    const size = trend.changes[i].length ? signed(last - first) + " (" + percent(first, last) + ")" : "";
    return el("tr", {},
      el("td", { class: "name" }, el("button", { class: "name", type: "button", onclick: () => { chart(i); place.scrollIntoView({ block: "nearest" }); } }, trend.name[i]), " ", el("span", { class: "tag" }, KINDS[trend.kind[i]])),
      el("td", { "data-head": "Module" }, trend.modules[trend.module[i]]),
      el("td", { class: "number", "data-head": "At first" }, time(first, Math.abs(last - first))),
      el("td", { class: "number", "data-head": "At last" }, time(last, Math.abs(last - first))),
      el("td", { "data-head": "Change", class: "number " + (size ? direction(first, last) : "") }, size),
      el("td", { class: "number", "data-head": "Changes" }, trend.changes[i].length / FIELDS));
  }

  function matching(query) {
    if (query && lower.length === 0) lower = trend.name.map((name) => name.toLowerCase());
    return Array.from(trend.name.keys()).filter((i) => (kind.value === "" || trend.kind[i] === Number(kind.value)) && (!query || lower[i].includes(query)));
  }

  if (trend) {
    const fill = list("trend", PAGE, orders, matching, row);
    // The chart is drawn again when the width of the page changes.
    redraws.push(() => { if (trend.days.length) chart(charted); });
    kind.append(el("option", { value: "" }, "every kind"), ...KINDS.map((text, at) => el("option", { value: at }, text)));
    of.append(...data.trends.map((one, at) => el("option", { value: at }, one.title)));
    of.hidden = data.trends.length < 2;
    of.addEventListener("change", () => { trend = data.trends[Number(of.value)]; lower = []; chart(fill()[0] || 0); });
    kind.addEventListener("input", fill);
    fill();
    if (trend.name.length && trend.days.length) chart(0);
  }
}
