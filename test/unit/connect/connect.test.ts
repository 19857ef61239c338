import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "../../../src/connect/connect.js";
import { type OrdersApi, ordersApi } from "../../e2e/orders-api.js";
import { type TestToolServer, testToolServer } from "../../e2e/tool-server.js";

let orders: OrdersApi;
let server: TestToolServer;

beforeAll(async () => {
  [orders, server] = await Promise.all([ordersApi(), testToolServer()]);
});
afterAll(() => Promise.all([orders.close(), server.close()]));

it("connects an API with its tools listed", async () => {
  const api = await connect({ kind: "api", url: orders.url });
  expect(api.tools.map(({ name }) => name)).toContain("get_order");
  api.close();
});

it("connects a tool server with its tools listed", async () => {
  const connected = await connect({ kind: "tool-server", url: server.url });
  expect(connected.tools.length).toBeGreaterThan(300);
  expect(connected.needsSignIn).toBe(false);
  await connected.close();
});

it("resolves without tools when a person has to sign in first, and rejects when nobody can", async () => {
  server.locked = true;
  try {
    const { url } = server;
    const signIn = { redirectUrl: "https://page.example/signed-in.html" };
    const connected = await connect({ kind: "tool-server", url, signIn });
    expect(connected).toMatchObject({ tools: [], needsSignIn: true, signedIn: false });
    await connected.close();
    await expect(connect({ kind: "tool-server", url })).rejects.toMatchObject({
      code: "tool-server-failed",
    });
  } finally {
    server.locked = false;
  }
});

it("sends an engine nothing before it is searched", async () => {
  const engine = await connect({ kind: "engine", url: "https://search.example/handbooks" });
  expect(engine.name).toBe("search.example/handbooks");
});

it("lists the valid kinds for an unknown one", async () => {
  await expect(connect({ kind: "folder" } as never)).rejects.toMatchObject({
    code: "invalid-argument",
    message: expect.stringContaining("engine, api or tool-server"),
  });
});
