// Code that is wider than its place is scrolled with the keyboard, too.
addEventListener("load", () => {
  for (const each of document.querySelectorAll("div.highlight pre, .table-wrapper")) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
  }
});
