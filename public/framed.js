// Runs before the interface exists: another site that shows this page in a frame could cover it with
// its own buttons. Servers forbid frames with a header (see demo/hosting). Where they cannot, this
// script removes the interface, and main.ts shows the reason.
(() => {
  const foreign = () => {
    for (let frame = window; frame !== frame.parent; frame = frame.parent) {
      try {
        // The address of another origin cannot be read.
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
