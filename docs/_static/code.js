// Code that is wider than its place is scrolled with the keyboard, too; screen readers get what the theme leaves out.
addEventListener("load", () => {
  for (const each of document.querySelectorAll("p.caption[role=heading]")) each.ariaLevel = "2";
  document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "Pages");
  document.querySelector(".toc-drawer")?.setAttribute("aria-label", "On this page");
  const tools = document.querySelector(".content-icon-container");
  tools?.setAttribute("role", "region");
  tools?.setAttribute("aria-label", "This page");
  for (const each of document.querySelectorAll("div.highlight pre, .table-wrapper")) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
  }
});
