// Public entry `pagehound/widget`: the element's class, registered under no name yet.
export { PageHoundElement } from "./element.js";
