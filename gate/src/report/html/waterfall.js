// Phases → modules → methods, opened level by level, so that twenty thousand methods cost nothing until they are looked at.
{
  const root = document.getElementById("waterfall-tree"), waterfall = data.waterfall;
  if (root && waterfall) {
    const widest = Math.max(waterfall.before_ns, waterfall.after_ns, 1);
    const bar = (before, after) => {
      const at = (ns) => (100 * Math.max(ns, 0) / widest).toFixed(3);
      return el("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", width: "100%", height: "14", "aria-hidden": "true" },
        el("rect", { class: "before", x: 0, y: 1, width: at(before), height: 4 }),
        el("rect", { class: "after", x: 0, y: 7, width: at(after), height: 4 }));
    };
    const line = (name, before, after) => el("div", { class: "bars", "data-before": before, "data-after": after },
      el("span", { class: "name" }, name),
      bar(before, after),
      el("span", { class: "number" }, time(before) + " → " + time(after) + " ",
        el("span", { class: direction(before, after) }, signed(after - before))));
    const lazily = (summary, fill) => {
      const details = el("details", {}, el("summary", {}, summary));
      details.addEventListener("toggle", () => {
        if (details.open && details.childElementCount === 1) {
          const level = el("div", { class: "level" });
          fill(level);
          details.append(level);
        }
      });
      return details;
    };
    const listed = (level, methods, from) => {
      const to = Math.min(methods.length, from + 200);
      for (let i = from; i < to; i++) {
        const [name, before, after] = methods[i];
        level.append(el("div", { class: "leaf" }, line(names(name), before, after)));
      }
      if (to < methods.length) {
        const more = el("button", { onclick: () => { more.remove(); listed(level, methods, to); } },
          "Show more (" + (methods.length - to) + " left)");
        level.append(more);
      }
    };
    for (const phase of waterfall.phases) {
      root.append(lazily(line(phase.name, phase.before_ns, phase.after_ns), (level) => {
        for (const module of phase.modules) {
          level.append(lazily(line(module.name || "(no module)", module.before_ns, module.after_ns),
            (inner) => listed(inner, module.methods, 0)));
        }
        level.append(el("div", { class: "leaf" }, line("outside Objective-C", phase.outside_before_ns, phase.outside_after_ns)));
      }));
    }
    root.append(el("div", { class: "leaf" }, line("launch", waterfall.before_ns, waterfall.after_ns)));
  }
}
