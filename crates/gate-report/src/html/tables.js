// Tables that a reader may sort: a click on the head of a column of numbers puts its largest first, another click its smallest.
for (const button of document.querySelectorAll("[data-order]")) {
  button.addEventListener("click", () => {
    const head = button.parentElement, table = head.closest("table"), body = table.tBodies[0], column = Number(button.dataset.order);
    const turned = head.getAttribute("aria-sort") === "descending";
    const value = (row) => Number(row.cells[column].dataset.value);
    const rows = [...body.rows].sort((a, b) => (turned ? value(a) - value(b) : value(b) - value(a)));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", turned ? "ascending" : "descending");
    body.append(...rows);
  });
}
