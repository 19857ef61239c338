import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { yesOrNoIn } from "../../../src/figures/index.js";

/** Questions, each with a sentence and the answer it gives. */
const cases: readonly (readonly [question: string, text: string, said: "yes" | "no" | null])[] = [
  ["Are bicycles permitted on bridleways?", "Bicycles are permitted on bridleways.", "yes"],
  ["May I keep a dog in the flat?", "No dogs may be kept in the flat.", "no"],
  ["May I ride a bicycle on a footpath?", "No person shall ride a bicycle on a footpath.", "no"],
  ["Is the port on by default?", "The port is off by default.", "no"],
  ["Is there a lift?", "There is no lift.", "no"],
  ["Is there a pool?", "There is a pool on the roof.", "yes"],
  ["Did Alpha acquire Beta?", "Alpha acquired Beta in 1999.", "yes"],
  ["Did revenue rise?", "Revenue fell by 4.2%.", "no"],
  ["Must the tenant pay for water?", "The tenant need not pay for water.", "no"],
  ["Must the tenant pay for water?", "The tenant must pay for water.", "yes"],
  ["Should I charge it unattended at home?", "Never charge it unattended at home.", "no"],
  ["Has the board approved the plan?", "The board has not approved the plan.", "no"],
  ["Outside the EU, do you need a green card?", "Outside the EU you need a green card.", "yes"],
  [
    "Darf ich Hunde in der Wohnung halten?",
    "Hunde dürfen in der Wohnung nicht gehalten werden.",
    "no",
  ],
  ["Ist Rauchen erlaubt?", "Rauchen ist verboten.", "no"],
  ["Gibt es einen Aufzug?", "Es gibt keinen Aufzug.", "no"],
  ["Y a-t-il un ascenseur ?", "Il n’y a pas d’ascenseur.", "no"],
  ["Peut-on fumer dans la chambre ?", "On ne peut pas fumer dans la chambre.", "no"],
  ["¿Hay ascensor?", "No hay ascensor.", "no"],
  ["¿Se puede fumar en la habitación?", "No se puede fumar en la habitación.", "no"],
  // Endings, plans, reports, conditions and exceptions.
  ["Does Acme pay a dividend?", "Acme no longer pays a dividend.", null],
  ["Does Acme pay a dividend?", "Acme may pay a dividend.", null],
  ["Does Acme pay a dividend?", "Acme said it pays a dividend.", null],
  ["Does Acme pay a dividend?", "If profits rise, Acme pays a dividend.", null],
  ["Can I keep a cat?", "One cat is allowed with the written consent of the landlord.", null],
  ["Is smoking allowed?", "Smoking is allowed. However, not in bed.", null],
  ["Ist Rauchen erlaubt?", "Rauchen ist nur im Hof erlaubt.", null],
  // Another time, another subject, the reverse, something narrower.
  ["Does Acme pay a dividend?", "Acme paid a dividend in 2012.", null],
  ["Did Alpha acquire Beta?", "Beta acquired Alpha.", null],
  ["Did Alpha acquire Beta?", "Alpha was acquired by Beta.", null],
  ["Is the flight to Paris?", "The flight is from Paris.", null],
  ["Are dogs allowed?", "Guide dogs are allowed.", null],
  ["Are dogs allowed?", "Dogs are allowed in the garden.", null],
  ["Does the policy cover theft?", "The policy covers theft of bicycles.", null],
  [
    "Does the plan cover dental care?",
    "The plan covers the cost of leaflets on dental care.",
    null,
  ],
  ["Does Acme sell cars?", "Acme does not sell used cars.", null],
  ["Is there a pool?", "There is a pool table.", null],
  ["Is he the chair?", "He is the chair.", null],
  ["Does the policy cover tyres damaged by braking?", "Tyres damaged by braking.", null],
];

describe("yesOrNoIn", () => {
  test.each(cases)("answers “%s” from “%s” with %s", (question, text, expected) => {
    expect(yesOrNoIn(question, text)).toBe(expected);
  });

  test("reads “we” as the company that the document is about", () => {
    const question = "Does Boeing pay a dividend?";
    const about = "BOEING_2022_10K.pdf";
    expect(yesOrNoIn(question, "We pay a dividend every quarter.", about)).toBe("yes");
    expect(yesOrNoIn(question, "We do not pay a dividend.", about)).toBe("no");
    expect(yesOrNoIn(question, "Our partner pays a dividend.", about)).toBe(null);
    const suspended = "In March 2020, we announced the suspension of our dividend.";
    expect(yesOrNoIn(question, suspended, about)).toBe(null);
  });

  test("gives no answer if the sentence is about something else", () => {
    const text =
      "In addition to our liability hedging assets, we hold a portfolio of equities and credit.";
    expect(yesOrNoIn("Does AIG have a healthy quick ratio?", text, "AIG")).toBe(null);
  });

  test("gives no answer to questions that ask for more than yes or no", () => {
    expect(yesOrNoIn("What is allowed?", "Pets are allowed.")).toBe(null);
    expect(yesOrNoIn("Is it a loan or a grant?", "It is a loan.")).toBe(null);
    expect(yesOrNoIn("Is the tap on or off?", "The tap is on.")).toBe(null);
  });
});

const subjects = ["Acme", "The landlord", "Members", "The ferry"];
const verbs = [
  ["pay", "pays"],
  ["cover", "covers"],
  ["include", "includes"],
  ["serve", "serves"],
] as const;
const objects = ["a fee", "breakfast", "repairs", "the harbour"];
/** Words that weaken a sentence, in different positions. */
const doubts = [
  ...["not", "never", "no longer", "neither", "hardly", "rarely", "only", "almost"],
  ...["except", "unless", "if asked,", "other than", "excluding", "without", "until"],
  ...["suspended", "ceased", "prohibited", "refused", "would", "might", "plans", "intends"],
];

test("never answers yes from a sentence that is negated, conditional, outdated or a plan", () => {
  const place = fc.nat({ max: 4 });
  fc.assert(
    fc.property(
      fc.constantFrom(...subjects),
      fc.constantFrom(...verbs),
      fc.constantFrom(...objects),
      fc.constantFrom(...doubts),
      place,
      (subject, [base, form], object, doubt, at) => {
        const question = `Does ${subject.replace("The", "the")} ${base} ${object}?`;
        const words = [subject, form, object];
        expect(yesOrNoIn(question, `${words.join(" ")}.`)).not.toBe("no");
        words.splice(Math.min(at, 3), 0, doubt);
        expect(yesOrNoIn(question, `${words.join(" ")}.`)).not.toBe("yes");
        expect(yesOrNoIn(question, `${subject} ${form} ${object}, ${doubt} asked.`)).not.toBe(
          "yes",
        );
      },
    ),
  );
});

test("never answers yes from random words with a negation or “if”, and never throws", () => {
  const word = fc.constantFrom(
    ..."does is may the a not no never if dogs are allowed , . ? in kept of and ; we it 2019 -".split(
      " ",
    ),
  );
  const text = fc.array(word, { maxLength: 14 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(text, text, (question, sentence) => {
      const found = yesOrNoIn(question, sentence);
      expect(["yes", "no", null]).toContain(found);
      if (found === "yes") expect(sentence).not.toMatch(/\b(?:not|no|never|if)\b/u);
    }),
  );
});
