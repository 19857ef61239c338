import { describe, expect, it } from "vitest";
import {
  agreesWith,
  currencyAfter,
  currencyBefore,
  currencySign,
} from "../../../src/figures/currencies.js";

describe("agreesWith", () => {
  it.each([
    ["$", "USD"],
    ["$", "C$"],
    ["dollars", "US dollars"],
    ["Dollar", "долларов"],
    ["€", "euros"],
    ["d'euros", "€"],
    ["eur", "EUR"],
    ["£", "pounds sterling"],
    ["libras", "£"],
    ["kr", "SEK"],
    ["Rs.", "₹"],
    ["reais", "R$"],
    ["RMB", "yuan"],
    ["руб.", "рублей"],
    ["р.", "₽"],
    ["DM", "Deutsche Mark"],
    ["Belize dollars", "Belize dollars"],
    ["Hungarian forints", "HUF"],
  ])("accepts %s for %s", (claimed, stated) => {
    expect(agreesWith(claimed, stated)).toBe(true);
  });

  it.each([
    ["C$", "$"],
    ["CDN$", "$"],
    ["Z$", "$"],
    ["Belize dollars", "$"],
    ["Canadian dollars", "US dollars"],
    ["R$", "$"],
    ["€", "$"],
    ["gbp", "€"],
    ["cents", "$"],
    ["basis points", "€"],
    ["PKR", "INR"],
    ["лв", "евро"],
    ["Swiss francs", "euros"],
  ])("rejects %s for %s", (claimed, stated) => {
    expect(agreesWith(claimed, stated)).toBe(false);
  });
});

describe("a currency next to a number", () => {
  it.each(["$", "US$", "CDN$ ", "€ ", "EUR ", "eur ", "Rs. ", "kr ", "DM ", "rupees "])(
    "finds the currency before a number: %s",
    (before) => {
      expect(currencyBefore(`costs ${before}`)?.name).toBe(before.trim());
    },
  );

  it.each([
    [" euros", "euros"],
    [" d'euros", "d'euros"],
    [" CAD", "CAD"],
    [" eur", "eur"],
    [" Belize dollars", "Belize dollars"],
    ["€", "€"],
    [" рублей", "рублей"],
  ])("finds the currency after a number: %s", (after, name) => {
    expect(currencyAfter(`5${after}.`, 1)?.name).toBe(name);
  });

  it("never mistakes an ordinary word for a currency", () => {
    for (const after of [" euphemisms", " people", " marks the end", " ft"]) {
      expect(currencyAfter(`2015${after}`, 4)).toBeNull();
    }
    expect(currencyBefore("the total of ")).toBeNull();
  });

  it("keeps the name of a currency without a sign", () => {
    expect(currencySign("dollars")).toBe("$");
    expect(currencySign("kr")).toBe("kr");
  });
});
