import type { Page } from "playwright";

/**
 * Collects what a page complains of: errors nobody caught, and what the console warns of.
 *
 * @param isExpected whether a request that did not get through is no fault of the page's
 */
export function collectComplaints(
  page: Page,
  complaints: string[],
  isExpected: (url: string) => boolean = () => false,
): void {
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const text = message.text();
    if (/^Failed to load resource: net::/.test(text) && isExpected(message.location().url)) return;
    // Chromium says so itself where it has no graphics adapter, or no model of its own.
    if (/No available adapters|text session because the service/.test(text)) return;
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${text} (${message.location().url})`);
  });
}
