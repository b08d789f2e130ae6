// Says where a table is wider than the page.
function widths() {
  document.querySelectorAll(".scroll").forEach(function (box) {
    box.classList.toggle("wide", box.scrollWidth > box.clientWidth + 1);
  });
}
widths();
addEventListener("resize", widths);
document.querySelectorAll("details").forEach(function (fold) { fold.addEventListener("toggle", widths); });
document.querySelectorAll("thead th").forEach(function (th) {
  function sort() {
    var body = th.closest("table").tBodies[0], column = th.cellIndex;
    var sign = th.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    th.parentNode.querySelectorAll("th").forEach(function (other) { other.removeAttribute("aria-sort"); });
    th.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
    var text = function (row) { return row.cells[column].textContent.replace(/^÷/, ""); };
    Array.from(body.rows).sort(function (a, b) {
      var x = parseFloat(text(a)), y = parseFloat(text(b));
      return sign * (isNaN(x) || isNaN(y) ? text(a).localeCompare(text(b)) : x - y);
    }).forEach(function (row) { body.appendChild(row); });
  }
  th.tabIndex = 0;
  th.addEventListener("click", sort);
  th.addEventListener("keydown", function (event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      sort();
    }
  });
});
