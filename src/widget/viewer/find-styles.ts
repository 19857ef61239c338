/** Styles of the search inside a document. */
export const findStyles = `
.find { background: var(--surface); border-block-end: 1px solid var(--line); padding: 6px 8px; }
.find-row { display: flex; align-items: center; gap: 2px; }
.find-field { display: flex; flex: 1; align-items: center; gap: 8px; min-inline-size: 0; max-inline-size: 480px;
  margin-inline-end: 6px; padding-inline: 10px; border: 1px solid var(--field); border-radius: 8px; color: var(--muted); }
.find-field:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
.find-field svg { flex: none; transform: none; }
.find-input { flex: 1; min-inline-size: 0; block-size: var(--target); padding: 0; border: 0; background: none; color: var(--text);
  font: inherit; font-size: calc(0.9375 * var(--reading)); }
.find-input:focus-visible { outline: none; }
.find-input::placeholder { color: var(--muted); opacity: 1; }
.find-count { white-space: nowrap; font-variant-numeric: tabular-nums; }
.find-remark { margin: 4px 0 2px; padding-inline: 8px; color: var(--muted); }
@container (max-width: 359px) { .find-input { font-size: calc(0.875 * var(--reading)); } .find-field > svg { display: none; } }
`;
