import type { Page } from "playwright";

/**
 * The controls that react only to presses in less than 24 × 24 CSS pixels around their centre (WCAG
 * 2.2, 2.5.8), with their size. Leaves out those in a line of text, and what a dialog covers.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 24;
    const controls = "a[href], button, input, select, summary, textarea, [role=button]";
    const scopes: (Document | ShadowRoot)[] = [document];
    const small: string[] = [];
    for (const scope of scopes) {
      for (const element of scope.querySelectorAll<HTMLElement>("*")) {
        if (element.shadowRoot) scopes.push(element.shadowRoot);
        if (!element.matches(controls) || !element.checkVisibility()) continue;
        const box = element.getBoundingClientRect();
        if (box.width === 0 || (box.width >= least && box.height >= least)) continue;
        const { display } = getComputedStyle(element);
        const block = element.parentElement?.closest("p, li, .sentence, .direct") ?? element;
        const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
        let isInText = false;
        while (!isInText && texts.nextNode()) {
          const { parentElement, textContent } = texts.currentNode;
          isInText = textContent?.trim() !== "" && !parentElement?.closest(controls);
        }
        if (display.startsWith("inline") && isInText) continue;
        element.scrollIntoView({ block: "center", inline: "nearest" });
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const label = element.closest("label");
        let [width, height] = [0, 0];
        for (let from = 1 - least; from < least; from++) {
          const across = scope.elementFromPoint(x + from + 0.5, y);
          const down = scope.elementFromPoint(x, y + from + 0.5);
          if (across && (element.contains(across) || label?.contains(across))) width++;
          if (down && (element.contains(down) || label?.contains(down))) height++;
        }
        if (width === 0 || height === 0 || (width >= least && height >= least)) continue;
        small.push(`${element.outerHTML.slice(0, 120)}: ${width} × ${height}`);
      }
    }
    return small;
  });
}
