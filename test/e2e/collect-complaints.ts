import type { Page } from "playwright";

/**
 * Collects a page's uncaught errors and console warnings.
 *
 * @param isExpected whether a failed request is not the page's fault
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
