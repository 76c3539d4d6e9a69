// A page opened as a file may not load modules, so nothing else here runs: say why the numbers cannot be edited.
// No module itself, for that very reason.

if (location.protocol === "file:") {
  document.documentElement.dataset.still = ""; // the whole text, not a step at a time
  document.getElementById("as-file").hidden = false;
  for (const control of document.querySelectorAll(".scripted")) control.hidden = true;
}
