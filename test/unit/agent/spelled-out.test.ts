import { expect, test } from "vitest";
import { spelledOut } from "../../../src/agent/loop/spelled-out.js";

const hits = (...texts: string[]) => texts.map((text) => ({ text }));

test("finds the name that an acronym stands for", () => {
  expect(
    spelledOut(
      ["UMC's", "boundaries"],
      hits("In 2011 the United Methodist Church’s board met. Under Many Clouds, the sun."),
    ),
  ).toEqual([]);
  expect(
    spelledOut(["UMC's", "boundaries"], hits("In 2011 the United Methodist Church met.")),
  ).toEqual([{ from: "UMC's", to: "United Methodist Church" }]);
  expect(
    spelledOut(["OFCC"], hits("a pamphlet of The Office for Fair\nCity Commerce Board of Trade")),
  ).toEqual([{ from: "OFCC", to: "Office for Fair City Commerce" }]);
});

test("needs two initials to be written often", () => {
  const parliament = "Members of the Scottish Parliament sit in Edinburgh.";
  expect(spelledOut(["SP"], hits(parliament, parliament))).toEqual([]);
  expect(spelledOut(["SP"], hits(parliament, parliament, parliament, "Simon Peter"))).toEqual([
    { from: "SP", to: "Scottish Parliament" },
  ]);
});

test("finds initials with dots", () => {
  expect(spelledOut(["UNO"], hits("The U.N.O. met."))).toEqual([{ from: "UNO", to: "U.N.O." }]);
});

test("leaves other words alone", () => {
  const text = hits("The Annual General Meeting is in May.");
  expect(spelledOut(["agm", "Agm", "ABC", "AGMX"], text)).toEqual([]);
  expect(spelledOut(["AGM"], text)).toEqual([{ from: "AGM", to: "Annual General Meeting" }]);
});
