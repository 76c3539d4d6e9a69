// The first module: where the browser is too old (plain.js has looked), no other one runs
// and the page stays as it was baked.

if ("old" in document.documentElement.dataset) throw new Error("this browser is too old to run Python here");
