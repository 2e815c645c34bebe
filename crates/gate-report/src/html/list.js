// Fills a long table that a reader can search and sort; `id` begins the ids of its elements. `page` rows are drawn at a time.
// `matching` returns the indices of the rows that a query finds, `orders` has a comparison for each sort key, `row` draws a row.
function list(id, page, orders, matching, row) {
  const part = (name) => document.getElementById(id + "-" + name), heads = document.querySelectorAll("[data-sort]");
  const body = part("body"), search = part("search"), count = part("count"), more = part("more");
  let order = "change", turned = false, found = [], until = 0;

  function append() {
    const to = Math.min(found.length, until + page);
    body.append(...found.slice(until, to).map(row));
    until = to;
    more.hidden = until >= found.length;
    count.textContent = until + " of " + found.length + " shown";
  }

  // Fills the table, and returns the found indices.
  function fill() {
    keepInAddress(id, search.value.trim());
    found = matching(search.value.trim().toLowerCase()).sort(orders[order]);
    if (turned) found.reverse();
    body.replaceChildren();
    until = 0;
    append();
    return found;
  }

  search.value = chosen.get(id) || "";
  search.addEventListener("input", fill);
  more.addEventListener("click", append);
  for (const head of heads) {
    head.addEventListener("click", () => {
      turned = order === head.dataset.sort ? !turned : false;
      order = head.dataset.sort;
      for (const other of heads) other.parentElement.removeAttribute("aria-sort");
      head.parentElement.setAttribute("aria-sort", (order === "name") === turned ? "descending" : "ascending");
      fill();
    });
  }
  return fill;
}

function compare(a, b) { return a < b ? -1 : a > b ? 1 : 0; }
