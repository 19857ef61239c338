/**
 * Opens a page with its own content security policy in a frame, and sends it `task` once it reports
 * that it is ready. Returns its reply; the caller removes the frame.
 */
export function openUnderPolicy(
  policy: string,
  page: string,
  task: unknown,
): { readonly frame: HTMLIFrameElement; readonly outcome: Promise<unknown> } {
  const frame = document.createElement("iframe");
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">
    <title>policy</title><script type="module" src="${page}"></script>`;
  const outcome = new Promise((resolve) => {
    addEventListener("message", function listen({ data, source }) {
      if (source !== frame.contentWindow) return;
      if (data === "ready") return frame.contentWindow?.postMessage(task, "*");
      removeEventListener("message", listen);
      resolve(data);
    });
  });
  document.body.append(frame);
  return { frame, outcome };
}
