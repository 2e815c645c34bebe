// Draws the differential flame graph: the width of a call is its time, its colour the change of this time.
{
  const canvas = document.getElementById("flame-canvas");
  const trees = data.trees || [];
  if (canvas && trees.length) {
    const ROW = 18, MOST_ROWS = 24;
    const frame = document.getElementById("flame-frame"), tip = document.getElementById("flame-tip"), legend = document.getElementById("flame-legend");
    const detail = document.getElementById("flame-detail"), found = document.getElementById("flame-found");
    const search = document.getElementById("flame-search"), out = document.getElementById("flame-out");
    const state = { tree: 0, side: "head", by: "total", view: "calls", zoom: -1, chosen: -1, query: "", around: null };
    // A finding is marked below its own caller, not at every call of its name.
    const marked = new Map();
    for (const [name, above] of data.findings || []) marked.set(name, (marked.get(name) || []).concat([above]));
    const isMarked = (graph, node) => {
      const above = marked.get(graph.name[node]), parent = graph.parent[node];
      if (!above || graph.above.has(node)) return false;
      if (state.view === "callers" || (state.view === "around" && parent < 0)) return parent < 0;
      return above.some((name) => name === null || (parent >= 0 && graph.name[parent] === name));
    };
    // Maps each name to the result of the row of the method's own time.
    const results = new Map();
    if (data.rows) data.rows.name.forEach((name, i) => { if (typeof name === "number") results.set(name, data.results[data.rows.result[i]]); });
    // Returns whether a colour shows the change of the node by itself, not the sum of the proven changes below it.
    const isOwn = (graph, node) => state.by === "self" || state.view === "callers" || graph.sampled[node];
    // A call has a colour if the test of its row shows a change, and a caller if calls in it have one. A sampled function has no
    // row here: it has a colour if it is a finding, or if it changed by more than samples scatter.
    const isBeyondNoise = (graph, node) => isMarked(graph, node) || Math.abs(graph.own.head[node] - graph.own.base[node]) > graph.within[node];
    const isSure = (graph, node) => isBeyondNoise(graph, node) && (graph.sampled[node] || !isQuiet(graph, node));
    const root = (graph, node) => { while (graph.parent[node] >= 0) node = graph.parent[node]; return node; };
    // Returns the part of a node's change that tests or samples prove.
    function shownChange(graph, node) {
      if (data.single || graph.unknown[node]) return 0;
      // The callers of the method in the middle are coloured only if that method is.
      if (graph.above.has(node)) return graph.sure[root(graph, node)] ? graph.total.head[node] - graph.total.base[node] : 0;
      if (!isOwn(graph, node)) return graph.sure[node];
      const [base, head] = change(node), isNoise = graph.within[node] && Math.abs(head - base) <= graph.within[node] && !isMarked(graph, node);
      return isNoise || !isSure(graph, state.view === "callers" ? root(graph, node) : node) ? 0 : head - base;
    }
    // The results that prove no change. Rows of code outside methods have names that begin with the name of the node for this code.
    const quiet = ["unchanged", "too noisy", "possibly slower", "moved", "not confirmed", "", undefined];
    const rest = trees.flatMap((tree) => (tree.outside || []).map((node) => names(tree.name[node])))[0];
    const outside = !data.rows || data.rows.name.every((name, i) => typeof name === "number" || !name.startsWith(rest) || quiet.includes(data.results[data.rows.result[i]]));
    const isQuiet = (graph, node) => graph.name[node] === null || (graph.outside.has(graph.name[node]) ? outside : quiet.includes(results.get(graph.name[node])));
    // Returns, for each node, the error that samples cause in the change of its own time.
    function noise(tree) {
      const all = new Float64Array(tree.parent.length);
      (tree.sampled || []).forEach((node, i) => {
        const within = (tree.sampled_within_ns || [])[i] || 0, above = tree.parent[node];
        all[node] += within;
        if (above !== null) all[above] += within;
      });
      return all;
    }
    // Sampled functions are labelled, since their calls were not counted.
    const label = (graph, node) => names(graph.name[node]) + (graph.sampled[node] ? " (sampled)" : "");

    // A graph has columns of nodes, parents before children. Costs are own costs until `finished` adds up totals. Phases, and nodes for
    // code outside methods, are known by their names.
    function emptyGraph(tree) {
      const graph = { parent: [], name: [], own: { base: [], head: [] }, calls: { base: [], head: [] }, unknown: [], sampled: [], within: [], above: new Set(), phases: new Set(), outside: new Set(), below: tree.unknown_below_ns || 0 };
      for (const node of tree.phases || []) graph.phases.add(tree.name[node]);
      for (const node of tree.outside || []) graph.outside.add(tree.name[node]);
      return graph;
    }
    const isPhase = (tree, node) => (tree.phases || []).includes(node);
    // Returns the index of the caller, which is no phase, or null.
    const callerOf = (tree, node) => (isPhase(tree, tree.parent[node]) ? null : tree.parent[node]);
    function add(graph, parent, name) {
      graph.parent.push(parent); graph.name.push(name); graph.unknown.push(false); graph.sampled.push(false); graph.within.push(0);
      for (const side of ["base", "head"]) { graph.own[side].push(0); graph.calls[side].push(0); }
      return graph.parent.length - 1;
    }
    function put(graph, node, tree, i) {
      graph.own.base[node] += tree.base_ns[i]; graph.own.head[node] += tree.head_ns[i];
      graph.calls.base[node] += tree.base_calls[i]; graph.calls.head[node] += tree.head_calls[i];
    }

    // A method that calls itself directly is one node, since the depth of the recursion is not relevant.
    function fromCalls(tree) {
      const graph = emptyGraph(tree), within = noise(tree), place = [], known = new Map(), unknown = new Set(tree.unknown || []), sampled = new Set(tree.sampled || []);
      tree.parent.forEach((parent, i) => {
        const above = parent === null ? -1 : place[parent], name = tree.name[i];
        let node;
        if (above >= 0 && name !== null && graph.name[above] === name) node = above;
        else {
          const key = above + " " + name;
          node = known.get(key);
          if (node === undefined) { node = add(graph, above, name); known.set(key, node); }
        }
        place[i] = node;
        put(graph, node, tree, i);
        graph.within[node] += within[i];
        if (unknown.has(i)) graph.unknown[node] = true;
        if (sampled.has(i)) graph.sampled[node] = true;
      });
      return finished(graph);
    }

    // Builds the graph from each method to its callers. The width of a node is the method's own time when called on this path.
    function fromCallers(tree) {
      const graph = emptyGraph(tree), within = noise(tree), known = new Map(), unknown = new Set(tree.unknown || []), sampled = new Set(tree.sampled || []);
      tree.parent.forEach((parent, i) => {
        let node = -1, last;
        for (let at = isPhase(tree, i) ? null : i; at !== null; at = callerOf(tree, at)) {
          const name = tree.name[at];
          if (node >= 0 && name === last) continue;
          const key = node + " " + name;
          let next = known.get(key);
          if (next === undefined) { next = add(graph, node, name); known.set(key, next); }
          // A caller gets the time of the called method on this path, not its own time.
          graph.own.base[next] += tree.base_ns[i]; graph.own.head[next] += tree.head_ns[i];
          graph.calls.base[next] += tree.base_calls[i]; graph.calls.head[next] += tree.head_calls[i];
          graph.within[next] += within[i];
          if (unknown.has(i)) graph.unknown[next] = true;
          if (sampled.has(at)) graph.sampled[next] = true;
          node = next; last = name;
        }
      });
      return finished(graph, true);
    }

    // Builds the graph of a method with its callers above and its callees below, from all its calls.
    function around(tree, name) {
      const graph = emptyGraph(tree), within = noise(tree), unknown = new Set(tree.unknown || []), sampled = new Set(tree.sampled || []);
      const middle = add(graph, -1, name), known = new Map(), place = [], outermost = [];
      const inside = (above, name, isAbove) => {
        const key = above + (isAbove ? " above " : " ") + name;
        if (!known.has(key)) known.set(key, add(graph, above, name));
        if (isAbove) graph.above.add(known.get(key));
        return known.get(key);
      };
      const mark = (node, i) => { if (unknown.has(i)) graph.unknown[node] = true; if (sampled.has(i)) graph.sampled[node] = true; };
      tree.parent.forEach((parent, i) => {
        const above = parent === null ? undefined : place[parent];
        // A call of the method within itself belongs to the outermost call.
        if (above === undefined) { if (tree.name[i] !== name) return; place[i] = middle; outermost[i] = i; }
        else { place[i] = graph.name[above] === tree.name[i] ? above : inside(above, tree.name[i]); outermost[i] = outermost[parent]; }
        put(graph, place[i], tree, i);
        graph.within[place[i]] += within[i];
        mark(place[i], i);
        let node = middle, last = name;
        for (let at = callerOf(tree, outermost[i]); at !== null; at = callerOf(tree, at)) {
          if (tree.name[at] === last) continue;
          node = inside(node, last = tree.name[at], true);
          graph.own.base[node] += tree.base_ns[i]; graph.own.head[node] += tree.head_ns[i];
          if (i === outermost[i]) { graph.calls.base[node] += tree.base_calls[i]; graph.calls.head[node] += tree.head_calls[i]; }
          mark(node, at);
        }
      });
      return finished(graph);
    }

    function finished(graph, areTotals) {
      const count = graph.parent.length;
      graph.children = Array.from({ length: count }, () => []); graph.callers = graph.children.map(() => []); graph.roots = [];
      graph.depth = new Uint16Array(count);
      graph.total = { base: Float64Array.from(graph.own.base), head: Float64Array.from(graph.own.head) };
      graph.x = new Float64Array(count); graph.width = new Float64Array(count); graph.shown = [];
      for (let i = 0; i < count; i++) {
        const parent = graph.parent[i];
        if (parent < 0) graph.roots.push(i); else { graph[graph.above.has(i) ? "callers" : "children"][parent].push(i); graph.depth[i] = graph.depth[parent] + 1; }
      }
      // Callers are drawn from the top down to the method in the middle.
      const highest = [...graph.above].reduce((most, i) => Math.max(most, graph.depth[i]), 0);
      for (let i = 0; i < count && highest; i++) graph.depth[i] = graph.above.has(i) ? highest - graph.depth[i] : highest + graph.depth[i];
      if (!areTotals) for (let i = count - 1; i >= 0; i--) {
        const parent = graph.parent[i];
        if (parent >= 0 && !graph.above.has(i)) { graph.total.base[parent] += graph.total.base[i]; graph.total.head[parent] += graph.total.head[i]; }
      }
      graph.sure = new Float64Array(count);
      for (let i = count - 1; i >= 0; i--) {
        if (graph.above.has(i)) continue;
        if (isSure(graph, i)) graph.sure[i] += graph.own.head[i] - graph.own.base[i];
        if (graph.parent[i] >= 0) graph.sure[graph.parent[i]] += graph.sure[i];
      }
      // Phases are in the order of time. Other nodes are sorted by proven growth, then by time, the largest first.
      const grown = (i) => data.single || graph.unknown[i] ? 0 : graph.sure[i];
      const order = (a, b) => grown(b) - grown(a) || graph.total.head[b] - graph.total.head[a];
      if (!graph.roots.every((node) => graph.phases.has(graph.name[node]))) graph.roots.sort(order);
      for (const list of graph.children) list.sort(order);
      for (const list of graph.callers) list.sort(order);
      return graph;
    }

    const built = new Map();
    function now() {
      const make = { calls: fromCalls, callers: fromCallers, around: (tree) => around(tree, state.around) }[state.view];
      const key = state.view + state.tree + (state.view === "around" ? " " + state.around : "");
      if (!built.has(key)) built.set(key, make(trees[state.tree]));
      return built.get(key);
    }
    const isShown = (node) => now().width[node] > 0;

    function layout() {
      const graph = now(), total = graph.total[state.side], width = canvas.clientWidth;
      graph.shown = []; graph.width.fill(0);
      let deepest = 0;
      // The zoomed node and its ancestors stay visible, each at the full width.
      const above = [];
      for (let at = state.zoom; at >= 0; at = graph.parent[at]) above.push(at);
      for (const node of above) { graph.x[node] = 0; graph.width[node] = width; graph.shown.push(node); deepest = Math.max(deepest, graph.depth[node]); }
      const top = state.zoom >= 0 ? graph.children[state.zoom] : graph.roots;
      const whole = (state.zoom >= 0 ? Math.max(total[state.zoom], 0) : graph.roots.reduce((sum, node) => sum + Math.max(total[node], 0), 0)) || 1;
      const stack = [[top, 0]];
      while (stack.length) {
        const [list, start] = stack.pop();
        let x = start;
        for (const node of list) {
          const wide = Math.max(total[node], 0) / whole * width;
          if (wide >= 1) {
            graph.x[node] = x; graph.width[node] = wide;
            graph.shown.push(node);
            deepest = Math.max(deepest, graph.depth[node]);
            for (const list of [graph.children[node], graph.callers[node]]) if (list.length) stack.push([list, x]);
          }
          x += wide;
        }
      }
      return deepest + 1;
    }

    function change(node) {
      const graph = now(), costs = state.by === "self" && state.view === "calls" ? graph.own : graph.total;
      return [costs.base[node], costs.head[node]];
    }

    function matches(node) { return state.query !== "" && names(now().name[node]).toLowerCase().includes(state.query); }

    // Draws stripes on a node whose change is not known.
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

    function draw() {
      const rows = layout(), graph = now();
      frame.style.maxHeight = MOST_ROWS * ROW + 4 + "px";
      const [context] = surface(canvas, Math.max(rows, 1) * ROW + 2);
      const ink = { text: colour("text"), page: colour("page"), raised: colour("line"), slower: colour("slower"), faster: colour("faster"), hit: colour("hit"), focus: colour("focus") };
      const largest = graph.shown.reduce((most, node) => Math.max(most, Math.abs(shownChange(graph, node))), 1);
      for (const node of graph.shown) {
        const x = graph.x[node], y = graph.depth[node] * ROW + 1, width = graph.width[node];
        const delta = shownChange(graph, node) / largest;
        const isAbove = state.zoom >= 0 && graph.depth[node] < graph.depth[state.zoom];
        context.globalAlpha = isAbove ? 0.5 : 1;
        context.fillStyle = ink.raised;
        context.fillRect(x, y, Math.max(width - 1, 0.5), ROW - 1);
        if (graph.unknown[node]) hatch(context, x, y, Math.max(width - 1, 0.5), ink.text);
        // A change of at most 2 % of the largest change gets no colour.
        const changed = Math.abs(delta) > 0.02;
        if (changed) {
          // The colour is weak, so that the name is readable in both themes.
          context.globalAlpha = 0.12 + 0.3 * Math.sqrt(Math.abs(delta));
          context.fillStyle = delta > 0 ? ink.slower : ink.faster;
          context.fillRect(x, y, Math.max(width - 1, 0.5), ROW - 1);
        }
        context.globalAlpha = isAbove ? 0.7 : 1;
        const isFinding = isMarked(graph, node);
        if (isFinding) { context.strokeStyle = ink.slower; context.lineWidth = 2; context.strokeRect(x + 1, y + 1, Math.max(width - 3, 1), ROW - 3); }
        if (matches(node)) { context.strokeStyle = ink.hit; context.lineWidth = 3; context.strokeRect(x + 1.5, y + 1.5, Math.max(width - 4, 1), ROW - 4); }
        if (node === state.chosen || (picked !== null && graph.name[node] === picked)) { context.strokeStyle = ink.focus; context.lineWidth = 2; context.strokeRect(x + 1, y + 1, Math.max(width - 3, 1), ROW - 3); }
        context.fillStyle = ink.text;
        // The sign shows the direction without the colour.
        const sign = changed ? (delta > 0 ? "▲ " : "▼ ") : "";
        context.fillText(fitted(context, (isFinding ? "● " : "") + sign + label(graph, node), width - 8), x + 4, y + ROW / 2);
        context.globalAlpha = 1;
      }
      if (legend) legend.textContent = (data.single || largest <= 1 ? "" : "The darkest colour is ±" + time(largest) + ". ") + (graph.shown.some((node) => graph.unknown[node]) ? "Striped: too small to be stored with the baseline. " : "") + (marked.size ? "Framed, with a dot: findings. " : "") + (data.single ? "" : "Changes within noise have no colour.");
      tell();
    }

    // Describes the costs, the calls and the error of a node.
    function told(node) {
      const graph = now(), { total, own, calls } = graph;
      const of = (costs) => both(costs.base[node], costs.head[node]) + " (" + [signed(costs.head[node] - costs.base[node]), percent(costs.base[node], costs.head[node])].filter(Boolean).join(", ") + ")";
      const count = (value) => (Number.isInteger(value) ? value : value.toFixed(1));
      const isPhaseBox = graph.phases.has(graph.name[node]), self = state.view !== "callers" && !graph.above.has(node);
      const whole = self ? "total " : state.view === "callers" ? "took, called this way, " : names(state.around) + " took, called this way, ";
      const noise = graph.within[node] && !data.single && !graph.unknown[node] ? (self && !graph.sampled[node] ? "; self is known" : "; known") + " within ±" + time(graph.within[node]) + ", by samples" : "";
      const how = (text) => noise + (graph.sampled[node] ? "; a share of samples, calls not counted" : isPhaseBox || graph.outside.has(graph.name[node]) ? "" : ", calls " + text());
      if (data.single) return whole + time(total.head[node]) + (self && !isPhaseBox ? ", self " + time(own.head[node]) : "") + how(() => count(calls.head[node]));
      if (graph.unknown[node]) return whole + time(total.head[node]) + (self && !isPhaseBox ? ", self " + time(own.head[node]) : "") + how(() => count(calls.head[node]))
        + "; not known in the baseline, whose stored call tree leaves out what takes less than " + time(graph.below);
      return whole + of(total) + (self && !isPhaseBox ? ", self " + of(own) : "") + how(() => count(calls.base[node]) + " → " + count(calls.head[node]));
    }

    function tell() {
      const graph = now(), node = state.chosen;
      keepInAddress("view", state.view === "calls" ? "" : state.view);
      keepInAddress("side", state.side === "head" ? "" : state.side);
      keepInAddress("method", state.view === "around" ? names(state.around) : node >= 0 && graph.name[node] !== null ? names(graph.name[node]) : "");
      detail.replaceChildren();
      if (node >= 0) detail.append(el("span", { class: "name" }, label(graph, node)), el("br"), told(node));
      else detail.append("Point at or tap a box for its costs.");
      if (state.query === "") { found.textContent = ""; return; }
      // The time of a match inside another match is already included.
      const inside = new Uint8Array(graph.depth.length);
      let count = 0, sum = 0, whole = 0;
      for (const root of graph.roots) whole += graph.total[state.side][root];
      for (let i = 0; i < inside.length; i++) {
        const parent = graph.parent[i];
        inside[i] = parent >= 0 ? inside[parent] : 0;
        if (matches(i)) { count++; if (!inside[i]) { sum += graph.total[state.side][i]; inside[i] = 1; } }
      }
      found.textContent = count + " found, " + shareOf(sum, whole) + " of " + (state.view === "around" ? "this method" : "the thread");
    }

    function at(event) {
      const box = canvas.getBoundingClientRect(), x = event.clientX - box.left;
      const row = Math.floor((event.clientY - box.top - 1) / ROW), graph = now();
      return graph.shown.find((node) => graph.depth[node] === row && x >= graph.x[node] && x < graph.x[node] + graph.width[node]) ?? -1;
    }
    function inSight(node) {
      const y = now().depth[node] * ROW;
      if (y < frame.scrollTop || y + ROW > frame.scrollTop + frame.clientHeight) frame.scrollTop = Math.max(y - frame.clientHeight / 2, 0);
    }
    // The chosen method is also marked in the timeline.
    const share = () => pick(state.chosen >= 0 ? now().name[state.chosen] : null, draw);
    function choose(node) { state.chosen = node; share(); draw(); if (node >= 0) inSight(node); }
    function zoom(node) {
      // In this view, the chosen method becomes the one in the middle.
      if (state.view === "around") { if (node >= 0) middle(now().name[node]); return; }
      state.zoom = node;
      out.disabled = node < 0;
      draw();
    }
    function middle(name) {
      if (name === null || name === undefined) return;
      state.around = name; state.chosen = 0; state.zoom = -1;
      share();
      draw();
      inSight(0);
    }
    // Chooses a node, and zooms so that it is visible.
    function reveal(node) {
      if (state.view === "around") { middle(now().name[node]); return; }
      if (!isShown(node)) { state.zoom = now().parent[node]; out.disabled = state.zoom < 0; }
      choose(node);
    }
    function next(back) {
      const graph = now(), list = [];
      for (let i = 0; i < graph.parent.length; i++) if (matches(i)) list.push(i);
      if (!list.length) return;
      const place = list.indexOf(state.chosen);
      reveal(list[((place < 0 ? (back ? 0 : -1) : place) + (back ? -1 : 1) + list.length) % list.length]);
    }
    canvas.addEventListener("click", (event) => {
      const node = at(event);
      if (node < 0) return;
      state.chosen = node;
      share();
      zoom(node === state.zoom ? now().parent[node] : node);
    });
    canvas.addEventListener("mousemove", (event) => {
      const node = at(event);
      tip.hidden = node < 0;
      if (node < 0) return;
      tip.replaceChildren(el("span", { class: "name" }, label(now(), node)), el("br"), told(node));
      const box = frame.parentElement.getBoundingClientRect();
      tip.style.left = Math.max(0, Math.min(event.clientX - box.left + 12, box.width - tip.offsetWidth - 4)) + "px";
      tip.style.top = event.clientY - box.top + 18 + "px";
    });
    canvas.addEventListener("mouseleave", () => { tip.hidden = true; });
    canvas.addEventListener("keydown", (event) => {
      const graph = now(), node = state.chosen;
      const parent = node >= 0 ? graph.parent[node] : -1;
      const visible = (list) => list.filter(isShown);
      const siblings = visible(parent < 0 ? graph.roots : graph[graph.above.has(node) ? "callers" : "children"][parent]);
      const step = (by) => siblings[Math.min(Math.max(siblings.indexOf(node) + by, 0), siblings.length - 1)];
      let next;
      switch (event.key) {
        case "ArrowDown": next = node < 0 ? siblings[0] : graph.above.has(node) ? parent : visible(graph.children[node])[0]; break;
        case "ArrowUp": next = node >= 0 && (parent < 0 || graph.above.has(node)) ? visible(graph.callers[node])[0] : parent < 0 ? undefined : parent; break;
        case "ArrowRight": next = step(1); break;
        case "ArrowLeft": next = step(-1); break;
        case "Enter": if (node >= 0) zoom(node); event.preventDefault(); return;
        case "Escape": zoom(-1); event.preventDefault(); return;
        default: return;
      }
      event.preventDefault();
      if (next !== undefined) choose(next);
    });
    search.addEventListener("input", () => { state.query = search.value.trim().toLowerCase(); draw(); });
    search.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); next(event.shiftKey); } });
    out.addEventListener("click", () => zoom(-1));
    const choice = (name, key, after) => {
      const buttons = [...document.querySelectorAll("[data-" + name + "]")];
      for (const button of buttons) {
        button.addEventListener("click", () => {
          state[key] = button.dataset[name];
          for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
          if (after) after();
          draw();
          if (state.view === "around") inSight(0);
        });
      }
    };
    const isIn = (tree) => (name) => typeof name === "number" && trees[tree].name.includes(name);
    const anew = () => {
      state.chosen = -1; state.zoom = -1; out.disabled = true; frame.scrollTop = 0;
      // The method in the middle is the chosen one, else the first finding in this tree, else the first of the callers view.
      if (state.view !== "around") return;
      const known = [picked, ...(data.findings || []).map(([name]) => name)].find(isIn(state.tree)), largest = fromCallers(trees[state.tree]);
      state.around = known ?? largest.roots.map((node) => largest.name[node]).find((name) => name !== null);
      state.chosen = 0;
    };
    choice("side", "side");
    choice("by", "by");
    choice("view", "view", anew);
    const thread = document.getElementById("flame-thread");
    trees.forEach((tree, index) => thread.append(el("option", { value: index }, tree.thread === "main" ? "main thread" : "other threads")));
    thread.addEventListener("change", () => { state.tree = Number(thread.value); anew(); draw(); });
    // Shows a method in the present view, in another thread if necessary. Marked calls are preferred, then expensive ones.
    function follow(name) {
      if (state.view === "around") {
        const tree = [state.tree, ...trees.keys()].find((tree) => isIn(tree)(name));
        if (tree !== undefined) { state.tree = tree; thread.value = tree; middle(name); }
        return;
      }
      const best = () => {
        const graph = now(), places = graph.name.flatMap((of, i) => (of === name ? [i] : []));
        return places.sort((a, b) => isMarked(graph, b) - isMarked(graph, a) || graph.total.head[b] - graph.total.head[a])[0] ?? -1;
      };
      for (let tree = 0; best() < 0 && tree < trees.length; tree++) { state.tree = tree; thread.value = tree; anew(); }
      if (best() >= 0) reveal(best());
    }
    // A link in a finding's card shows the finding in the graph.
    for (const link of document.querySelectorAll("[data-flame]")) link.addEventListener("click", () => follow(Number(link.dataset.flame)));
    const wanted = { view: chosen.get("view"), side: chosen.get("side") }, method = data.names.indexOf(chosen.get("method"));
    redraws.push(draw);
    pickers.push(draw);
    draw();
    for (const [name, value] of Object.entries(wanted)) for (const button of document.querySelectorAll("[data-" + name + "]")) if (button.dataset[name] === value) button.click();
    if (method >= 0) follow(method);
  }
}
