// Phases → modules → methods, opened level by level, so that twenty thousand methods cost nothing until they are looked at.
{
  const root = document.getElementById("waterfall-tree"), waterfall = data.waterfall;
  if (root && waterfall) {
    const widest = Math.max(waterfall.base_ns, waterfall.head_ns, 1);
    const bar = (base, head) => {
      const at = (ns) => (100 * Math.max(ns, 0) / widest).toFixed(3);
      return el("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", width: "100%", height: "14", "aria-hidden": "true" },
        el("rect", { class: "base", x: 0, y: 1, width: at(base), height: 4 }),
        el("rect", { class: "head", x: 0, y: 7, width: at(head), height: 4 }));
    };
    const line = (name, base, head) => el("div", { class: "bars", "data-base": base, "data-head": head },
      el("span", { class: "name" }, name),
      bar(base, head),
      el("span", { class: "number" }, both(base, head) + " ",
        el("span", {}, signed(head - base))));
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
        const [name, base, head] = methods[i];
        level.append(el("div", { class: "leaf" }, line(names(name), base, head)));
      }
      if (to < methods.length) {
        const more = el("button", { onclick: () => { more.remove(); listed(level, methods, to); } },
          "Show more (" + (methods.length - to) + " left)");
        level.append(more);
      }
    };
    const grown = (phase) => Math.abs(phase.head_ns - phase.base_ns);
    const most = waterfall.phases.reduce((best, phase) => (best && grown(best) >= grown(phase) ? best : phase), null);
    for (const phase of waterfall.phases) {
      const details = lazily(line(phase.name, phase.base_ns, phase.head_ns), (level) => {
        for (const module of phase.modules) {
          level.append(lazily(line(module.name || "(no module)", module.base_ns, module.head_ns),
            (inner) => listed(inner, module.methods, 0)));
        }
        level.append(el("div", { class: "leaf" }, line("outside Objective-C", phase.base_outside_ns, phase.head_outside_ns)));
      });
      // What changed most is opened.
      details.open = phase === most;
      root.append(details);
    }
    root.append(el("div", { class: "leaf" }, line("launch", waterfall.base_ns, waterfall.head_ns)));
  }
}
