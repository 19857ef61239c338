import { adoptStyles } from "./adopt.js";
import base from "./base.css?inline";
import controls from "./controls.css?inline";
import empty from "./empty.css?inline";
import frame from "./frame.css?inline";
import notices from "./notices.css?inline";

const frameStyles = [base, controls, notices, empty, frame].join("\n");

/** Gives a shadow root the styles of what is painted first. */
export function applyStyles(root: ShadowRoot): void {
  adoptStyles(root, frameStyles);
}
