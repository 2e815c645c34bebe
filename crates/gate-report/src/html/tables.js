// Sorts tables: a click on the header of a number column puts the largest number first, another click the smallest one.
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
