import { describe, expect, test } from "vitest";
import { askedTerm, definitionOf } from "../../../src/figures/index.js";

describe("askedTerm", () => {
  test.each([
    ["What is PFAS?", "PFAS"],
    ["what are covered bonds", "covered bonds"],
    ["What does EBITDA mean here?", "EBITDA"],
    ["What does “Service Credit” mean in this agreement?", "Service Credit"],
    ["What is meant by 'Permitted Purpose'?", "Permitted Purpose"],
    ["What does the term mean?", "term"],
    ["What does RPM stand for?", "RPM"],
    ["What does E05 mean on the display?", "E05"],
    ["what does error code F-12 mean", "F-12"],
    ["What does the council mean by public realm?", "public realm"],
    ["what's a float, in plumbing?", "float"],
    ["How is net debt defined?", "net debt"],
    ["Define impairment.", "impairment"],
    ["Who counts as a visitor under the house rules?", "visitor"],
    ["What counts as on time?", "on time"],
    ["When is a parcel counted as on time?", "on time"],
    ["Was gilt als Mangel?", "Mangel"],
    ["What is the definition of a business day?", "business day"],
    ["Was ist ein Solawechsel?", "Solawechsel"],
    ["Was bedeutet Eigenkapitalquote?", "Eigenkapitalquote"],
    ["Was versteht man unter „Höherer Gewalt“?", "Höherer Gewalt"],
    ["Wofür steht DSGVO?", "DSGVO"],
    ["Wie ist Mangel definiert?", "Mangel"],
    ["Qu’est-ce que l’amortissement ?", "amortissement"],
    ["Qu'est-ce qu'un usufruit ?", "usufruit"],
    ["Que signifie TVA ?", "TVA"],
    ["¿Qué es el usufructo?", "usufructo"],
    ["¿Qué significa IVA?", "IVA"],
    ["¿Qué se entiende por fuerza mayor?", "fuerza mayor"],
  ])("reads the term in “%s”", (question, term) => {
    expect(askedTerm(question)?.text).toBe(term);
  });

  test.each([
    "What is my notice period?",
    "What is included in the price?",
    "What does the report say about costs?",
    "How are you today",
    "What is it?",
    "Who is the landlord?",
    "What is 5?",
  ])("finds no term in “%s”", (question) => {
    expect(askedTerm(question)).toBe(null);
  });

  test("keeps the subject separate, because it may be part of the term", () => {
    expect(askedTerm("What are accruals in accounting?")).toMatchObject({
      text: "accruals in accounting",
      inSubject: { term: "accruals", subject: "accounting" },
    });
    expect(askedTerm("What are accruals?")?.inSubject).toBe(null);
  });

  test("marks a term with a definite article, which may ask for a value instead", () => {
    expect(askedTerm("what counts as control of an entity")?.inSubject).toEqual({
      term: "control",
      subject: "entity",
    });
    expect(askedTerm("What is the notice period?")?.isDefinite).toBe(true);
    expect(askedTerm("What is the “Notice Period”?")?.isDefinite).toBe(false);
    expect(askedTerm("What does the notice period mean?")?.isDefinite).toBe(false);
  });
});

/** How explicitly a text defines the term that a question asks for. */
function defined(question: string, content: string, heading: string | null = null) {
  const term = askedTerm(question);
  if (!term) throw new Error("the test asks for no term");
  return definitionOf(term)(content, { heading, isRow: content.includes("\t") });
}

