// Links and not buttons turn pages, since only links keep what widgets wrote into the URL.
document.removeEventListener("keydown", window.zipfvizKeys);
window.zipfvizKeys = event => {
  const at = ["ArrowLeft", "ArrowRight"].indexOf(event.key);
  const busy = "input, textarea, [role=slider], [role=tab], [role=radio], [contenteditable]";
  if (at < 0 || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest && event.target.closest(busy)) return;
  const link = document.querySelectorAll(".st-key-present-keys a")[at];
  if (link && link.getAttribute("aria-disabled") !== "true") link.click();
};
document.addEventListener("keydown", window.zipfvizKeys);
