// The differential flame graph: the width is what a call costs, the colour how that changed.
{
  const canvas = document.getElementById("flame-canvas");
  const trees = data.trees || [];
  if (canvas && trees.length) {
    const ROW = 18;
    const detail = document.getElementById("flame-detail"), found = document.getElementById("flame-found");
    const search = document.getElementById("flame-search");
    const state = { tree: 0, side: "head", by: "total", zoom: -1, chosen: -1, query: "" };

    // Totals, children and depths once for each tree; a parent stands before its children.
    const built = trees.map((tree) => {
      const count = tree.parent.length, children = Array.from({ length: count }, () => []), roots = [];
      const depth = new Uint16Array(count);
      const total = { base: Float64Array.from(tree.base_ns), head: Float64Array.from(tree.head_ns) };
      for (let i = 0; i < count; i++) {
        const parent = tree.parent[i];
        if (parent === null) roots.push(i); else { children[parent].push(i); depth[i] = depth[parent] + 1; }
      }
      for (let i = count - 1; i >= 0; i--) {
        const parent = tree.parent[i];
        if (parent !== null) { total.base[parent] += total.base[i]; total.head[parent] += total.head[i]; }
      }
      const unknown = new Uint8Array(count);
      for (const node of tree.unknown || []) unknown[node] = 1;
      return { tree, unknown, children, roots, depth, total, x: new Float64Array(count), width: new Float64Array(count), shown: [] };
    });
    const now = () => built[state.tree];

    function layout() {
      const graph = now(), total = graph.total[state.side];
      graph.shown = [];
      const width = canvas.clientWidth;
      const zoomed = state.zoom >= 0 ? [state.zoom] : graph.roots;
      const whole = zoomed.reduce((sum, node) => sum + Math.max(total[node], 0), 0) || 1;
      const base = state.zoom >= 0 ? graph.depth[state.zoom] : 0;
      let deepest = 0;
      const place = (nodes, from) => {
        const stack = [[nodes, from]];
        while (stack.length) {
          const [list, start] = stack.pop();
          let x = start;
          for (const node of list) {
            const wide = Math.max(total[node], 0) / whole * width;
            if (wide >= 0.5) {
              graph.x[node] = x; graph.width[node] = wide;
              graph.shown.push(node);
              deepest = Math.max(deepest, graph.depth[node] - base);
              if (graph.children[node].length) stack.push([graph.children[node], x]);
            }
            x += wide;
          }
        }
      };
      place(zoomed, 0);
      return { base, rows: deepest + 1 };
    }

    function change(node) {
      const { tree, total } = now();
      return state.by === "self" ? [tree.base_ns[node], tree.head_ns[node]] : [total.base[node], total.head[node]];
    }

    function matches(node) { return state.query !== "" && names(now().tree.name[node]).toLowerCase().includes(state.query); }

    let rows = { base: 0, rows: 1 };
    function draw() {
      rows = layout();
      const graph = now();
      const [context] = surface(canvas, Math.max(rows.rows, 1) * ROW + 2);
      const ink = { text: colour("text"), page: colour("page"), raised: colour("line"), slower: colour("slower"), faster: colour("faster"), hit: colour("hit"), focus: colour("focus") };
      const largest = graph.shown.reduce((most, node) => { if (graph.unknown[node]) return most; const [b, a] = change(node); return Math.max(most, Math.abs(a - b)); }, 1);
      for (const node of graph.shown) {
        const x = graph.x[node], y = (graph.depth[node] - rows.base) * ROW + 1, width = graph.width[node];
        const [base, head] = change(node), delta = graph.unknown[node] ? 0 : (head - base) / largest;
        context.globalAlpha = 1;
        context.fillStyle = ink.raised;
        context.fillRect(x, y, Math.max(width - 1, 0.5), ROW - 1);
        if (graph.unknown[node]) hatch(context, x, y, Math.max(width - 1, 0.5), ink.text);
        // Below two hundredths of the largest change it is no change that an eye should see.
        if (Math.abs(delta) > 0.02) {
          // No stronger, so that the name in it can be read in both themes.
          context.globalAlpha = 0.12 + 0.3 * Math.sqrt(Math.abs(delta));
          context.fillStyle = delta > 0 ? ink.slower : ink.faster;
          context.fillRect(x, y, Math.max(width - 1, 0.5), ROW - 1);
        }
        context.globalAlpha = 1;
        if (matches(node)) { context.strokeStyle = ink.hit; context.lineWidth = 3; context.strokeRect(x + 1.5, y + 1.5, Math.max(width - 4, 1), ROW - 4); }
        if (node === state.chosen) { context.strokeStyle = ink.focus; context.lineWidth = 2; context.strokeRect(x + 1, y + 1, Math.max(width - 3, 1), ROW - 3); }
        context.fillStyle = ink.text;
        context.fillText(fitted(context, names(graph.tree.name[node]), width - 8), x + 4, y + ROW / 2);
      }
      tell();
    }

    // Whether it changed is not known: stripes, and no colour of a change.
    function hatch(context, x, y, width, stroke) {
      context.save();
      context.beginPath();
      context.rect(x, y, width, ROW - 1);
      context.clip();
      context.globalAlpha = 0.2;
      context.strokeStyle = stroke;
      context.lineWidth = 1;
      context.beginPath();
      for (let at = x - ROW; at < x + width; at += 6) { context.moveTo(at, y + ROW); context.lineTo(at + ROW, y); }
      context.stroke();
      context.restore();
    }

    function tell() {
      const graph = now(), node = state.chosen;
      detail.replaceChildren();
      if (node >= 0) {
        const { tree, total } = graph;
        if (data.single) detail.append(el("span", { class: "name" }, names(tree.name[node])), el("br"),
          "total " + time(total.head[node]) + ", self " + time(tree.head_ns[node]) + ", calls " + tree.head_calls[node]);
        else if (graph.unknown[node]) detail.append(el("span", { class: "name" }, names(tree.name[node])), el("br"),
          "total " + time(total.head[node]) + ", self " + time(tree.head_ns[node]) + ", calls " + tree.head_calls[node]
          + "; not known in the baseline, whose stored call tree leaves out what takes less than " + time(tree.unknown_below_ns));
        else detail.append(el("span", { class: "name" }, names(tree.name[node])), el("br"),
          "total " + time(total.base[node]) + " → " + time(total.head[node]) + " (" + signed(total.head[node] - total.base[node]) + "), self "
          + time(tree.base_ns[node]) + " → " + time(tree.head_ns[node]) + " (" + signed(tree.head_ns[node] - tree.base_ns[node]) + "), calls "
          + tree.base_calls[node] + " → " + tree.head_calls[node]);
      }
      if (state.query === "") { found.textContent = ""; return; }
      // A match inside a match is already counted with it.
      const inside = new Uint8Array(graph.depth.length);
      let count = 0, sum = 0, whole = 0;
      for (const root of graph.roots) whole += graph.total[state.side][root];
      for (let i = 0; i < inside.length; i++) {
        const parent = graph.tree.parent[i];
        inside[i] = parent !== null ? inside[parent] : 0;
        if (matches(i)) { count++; if (!inside[i]) { sum += graph.total[state.side][i]; inside[i] = 1; } }
      }
      found.textContent = count + " found, " + (whole > 0 ? (100 * sum / whole).toFixed(1) : "0") + " % of the thread";
    }

    function at(event) {
      const box = canvas.getBoundingClientRect(), x = event.clientX - box.left;
      const row = Math.floor((event.clientY - box.top - 1) / ROW) + rows.base, graph = now();
      return graph.shown.find((node) => graph.depth[node] === row && x >= graph.x[node] && x < graph.x[node] + graph.width[node]) ?? -1;
    }
    function zoom(node) {
      state.zoom = node;
      document.getElementById("flame-out").disabled = node < 0;
      draw();
    }
    canvas.addEventListener("click", (event) => {
      const node = at(event);
      if (node < 0) return;
      const again = node === state.chosen;
      state.chosen = node;
      if (again || event.detail > 1) zoom(node); else draw();
    });
    canvas.addEventListener("dblclick", (event) => { const node = at(event); if (node >= 0) zoom(node); });
    canvas.addEventListener("keydown", (event) => {
      const graph = now(), node = state.chosen;
      const parent = node >= 0 ? graph.tree.parent[node] : null;
      const visible = (list) => list.filter((child) => graph.shown.includes(child));
      const siblings = visible(parent === null ? (state.zoom >= 0 ? [state.zoom] : graph.roots) : graph.children[parent]);
      const step = (by) => siblings[Math.min(Math.max(siblings.indexOf(node) + by, 0), siblings.length - 1)];
      let next;
      switch (event.key) {
        case "ArrowDown": next = node < 0 ? siblings[0] : visible(graph.children[node])[0]; break;
        case "ArrowUp": next = node === state.zoom ? undefined : parent; break;
        case "ArrowRight": next = step(1); break;
        case "ArrowLeft": next = step(-1); break;
        case "Enter": if (node >= 0) zoom(node); event.preventDefault(); return;
        case "Escape": zoom(-1); event.preventDefault(); return;
        default: return;
      }
      event.preventDefault();
      if (next !== undefined && next !== null) { state.chosen = next; draw(); }
    });
    search.addEventListener("input", () => { state.query = search.value.trim().toLowerCase(); draw(); });
    document.getElementById("flame-out").addEventListener("click", () => zoom(-1));
    const choice = (name, key) => {
      const buttons = [...document.querySelectorAll("[data-" + name + "]")];
      for (const button of buttons) {
        button.addEventListener("click", () => {
          state[key] = button.dataset[name];
          for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
          draw();
        });
      }
    };
    choice("side", "side");
    choice("by", "by");
    const thread = document.getElementById("flame-thread");
    trees.forEach((tree, index) => thread.append(el("option", { value: index }, tree.thread === "main" ? "main thread" : "other threads")));
    thread.addEventListener("change", () => { state.tree = Number(thread.value); state.chosen = -1; zoom(-1); });
    redraws.push(draw);
    draw();
  }
}
