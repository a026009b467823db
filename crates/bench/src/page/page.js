"use strict";
// Sorting by a click on a heading, filtering by words and by status. Rows are moved and hidden,
// never made: all of them are in the page.
const table = document.getElementById("tasks");
const body = table.tBodies[0];
const rows = Array.from(body.rows);
const headings = Array.from(table.tHead.rows[0].cells);

function sortBy(column) {
  const heading = headings[column];
  const direction = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  for (const other of headings) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
  const isNumber = heading.className === "number";
  const key = (row) => row.cells[column].textContent;
  rows.sort((a, b) => {
    const order = isNumber ? Number(key(a)) - Number(key(b)) : key(a).localeCompare(key(b));
    return direction * order;
  });
  body.append(...rows);
}

function filter() {
  const words = document.getElementById("filter").value.toLowerCase().split(/\s+/);
  const status = document.getElementById("status").value;
  let shown = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    const isShown = words.every((word) => text.includes(word))
      && (status === "" || row.cells[5].textContent.trim() === status);
    row.hidden = !isShown;
    shown += isShown ? 1 : 0;
  }
  document.getElementById("shown").textContent = `${shown} of ${rows.length} tasks`;
}

headings.forEach((heading, column) => heading.addEventListener("click", () => sortBy(column)));
document.getElementById("filter").addEventListener("input", filter);
document.getElementById("status").addEventListener("change", filter);
