// Draws the median launch of each side on one time axis: marks, pages, threads.
{
  const canvas = document.getElementById("timeline-canvas"), lines = data.timelines;
  if (canvas && lines && (lines.base || lines.head)) {
    const ROW = 15, GAP = 8, detail = document.getElementById("timeline-detail");
    const sides = [["base", lines.base], ["head", lines.head]].filter(([, side]) => side);
    // Without a comparison, there is only one side, so it is not named.
    const called = (thread) => (thread.is_main ? "main thread" : thread.name.startsWith("thread") ? thread.name : "thread " + thread.name);
    const before = (title) => data.single ? "" : title + ": ";
    // Only the main thread has a lane without recorded calls.
    for (const [, side] of sides) side.threads = side.threads.filter((thread) => thread.is_main || thread.slices.name.length);
    let end = 1;
    for (const [, side] of sides) {
      for (const mark of side.marks) end = Math.max(end, mark.at_ns);
      for (const page of side.pages) end = Math.max(end, page.to_ns);
      for (const { slices } of side.threads) slices.start_ns.forEach((start, i) => { end = Math.max(end, start + slices.duration_ns[i]); });
    }
    // The axis begins with the agent, since no call is recorded before it.
    const starts = sides.map(([, side]) => (side.marks.find((mark) => mark.name === "agent_start") || { at_ns: 0 }).at_ns);
    const begin = Math.min(...starts) - (end - Math.min(...starts)) * 0.01;
    end += (end - begin) * 0.02;
    const view = { from: begin, to: end };
    const marked = new Set((data.findings || []).map(([name]) => name)), hint = "Point at or tap a call for its time.";
    let boxes = [], chosen = -1;
    detail.textContent = hint;

    // Lists all drawn items in the order in which the arrow keys go through them.
    const items = [];
    for (const [title, side] of sides) {
      for (const mark of side.marks) items.push([mark.at_ns, mark.at_ns, before(title) + mark.name + " at " + time(mark.at_ns)]);
      for (const page of side.pages) items.push([page.from_ns, page.to_ns, before(title) + "page " + page.name + ", " + time(page.to_ns - page.from_ns) + " from " + time(page.from_ns)]);
      for (const thread of side.threads) {
        const { slices } = thread, where = called(thread);
        slices.item = items.length;
        slices.start_ns.forEach((start, i) => items.push([start, start + slices.duration_ns[i],
          before(title) + names(slices.name[i]) + ", " + time(slices.duration_ns[i]) + " from " + time(start) + ", " + where, slices.name[i]]));
      }
      side.item = items.length - side.marks.length - side.pages.length - side.threads.reduce((sum, thread) => sum + thread.slices.name.length, 0);
    }

    const lanes = (side) => Math.min(side.marks.length, 6);
    function draw() {
      const deepest = (thread) => thread.slices.depth.reduce((most, depth) => Math.max(most, depth + 1), 1);
      let height = 22;
      for (const [, side] of sides) {
        height += (1 + lanes(side)) * ROW + GAP + side.pages.length * ROW;
        for (const thread of side.threads) height += ROW + deepest(thread) * ROW + GAP;
      }
      const [context, width] = surface(canvas, height);
      const ink = Object.fromEntries(["text", "soft", "line", "raised", "base", "now", "focus", "good", "slower"].map((name) => [name, colour(name)]));
      const x = (ns) => (ns - view.from) / (view.to - view.from) * width;
      boxes = [];
      const bar = (y, fill, name, item, method) => {
        const [from, to] = items[item];
        const left = Math.max(x(from), 0), right = Math.min(x(to), width);
        if (right < 0 || left > width || right - left < 0.3) return;
        context.fillStyle = fill; context.globalAlpha = 0.35;
        context.fillRect(left, y, Math.max(right - left, 0.7), ROW - 2);
        context.globalAlpha = 1; context.fillStyle = ink.text;
        const isFinding = method !== undefined && marked.has(method);
        context.fillText(fitted(context, (isFinding ? "● " : "") + name, right - left - 4), left + 3, y + ROW / 2 - 1);
        if (isFinding) { context.strokeStyle = ink.slower; context.strokeRect(left + 0.5, y + 0.5, Math.max(right - left - 1, 1), ROW - 3); }
        if (item === chosen || (picked !== null && method === picked)) { context.strokeStyle = ink.focus; context.lineWidth = 2; context.strokeRect(left + 1, y + 1, Math.max(right - left - 2, 2), ROW - 4); context.lineWidth = 1; }
        boxes.push([left, right, y, item]);
      };
      // The labels of the axis are at least 90 pixels apart.
      const least = (view.to - view.from) * 90 / width, power = 10 ** Math.floor(Math.log10(least));
      const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least);
      context.strokeStyle = ink.line; context.fillStyle = ink.soft;
      for (let at = Math.ceil(view.from / step) * step; at < view.to; at += step) {
        context.globalAlpha = 0.6;
        context.beginPath(); context.moveTo(x(at), 16); context.lineTo(x(at), height); context.stroke();
        context.globalAlpha = 1;
        if (x(at) < width - 50) context.fillText(time(at), x(at) + 3, 9);
      }
      let y = 22;
      for (const [title, side] of sides) {
        const top = y;
        context.fillStyle = ink.text; context.font = "bold 12px system-ui, sans-serif";
        context.fillText(before(title) + (data.single ? "" : side.session + ", ") + "launch " + side.launch, 4, y + ROW / 2);
        context.font = "12px system-ui, sans-serif";
        y += (1 + lanes(side)) * ROW;
        side.pages.forEach((page, i) => { bar(y, ink.good, page.name, side.item + side.marks.length + i); y += ROW; });
        for (const thread of side.threads) {
          context.fillStyle = ink.soft;
          context.fillText(called(thread), 4, y + ROW / 2);
          y += ROW;
          const { slices } = thread;
          for (let i = 0; i < slices.name.length; i++) {
            bar(y + slices.depth[i] * ROW, title === "head" ? ink.now : ink.base, names(slices.name[i]), slices.item + i, slices.name[i]);
          }
          y += deepest(thread) * ROW + GAP;
        }
        // Names of marks that would overlap are drawn in different lines.
        const taken = new Array(Math.max(lanes(side), 1)).fill(-1e9);
        side.marks.forEach((mark, i) => {
          const at = x(items[side.item + i][0]);
          if (at < 0 || at > width) return;
          const label = context.measureText(mark.name).width, left = Math.min(at + 3, width - label - 2);
          const lane = taken.findIndex((until) => left >= until);
          context.lineWidth = side.item + i === chosen ? 3 : 1;
          context.strokeStyle = ink.focus; context.globalAlpha = 0.8;
          context.beginPath(); context.moveTo(at, top + ROW); context.lineTo(at, y); context.stroke();
          context.globalAlpha = 1; context.lineWidth = 1;
          boxes.push([at - 3, at + 3, top + ROW, side.item + i]);
          if (lane < 0) return;
          context.fillStyle = ink.focus; context.fillText(mark.name, left, top + ROW * (1.5 + lane));
          taken[lane] = left + label + 6;
        });
        y += GAP;
      }
    }

    function zoom(factor, centre) {
      const span = Math.min((view.to - view.from) * factor, end - begin);
      if (span < 100) return;
      const share = (centre - view.from) / (view.to - view.from);
      view.from = Math.min(Math.max(centre - share * span, begin), end - span);
      view.to = view.from + span;
      draw();
    }
    function move(share) {
      const span = view.to - view.from;
      view.from = Math.min(Math.max(view.from + share * span, begin), end - span);
      view.to = view.from + span;
      draw();
    }
    function whole() { view.from = begin; view.to = end; draw(); }
    // The centre of a zoom is the chosen item, else the pointer, else the middle of the view.
    let pointer = null;
    const middle = () => {
      if (chosen >= 0) { const at = (items[chosen][0] + items[chosen][1]) / 2; if (at >= view.from && at <= view.to) return at; }
      if (pointer !== null && pointer >= view.from && pointer <= view.to) return pointer;
      return (view.from + view.to) / 2;
    };
    let drag = null;
    canvas.addEventListener("pointerdown", (event) => { drag = { x: event.clientX, from: view.from }; canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointerup", () => { drag = null; });
    canvas.addEventListener("pointermove", (event) => {
      const box = canvas.getBoundingClientRect(), span = view.to - view.from;
      pointer = view.from + (event.clientX - box.left) / box.width * span;
      if (!drag) return;
      view.from = Math.min(Math.max(drag.from - (event.clientX - drag.x) / box.width * span, begin), end - span);
      view.to = view.from + span;
      draw();
    });
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, view.from + (event.clientX - box.left) / box.width * (view.to - view.from));
    }, { passive: false });
    function choose(item) {
      if (item < 0 || item >= items.length) return;
      chosen = item;
      const [from, to, text] = items[item], span = view.to - view.from;
      // The view moves if the item is outside it.
      if (to < view.from || from > view.to) { view.from = Math.min(Math.max((from + to - span) / 2, begin), end - span); view.to = view.from + span; }
      detail.textContent = text;
      pick(items[item][3] ?? null, take);
      draw();
    }
    // Chooses the longest call of a method that was chosen in another drawing.
    function take(name) {
      let best = -1;
      items.forEach(([from, to, , method], i) => {
        if (name !== null && method === name && (best < 0 || to - from >= items[best][1] - items[best][0])) best = i;
      });
      chosen = best;
      detail.textContent = best >= 0 ? items[best][2] : hint;
      draw();
    }
    for (const link of document.querySelectorAll("[data-timeline]")) {
      link.addEventListener("click", () => {
        picked = Number(link.dataset.timeline);
        take(picked);
        // The view zooms in on a short call, so that it is visible.
        if (chosen >= 0) { const [from, to] = items[chosen]; zoom(Math.min(20 * (to - from) / (view.to - view.from), 1), (from + to) / 2); }
        choose(chosen);
        redraw();
      });
    }
    canvas.addEventListener("keydown", (event) => {
      const act = { ArrowDown: () => choose(chosen + 1), ArrowUp: () => choose(chosen - 1), "+": () => zoom(0.6, middle()), "=": () => zoom(0.6, middle()), "-": () => zoom(1.6, middle()), ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2), Escape: whole }[event.key];
      if (act) { event.preventDefault(); act(); }
    });
    canvas.addEventListener("mousemove", (event) => {
      const box = canvas.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
      const hit = boxes.findLast(([left, right, y]) => px >= left && px <= right && py >= y && py < y + ROW);
      detail.textContent = hit ? items[hit[3]][2] : chosen >= 0 ? items[chosen][2] : hint;
    });
    canvas.addEventListener("click", (event) => {
      const box = canvas.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
      const hit = boxes.findLast(([left, right, y]) => px >= left && px <= right && py >= y && py < y + ROW);
      if (hit) choose(hit[3]);
    });
    document.getElementById("timeline-out").addEventListener("click", () => zoom(1.6, middle()));
    document.getElementById("timeline-in").addEventListener("click", () => zoom(0.6, middle()));
    document.getElementById("timeline-all").addEventListener("click", whole);
    // The time before `main` varies between launches, so a button aligns both at `main`.
    const align = document.getElementById("timeline-align"), mains = sides.map(([, side]) => (side.marks.find((mark) => mark.name === "main") || {}).at_ns);
    align.hidden = !(mains[0] >= 0 && mains[1] >= 0);
    align.addEventListener("click", () => {
      const isAligned = align.getAttribute("aria-pressed") === "false", by = (mains[1] - mains[0]) * (isAligned ? 1 : -1);
      for (const item of items.slice(sides[0][1].item, sides[1][1].item)) { item[0] += by; item[1] += by; }
      align.setAttribute("aria-pressed", String(isAligned));
      draw();
    });
    document.getElementById("timeline-left").addEventListener("click", () => move(-0.4));
    document.getElementById("timeline-right").addEventListener("click", () => move(0.4));
    redraws.push(draw);
    pickers.push(take);
    draw();
  }
}
