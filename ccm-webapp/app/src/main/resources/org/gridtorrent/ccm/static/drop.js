// Machines onto which a data set's link can be dragged: it is got there, as by the form on the data set's page.
// Without this script they stay hidden.
"use strict";

document.querySelectorAll("[data-drop]").forEach((section) => {
  const form = section.querySelector("form");
  const root = section.dataset.drop;

  // The data set whose link is dragged, of this site; until it is dropped, browsers tell no more than the kind.
  const dataset = (transfer) => {
    const link = URL.parse(transfer.getData("text/uri-list").split("\n")[0]);
    const path = link && link.origin === location.origin && link.pathname.startsWith(root)
      ? link.pathname.slice(root.length).match(/^\/datasets\/([a-z0-9]{1,40})(\/|$)/)
      : null;
    return path && path[1];
  };

  section.hidden = false;
  section.querySelectorAll("[data-device]").forEach((machine) => {
    const over = (is) => machine.classList.toggle("over", is);
    machine.addEventListener("dragover", (event) => {
      if (event.dataTransfer.types.includes("text/uri-list")) {
        event.preventDefault();
        over(true);
      }
    });
    machine.addEventListener("dragleave", () => over(false));
    machine.addEventListener("drop", (event) => {
      event.preventDefault();
      over(false);
      const id = dataset(event.dataTransfer);
      if (id) {
        form.action = `${root}/datasets/${id}/get`;
        form.elements.device.value = machine.dataset.device;
        form.submit();
      }
    });
  });
});
