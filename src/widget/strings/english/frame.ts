/** The element around the interface: its button, its dialog, how it opens. */
export const frame = {
  "frame.button": "Ask your documents",
  "frame.close": "Close",
  "frame.dialog": "Your documents",
} as const;
