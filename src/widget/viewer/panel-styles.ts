/** Styles of the panel beside the pages. */
export const panelStyles = `
.panel { display: flex; flex-direction: column; block-size: 100%; background: var(--surface); }
.panel-head { display: flex; align-items: center; gap: 8px; padding: 4px 8px; border-block-end: 1px solid var(--line); }
.tabs { display: flex; flex: 1; gap: 4px; min-inline-size: 0; }
.tab { inline-size: auto; padding-inline: 10px; color: var(--muted); font-weight: 500; }
.tab[aria-selected="true"] { color: var(--text); background: var(--hover); }
.tab-view { display: flex; flex: 1; min-block-size: 0; flex-direction: column; }
.panel-remark { margin: 16px; color: var(--muted); }
.rows { flex: 1; min-block-size: 0; overflow: hidden auto; overscroll-behavior: contain; padding: 4px; }
.rows:focus-visible { outline-offset: -2px; }
.row-space { position: relative; }
.row-space > * { position: absolute; cursor: pointer; }
.outline-row { display: flex; align-items: center; block-size: var(--target); padding-inline: calc(2px + var(--depth) * 14px) 8px;
  border-radius: 6px; }
.outline-row:hover { background: var(--hover); }
.outline-row[aria-current] { color: var(--accent); font-weight: 600; }
.rows:focus-visible [data-active] { outline: 2px solid var(--accent); outline-offset: -2px; }
.twist { display: grid; flex: none; place-items: center; inline-size: 20px; align-self: stretch; color: var(--muted); }
.twist svg { inline-size: 16px; block-size: 16px; }
[aria-expanded="true"] > .twist svg { rotate: 90deg; }
[aria-expanded="true"]:dir(rtl) > .twist svg { rotate: -90deg; }
.outline-text { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: 1; text-align: left; }
.outline-row:dir(rtl) > .outline-text { text-align: right; }
.thumb { display: flex; flex-direction: column; align-items: center; gap: 4px; block-size: 168px; padding: 8px 4px 4px;
  border-radius: 8px; }
.thumb:hover { background: var(--hover); }
.thumb-frame { display: grid; place-items: end center; block-size: 124px; }
.thumb canvas { position: static; background: #fff; box-shadow: 0 0 0 1px var(--line); border-radius: 2px; }
.thumb-frame:empty::after { content: ""; inline-size: 88px; block-size: 124px; border-radius: 2px; background: #fff;
  box-shadow: 0 0 0 1px var(--line); }
.thumb-label { max-inline-size: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--muted);
  font-variant-numeric: tabular-nums; }
.thumb[aria-selected="true"] :is(canvas, .thumb-frame:empty::after) { box-shadow: 0 0 0 2px var(--accent); }
.thumb[aria-selected="true"] .thumb-label { color: var(--accent); font-weight: 600; }
@media (forced-colors: active) {
  .outline-row[aria-current], .thumb[aria-selected="true"] { color: Highlight; }
  .tab[aria-selected="true"] { border: 1px solid CanvasText; }
}
@media not (prefers-reduced-motion: reduce) { .twist svg { transition: rotate 120ms; } }
`;
