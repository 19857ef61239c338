import { config } from "zod/v4/core";

// Makes the protocol's schemas validate without generating code, which strict policies forbid. Must
// be imported before the protocol's own code, which creates them.
config({ jitless: true });
