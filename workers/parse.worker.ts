import { greeted } from "../src/rpc/worker-host.js";
const { port } = await greeted<null>();
port.postMessage("hi");
