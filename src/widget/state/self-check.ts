// Apart from the rest, so that its code is fetched only when somebody checks.
export { selfTest } from "../../index.js";
