import { expect, it } from "vitest";
import {
  loadPromptApi,
  promptApiAvailability,
} from "../../../src/models/prompt-api/load-prompt-api.js";

it("reports in every browser whether it has a built-in model", async () => {
  const availability = await promptApiAvailability();
  expect(["available", "downloadable", "downloading", "unavailable"]).toContain(availability);
  if (availability !== "unavailable") return;
  await expect(loadPromptApi()).rejects.toMatchObject({
    code: "unsupported-browser",
    message: expect.stringContaining("built-in model"),
  });
});
