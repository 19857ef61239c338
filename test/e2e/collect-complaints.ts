import type { Page } from "playwright";

/**
 * Collects a page's uncaught errors, console errors and warnings.
 *
 * @param isExpected true for a failed request that is not the page's fault
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
    // Chromium itself warns if it has no graphics adapter or no built-in model.
    if (/No available adapters|text session because the service/.test(text)) return;
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${text} (${message.location().url})`);
  });
}
