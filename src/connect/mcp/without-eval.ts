import { config } from "zod/v4/core";

// Has the protocol's schemas be checked without making code of them, which strict policies forbid. To
// be imported before the protocol's own code, which makes them.
config({ jitless: true });