describe("definitionOf", () => {
  test.each([
    ["What is a business day?", "“Business Day” means any day on which banks are open."],
    ["What is a business day?", "A business day shall mean a day that is no holiday."],
    [
      "What does affiliate mean?",
      "For the purpose of this Deed, Affiliates shall mean, for any party, those it controls.",
    ],
    [
      "What does Recipient mean?",
      "Acme Ltd, a company in Leeds (the “Recipient”), agrees to this.",
    ],
    ["What is “Know-how”?", "All recipes and drawings (together, the “Know-how”) remain secret."],
    ["What does MTTR stand for?", "MTTR stands for mean time to repair."],
    [
      "What is meant by force majeure?",
      "By force majeure is meant an event that nobody can avert.",
    ],
    ["Was bedeutet „Mangel“?", "„Mangel“ bedeutet jede Abweichung vom Vereinbarten."],
    ["Was versteht man unter Skonto?", "Unter Skonto versteht man einen Nachlass."],
    ["Que signifie « Jour ouvré » ?", "« Jour ouvré » désigne un jour de la semaine."],
    ["¿Qué significa «Obra»?", "«Obra» significa el conjunto de los trabajos."],
  ])("recognises an explicit definition for “%s”", (question, content) => {
    expect(defined(question, content)).toBe("stated");
  });

  test.each([
    ["What is a gable?", "A gable is a wall between the slopes of a roof."],
    ["What are lintels?", "A lintel (also called a header) is a beam above a door."],
    ["What are levies?", "Levies are payments made to the valley board."],
    ["What does net area mean?", "Net area is rooms less walls and stairs."],
    ["What counts as on time?", "A parcel is on time if it arrives before noon."],
    ["What is MTTR?", "We report the mean time to repair (MTTR) every month."],
    ["What is VOC?", "Emissions of VOC (volatile organic compounds) were measured."],
    ["What is a scrim?", "scrim: a thin cloth that lets light through"],
    ["What does tsl stand for?", "Data are kept in a class called tsl (time series of lamps)."],
    ["What does sts stand for?", "Data are kept in a class called sts (sorted time series)."],
    ["What does condition YELLOW mean?", "YELLOW -- low on oil, or nearly so"],
    ["How is the lit time defined?", "The lit time is the area under the curve of lamps."],
    ["Was ist ein Erker?", "Ein Erker ist ein geschlossener Vorbau."],
    ["Qu'est-ce qu'un linteau ?", "Un linteau est une poutre au-dessus d’une porte."],
    ["¿Qué es una viga?", "Una viga es un elemento que trabaja a flexión."],
  ])("recognises a description for “%s”", (question, content) => {
    expect(defined(question, content)).toBe("described");
  });

  test("says what a thing is by another one only if the question asks outright", () => {
    const content = "The lit time is the area under the curve of lamps.";
    expect(defined("What is the lit time?", content)).toBe(null);
  });

  test("recognises the meaning of a code in any table or list, but not in a row of figures", () => {
    const question = "What does E05 mean?";
    expect(defined(question, "E05\tLeak below the drum\tClose the tap")).toBe("stated");
    expect(defined(question, "E05: leak below the drum")).toBe("stated");
    expect(defined(question, "E05\t4\t12")).toBe(null);
    expect(defined(question, "If E05 is shown again, close the tap.")).toBe(null);
  });

  test("recognises any entry for a term if the question asks outright for its meaning", () => {
    const entry = "• Heave: upward movement of the ground below a house.";
    expect(defined("What does heave mean?", entry)).toBe("described");
    expect(defined("What is heave?", entry)).toBe(null);
    expect(defined("What does heave mean?", entry, "Words with a special meaning")).toBe("stated");
    expect(defined("What does heave mean?", "Heave: 4.5 mm")).toBe(null);
  });

  test("recognises glossary entries, but not amounts", () => {
    expect(defined("What is churn?", "Churn: customers lost in a month", "Glossary")).toBe(
      "stated",
    );
    expect(defined("What is churn?", "Churn\tcustomers lost in a month", "Glossary")).toBe(
      "stated",
    );
    expect(defined("What is churn?", "Churn: 4.5 million", "Results")).toBe(null);
    expect(defined("What is churn?", "Churn\tRate\tPeople\tOf all members")).toBe(null);
    expect(defined("What is churn?", "Churn\tcustomers who leave within a month")).toBe(
      "described",
    );
    expect(defined("What is churn?", "Churn\t4.5\t5.1", "Results")).toBe(null);
  });

  test.each([
    ["What is a business day?", "Payment is due within one business day of the invoice."],
    ["What is a business day?", "“Business Day” has the meaning set forth in Section 4."],
    [
      "What does “Aim” mean?",
      "It is used for the aim (the “Aim”) specified at the end of this paper.",
    ],
    ["What is PPE?", "PPE must be worn in the workshop."],
    ["What is PPE?", "What does PPE mean?"],
    ["What are levies?", "Levies are not payments made to the valley board."],
    ["What are levies?", "Levies are always paid in March."],
    ["What are levies?", "Levies are members of the family of taxes."],
    ["What is a gable?", "A gable is a great place for birds."],
    ["What is a gable?", "The gable of the house is a listed monument."],
    ["What is MTTR?", "We report downtime (MTTR) every month."],
    ["What is the notice period?", "The notice period is a matter of law."],
    ["What is gable?", "The word for gables means nothing to him."],
  ])("ignores sentences without a definition for “%s”", (question, content) => {
    expect(defined(question, content)).toBe(null);
  });
});
