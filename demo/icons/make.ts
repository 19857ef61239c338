// Draws the icons of the installed site, in fixed sizes: `npx tsx demo/icons/make.ts`.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { browserArguments, findBrowser } from "../../test/driver/find-browser.js";

const target = fileURLToPath(new URL("../../public/icons/", import.meta.url));
const plain = path.join(target, "icon.svg");
/** Fills the square, with everything important in the circle that every system shows. */
const maskable = fileURLToPath(new URL("icon-maskable.svg", import.meta.url));
const icons = [
  { source: plain, size: 192, file: "icon-192.png" },
  { source: plain, size: 512, file: "icon-512.png" },
  { source: maskable, size: 512, file: "icon-maskable-512.png" },
];

const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: browserArguments,
});
try {
  for (const { source, size, file } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const drawing = await readFile(source, "utf8");
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${drawing}`,
    );
    await writeFile(path.join(target, file), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
