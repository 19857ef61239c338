import type { Page } from "playwright";

/** Collects what a page complains of: errors nobody caught, and what the console warns of. */
export function collectComplaints(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    // Chromium says so itself where it has no graphics adapter, or no model of its own.
    if (/No available adapters|text session because the service/.test(text)) return;
    if (["error", "warning"].includes(message.type())) complaints.push(text);
  });
}
