export { openModelPanel } from "./open-panel.js";
export { panelsView as modelPanelView } from "./panels.js";
