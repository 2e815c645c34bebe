// One median launch of each side over the same time axis: marks, pages, threads.
{
  const canvas = document.getElementById("timeline-canvas"), lines = data.timelines;
  if (canvas && lines && (lines.base || lines.head)) {
    const ROW = 15, GAP = 8, detail = document.getElementById("timeline-detail");
    const sides = [["base", lines.base], ["head", lines.head]].filter(([, side]) => side);
    // A launch by itself has no other side to be told from.
    const before = (title) => data.single ? "" : title + ": ";
    let end = 1;
    for (const [, side] of sides) {
      for (const mark of side.marks) end = Math.max(end, mark.at_ns);
      for (const page of side.pages) end = Math.max(end, page.to_ns);
      for (const { slices } of side.threads) slices.start_ns.forEach((start, i) => { end = Math.max(end, start + slices.duration_ns[i]); });
    }
    end *= 1.02;
    const view = { from: 0, to: end };
    let boxes = [], chosen = -1;

    // Everything that is drawn, in the order in which the arrow keys go through it.
    const items = [];
    for (const [title, side] of sides) {
      for (const mark of side.marks) items.push([mark.at_ns, mark.at_ns, before(title) + mark.name + " at " + time(mark.at_ns)]);
      for (const page of side.pages) items.push([page.from_ns, page.to_ns, before(title) + "page " + page.name + ", " + time(page.to_ns - page.from_ns) + " from " + time(page.from_ns)]);
      for (const thread of side.threads) {
        const { slices } = thread, where = thread.is_main ? "main thread" : "thread " + thread.name;
        slices.item = items.length;
        slices.start_ns.forEach((start, i) => items.push([start, start + slices.duration_ns[i],
          before(title) + names(slices.name[i]) + ", " + time(slices.duration_ns[i]) + " from " + time(start) + ", " + where]));
      }
      side.item = items.length - side.marks.length - side.pages.length - side.threads.reduce((sum, thread) => sum + thread.slices.name.length, 0);
    }

    function draw() {
      const deepest = (thread) => thread.slices.depth.reduce((most, depth) => Math.max(most, depth + 1), 1);
      let height = 22;
      for (const [, side] of sides) {
        height += 2 * ROW + GAP + side.pages.length * ROW;
        for (const thread of side.threads) height += ROW + deepest(thread) * ROW + GAP;
      }
      const [context, width] = surface(canvas, height);
      const ink = Object.fromEntries(["text", "soft", "line", "raised", "base", "now", "focus", "good"].map((name) => [name, colour(name)]));
      const x = (ns) => (ns - view.from) / (view.to - view.from) * width;
      boxes = [];
      const bar = (y, fill, name, item) => {
        const [from, to] = items[item];
        const left = Math.max(x(from), 0), right = Math.min(x(to), width);
        if (right < 0 || left > width || right - left < 0.3) return;
        context.fillStyle = fill; context.globalAlpha = 0.35;
        context.fillRect(left, y, Math.max(right - left, 0.7), ROW - 2);
        context.globalAlpha = 1; context.fillStyle = ink.text;
        context.fillText(fitted(context, name, right - left - 4), left + 3, y + ROW / 2 - 1);
        if (item === chosen) { context.strokeStyle = ink.focus; context.lineWidth = 2; context.strokeRect(left + 1, y + 1, Math.max(right - left - 2, 2), ROW - 4); context.lineWidth = 1; }
        boxes.push([left, right, y, item]);
      };
      const step = 10 ** Math.floor(Math.log10((view.to - view.from) / 3));
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
        context.fillText(before(title) + side.session + ", launch " + side.launch, 4, y + ROW / 2);
        context.font = "12px system-ui, sans-serif";
        y += 2 * ROW;
        side.pages.forEach((page, i) => { bar(y, ink.good, page.name, side.item + side.marks.length + i); y += ROW; });
        for (const thread of side.threads) {
          context.fillStyle = ink.soft;
          context.fillText(thread.is_main ? "main thread" : "thread " + thread.name, 4, y + ROW / 2);
          y += ROW;
          const { slices } = thread;
          for (let i = 0; i < slices.name.length; i++) {
            bar(y + slices.depth[i] * ROW, title === "head" ? ink.now : ink.base, names(slices.name[i]), slices.item + i);
          }
          y += deepest(thread) * ROW + GAP;
        }
        let taken = -1e9;
        side.marks.forEach((mark, i) => {
          const at = x(mark.at_ns);
          if (at < 0 || at > width) return;
          context.lineWidth = side.item + i === chosen ? 3 : 1;
          context.strokeStyle = ink.focus; context.globalAlpha = 0.8;
          context.beginPath(); context.moveTo(at, top + ROW); context.lineTo(at, y); context.stroke();
          context.globalAlpha = 1; context.lineWidth = 1;
          boxes.push([at - 3, at + 3, top + ROW, side.item + i]);
          const label = context.measureText(mark.name).width, left = Math.min(at + 3, width - label - 2);
          if (left < taken) return;
          context.fillStyle = ink.focus; context.fillText(mark.name, left, top + ROW * 1.5);
          taken = left + label + 6;
        });
        y += GAP;
      }
    }

    function zoom(factor, centre) {
      const span = Math.min((view.to - view.from) * factor, end);
      if (span < 100) return;
      const share = (centre - view.from) / (view.to - view.from);
      view.from = Math.min(Math.max(centre - share * span, 0), end - span);
      view.to = view.from + span;
      draw();
    }
    function move(share) {
      const span = view.to - view.from;
      view.from = Math.min(Math.max(view.from + share * span, 0), end - span);
      view.to = view.from + span;
      draw();
    }
    const middle = () => (view.from + view.to) / 2;
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
      // What is chosen is in sight.
      if (to < view.from || from > view.to) { view.from = Math.min(Math.max((from + to - span) / 2, 0), end - span); view.to = view.from + span; }
      detail.textContent = text;
      draw();
    }
    canvas.addEventListener("keydown", (event) => {
      const act = { ArrowDown: () => choose(chosen + 1), ArrowUp: () => choose(chosen - 1), "+": () => zoom(0.6, middle()), "=": () => zoom(0.6, middle()), "-": () => zoom(1.6, middle()), ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2), Escape: () => { view.from = 0; view.to = end; draw(); } }[event.key];
      if (act) { event.preventDefault(); act(); }
    });
    canvas.addEventListener("mousemove", (event) => {
      const box = canvas.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
      const hit = boxes.findLast(([left, right, y]) => px >= left && px <= right && py >= y && py < y + ROW);
      detail.textContent = hit ? items[hit[3]][2] : chosen >= 0 ? items[chosen][2] : "";
    });
    canvas.addEventListener("click", (event) => {
      const box = canvas.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
      const hit = boxes.findLast(([left, right, y]) => px >= left && px <= right && py >= y && py < y + ROW);
      if (hit) choose(hit[3]);
    });
    document.getElementById("timeline-in").addEventListener("click", () => zoom(0.6, middle()));
    document.getElementById("timeline-all").addEventListener("click", () => { view.from = 0; view.to = end; draw(); });
    document.getElementById("timeline-left").addEventListener("click", () => move(-0.4));
    document.getElementById("timeline-right").addEventListener("click", () => move(0.4));
    redraws.push(draw);
    draw();
  }
}
