// Buttons that copy the text of the element whose id is in their data-copy. Without this script they stay hidden.
"use strict";

document.querySelectorAll("button[data-copy]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(source.textContent);
    } else {
      // Pages without HTTPS have no clipboard of their own.
      getSelection().selectAllChildren(source);
      document.execCommand("copy");
    }
    button.textContent = button.dataset.copied;
  });
});
