"use strict";
// Defines the functions that all parts of the page use. Text enters the page as text, never as markup.
// Characters that break a line or change the writing direction are shown as escapes.
const plain = (text) => text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (c) => "\\u{" + c.codePointAt(0).toString(16) + "}");
const data = JSON.parse(document.getElementById("data").textContent, (key, value) => (typeof value === "string" ? plain(value) : value));

function el(tag, attributes, ...children) {
  const svg = ["svg", "rect", "line", "circle", "polyline", "text", "title", "g"].includes(tag);
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== null));
  return node;
}

// Formats a time as the text reports do: in a unit that suits it, with the digits that `change` needs.
function time(ns, change = 0, larger = 0) {
  if (ns === null || ns === undefined) return "–";
  const of = (size) => size >= 999.995e6 ? [1e9, 2, " s"] : size >= 999950 ? [1e6, 2, " ms"] : size >= 999.5 ? [1e3, 1, " µs"] : [1, 0, " ns"];
  // The unit of the larger time is used, unless `ns` is below a tenth of this unit.
  const size = Math.abs(ns), [unit, least, name] = of(size >= 0.1 * of(larger)[0] ? Math.max(size, larger) : size);
  if (unit === 1) return (Math.round(ns) || 0) + name;
  const needed = change >= 0.5 ? -Math.floor(Math.log10(change / unit)) : 0;
  return (ns / unit).toFixed(Math.min(Math.max(needed, least), 6)) + name;
}

function both(base, head) { return [base, head].map((ns) => time(ns, Math.abs(head - base), Math.max(base, head))).join(" → "); }

// A change that is shown as 0 has no sign.
function signed(ns) { return (Math.abs(ns) < 0.5 ? "" : ns > 0 ? "+" : "-") + time(Math.abs(ns)); }
// If both times have the same unit, the unit is written once.
function range(low, high) {
  const larger = Math.max(Math.abs(low), Math.abs(high));
  const [from, to] = [low, high].map((ns) => (ns >= 0.5 ? "+" : "") + time(ns, 0, larger)), unit = to.slice(to.indexOf(" "));
  return (from.endsWith(unit) ? from.slice(0, -unit.length) : from) + " to " + to;
}

// Formats a part as a percentage of the whole.
function shareOf(part, whole) {
  const percent = whole > 0 ? 100 * part / whole : 0;
  return Number(percent.toFixed(percent >= 9.95 ? 0 : percent >= 0.995 ? 1 : 2)) + " %";
}

// Formats a change in percent, or as a factor from the double on.
function percent(before, after) {
  if (before < 0.5) return after >= 0.5 ? "new" : "";
  const ratio = after / before, change = 100 * (ratio - 1), size = Math.abs(change);
  if (ratio >= 1.9995) return "×" + ratio.toFixed(ratio < 99.95 ? 1 : 0);
  if (size < 0.005) return "0.0 %";
  return (change > 0 ? "+" : "-") + size.toFixed(size >= 9.95 ? 0 : size >= 0.05 ? 1 : 2) + " %";
}

function direction(before, after) { return after > before ? "slower" : after < before ? "faster" : ""; }

function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(); }

function names(index) { return index === null || index === undefined || index < 0 ? "too small to show" : data.names[index]; }

// The view that a reader has chosen is in the fragment of the address, so that a copied address shows the same view.
const chosen = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
function keepInAddress(key, value) {
  if (value === (chosen.get(key) || "")) return;
  if (value) chosen.set(key, value); else chosen.delete(key);
  window.history.replaceState(null, "", location.href.split("#")[0] + (chosen.size ? "#" + chosen : ""));
}

// Canvases are drawn again when their width or the colours change.
const redraws = [];
function redraw() { for (const draw of redraws) draw(); }
addEventListener("resize", redraw);
for (const media of ["(prefers-color-scheme: dark)", "print"]) matchMedia(media).addEventListener("change", redraw);

// A method that is chosen in one drawing is marked in the others.
let picked = null;
const pickers = [];
function pick(name, from) {
  if (name === picked) return;
  picked = name;
  for (const take of pickers) if (take !== from) take(name);
}

function surface(canvas, height) {
  const ratio = devicePixelRatio || 1, width = canvas.clientWidth;
  canvas.style.height = height + "px";
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  return [context, width];
}

// Shortens a text to `width`; a shortened method name begins with its class.
function fitted(context, text, width) {
  if (width < 14) return "";
  if (context.measureText(text).width <= width) return text;
  text = text.replace(/^((?:● |▲ |▼ )*)[-+]\[(.+)\]$/, "$1$2");
  let low = 0, high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(text.slice(0, middle) + "…").width <= width) low = middle; else high = middle - 1;
  }
  return low ? text.slice(0, low) + "…" : "";
}

if (document.getElementById("theme")) {
  const button = document.getElementById("theme");
  const keep = (theme) => { try { localStorage.setItem("launchgate-theme", theme); } catch { /* no storage on file:// */ } };
  let theme = null;
  try { theme = localStorage.getItem("launchgate-theme"); } catch { /* likewise */ }
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";
  const name = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  button.hidden = false;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    keep(document.documentElement.dataset.theme);
    name();
    redraw();
  });
  name();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
}

// Commands have a button for copying, if the browser permits it.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(button.dataset.copy).then(() => {
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
      }, () => { button.hidden = true; });
    });
  }
}
