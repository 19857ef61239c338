/** What the viewer's keys do. */
export interface ShortcutActions {
  /** Closes what is open on top; false when nothing was. */
  readonly escape: () => boolean;
  readonly find: () => void;
  readonly stepMatch: (by: number) => void;
  readonly stepMark: (by: number) => void;
  readonly stepPage: (by: number) => void;
  readonly zoomBy: (steps: number) => void;
  readonly fitWidth: () => void;
}

/** Handles a key pressed anywhere in the viewer. */
export function handleKey(event: KeyboardEvent, actions: ShortcutActions): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.key === "Escape") {
    if (actions.escape()) event.stopPropagation();
    return;
  }
  const action = keyAction(event, actions);
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

function keyAction(event: KeyboardEvent, actions: ShortcutActions): (() => void) | undefined {
  const { key } = event;
  if (key === "F3") return () => actions.stepMatch(event.shiftKey ? -1 : 1);
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
    return key.toLowerCase() === "f" ? actions.find : undefined;
  }
  const typing = event.composedPath()[0] instanceof HTMLInputElement;
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const plain: Record<string, () => void> = {
    "+": () => actions.zoomBy(1),
    "=": () => actions.zoomBy(1),
    "-": () => actions.zoomBy(-1),
    "−": () => actions.zoomBy(-1),
    "0": actions.fitWidth,
    n: () => actions.stepMark(1),
    p: () => actions.stepMark(-1),
    ArrowLeft: () => actions.stepPage(-1),
    ArrowRight: () => actions.stepPage(1),
  };
  return plain[key];
}
