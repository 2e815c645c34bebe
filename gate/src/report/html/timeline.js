// One median launch of each side over the same time axis: marks, pages, threads.
{
  const canvas = document.getElementById("timeline-canvas"), lines = data.timelines;
  if (canvas && lines && (lines.before || lines.after)) {
    const ROW = 15, GAP = 8, detail = document.getElementById("timeline-detail");
    const sides = [["baseline", lines.before], ["new", lines.after]].filter(([, side]) => side);
    let end = 1;
    for (const [, side] of sides) {
      for (const mark of side.marks) end = Math.max(end, mark.at_ns);
      for (const page of side.pages) end = Math.max(end, page.to_ns);
      for (const { slices } of side.threads) slices.start_ns.forEach((start, i) => { end = Math.max(end, start + slices.duration_ns[i]); });
    }
    end *= 1.02;
    const view = { from: 0, to: end };
    let boxes = [];

    function draw() {
      const deepest = (thread) => thread.slices.depth.reduce((most, depth) => Math.max(most, depth + 1), 1);
      let height = 22;
      for (const [, side] of sides) {
        height += 2 * ROW + GAP + side.pages.length * ROW;
        for (const thread of side.threads) height += ROW + deepest(thread) * ROW + GAP;
      }
      const [context, width] = surface(canvas, height);
      const ink = Object.fromEntries(["text", "soft", "line", "raised", "base", "slower", "faster", "focus", "good"].map((name) => [name, colour(name)]));
      const x = (ns) => (ns - view.from) / (view.to - view.from) * width;
      boxes = [];
      const bar = (from, to, y, fill, name, text) => {
        const left = Math.max(x(from), 0), right = Math.min(x(to), width);
        if (right < 0 || left > width || right - left < 0.3) return;
        context.fillStyle = fill; context.globalAlpha = 0.35;
        context.fillRect(left, y, Math.max(right - left, 0.7), ROW - 2);
        context.globalAlpha = 1; context.fillStyle = ink.text;
        context.fillText(fitted(context, name, right - left - 4), left + 3, y + ROW / 2 - 1);
        boxes.push([left, right, y, text]);
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
        context.fillText(title + ": " + side.session + ", launch " + side.launch, 4, y + ROW / 2);
        context.font = "12px system-ui, sans-serif";
        y += 2 * ROW;
        for (const page of side.pages) { bar(page.from_ns, page.to_ns, y, ink.good, page.name, "page " + page.name + ", " + time(page.to_ns - page.from_ns)); y += ROW; }
        for (const thread of side.threads) {
          context.fillStyle = ink.soft;
          context.fillText(thread.is_main ? "main thread" : "thread " + thread.name, 4, y + ROW / 2);
          y += ROW;
          const { slices } = thread;
          for (let i = 0; i < slices.name.length; i++) {
            const start = slices.start_ns[i], duration = slices.duration_ns[i], name = names(slices.name[i]);
            bar(start, start + duration, y + slices.depth[i] * ROW, title === "new" ? ink.faster : ink.base, name, name + ", " + time(duration) + " from " + time(start));
          }
          y += deepest(thread) * ROW + GAP;
        }
        let taken = -1e9;
        for (const mark of side.marks) {
          const at = x(mark.at_ns);
          if (at < 0 || at > width) continue;
          context.strokeStyle = ink.focus; context.globalAlpha = 0.8;
          context.beginPath(); context.moveTo(at, top + ROW); context.lineTo(at, y); context.stroke();
          context.globalAlpha = 1;
          boxes.push([at - 3, at + 3, top + ROW, mark.name + " at " + time(mark.at_ns)]);
          const label = context.measureText(mark.name).width, left = Math.min(at + 3, width - label - 2);
          if (left < taken) continue;
          context.fillStyle = ink.focus; context.fillText(mark.name, left, top + ROW * 1.5);
          taken = left + label + 6;
        }
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
    canvas.addEventListener("keydown", (event) => {
      const act = { "+": () => zoom(0.6, middle()), "=": () => zoom(0.6, middle()), "-": () => zoom(1.6, middle()), ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2), Escape: () => { view.from = 0; view.to = end; draw(); } }[event.key];
      if (act) { event.preventDefault(); act(); }
    });
    canvas.addEventListener("mousemove", (event) => {
      const box = canvas.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
      const hit = boxes.findLast(([left, right, y]) => px >= left && px <= right && py >= y && py < y + ROW);
      detail.textContent = hit ? hit[3] : "";
    });
    document.getElementById("timeline-in").addEventListener("click", () => zoom(0.6, middle()));
    document.getElementById("timeline-all").addEventListener("click", () => { view.from = 0; view.to = end; draw(); });
    document.getElementById("timeline-left").addEventListener("click", () => move(-0.4));
    document.getElementById("timeline-right").addEventListener("click", () => move(0.4));
    redraws.push(draw);
    draw();
  }
}
