import type { Zoom } from "./zoom.js";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Zooms by two fingers and by the wheel with Ctrl held, which is what a pad sends for a pinch. */
export function zoomByGestures(view: HTMLElement, zoom: Zoom): void {
  view.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      // A wheel's click is some 100 pixels, a pinch sends many small steps.
      const step = Math.max(-50, Math.min(50, event.deltaY));
      zoom.by(Math.exp(-step / 200), { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  let spread = 0;
  view.addEventListener(
    "touchstart",
    ({ touches }) => {
      spread = between(touches)?.spread ?? 0;
    },
    { passive: true },
  );
  view.addEventListener(
    "touchmove",
    (event) => {
      const fingers = between(event.touches);
      if (!fingers || spread === 0) return;
      event.preventDefault();
      zoom.by(fingers.spread / spread, fingers.middle);
      spread = fingers.spread;
    },
    { passive: false },
  );
}

function between(touches: TouchList): { spread: number; middle: Point } | null {
  const [first, second] = touches;
  if (!first || !second) return null;
  return {
    spread: Math.hypot(second.clientX - first.clientX, second.clientY - first.clientY),
    middle: { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 },
  };
}
