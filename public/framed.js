// Runs before the interface is there: a page of another site that shows this one in a frame could lay
// its own buttons over ours. Servers forbid it with a header (see demo/hosting); where they cannot,
// the interface is left out, and main.ts says why.
(() => {
  const foreign = () => {
    for (let frame = window; frame !== frame.parent; frame = frame.parent) {
      try {
        // Of another origin than this one its address cannot be read.
        if (frame.parent.location.origin !== window.origin) return true;
      } catch {
        return true;
      }
    }
    return false;
  };
  if (!foreign()) return;
  document.documentElement.dataset.framed = "";
  document.querySelector("page-hound")?.remove();
})();
