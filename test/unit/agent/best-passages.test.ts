import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestPassages as passagesFor } from "../../../src/agent/loop/best-passages.js";
import { holdsKind } from "../../../src/agent/loop/kinds-of-answers.js";
import type { DocumentId } from "../../../src/core/document.js";
import type { EvidenceId } from "../../../src/core/passage.js";
import { numbersIn } from "../../../src/figures/find-numbers.js";
import { readQuestion } from "../../../src/figures/question.js";
import type { SearchHit, SearchResponse } from "../../../src/search/api.js";

const bestPassages = (response: SearchResponse, question: string, limit: number) =>
  passagesFor(response, readQuestion(question), limit);

const coverage = { documents: 1, pages: 9, pagesWithoutText: 0, gaps: [], pagesNotNamed: 0 };

/** A search response with passages of these texts in this order, and marks on `words`. */
function response(
  words: RegExp,
  texts: readonly string[],
  path = "report.pdf",
  query = "",
): SearchResponse {
  const hits = texts.map((text, index): SearchHit => {
    // Passages rarely start where their page does.
    const from = 40 * index;
    const found = [...text.matchAll(words)];
    return {
      id: `d1.p${index + 1}.s1` as EvidenceId,
      document: "d1" as DocumentId,
      path,
      page: index + 1,
      pageLabel: null,
      pageUnit: "page",
      span: { start: from, end: from + text.length },
      text,
      marks: found.map((match) => ({
        start: from + match.index,
        end: from + match.index + match[0].length,
      })),
      excerpt: { text: "", marks: [] },
      heading: null,
      score: 10 - index,
    };
  });
  const nothing = { corrections: [], unmatched: [], ignored: [] };
  return { query, hits, matches: hits.length, ...nothing, coverage };
}

function marked(question: string, found: SearchResponse, limit = 9): string[][] {
  return bestPassages(found, question, limit).map((passage) =>
    passage.marked.map(({ start, end }) => passage.text.slice(start, end)),
  );
}

describe("a question with an amount", () => {
  const words = /fermentation|takes|hours/giu;
  it("marks only the sentence with that amount, not one with another amount", () => {
    const text = "Fermentation at 24 °C takes five hours. At 18 °C fermentation takes nine hours.";
    const [first] = marked("How long does fermentation take at 18 °C?", response(words, [text]));
    expect(first).toEqual(["At 18 °C fermentation takes nine hours."]);
  });
});

it("does not answer what applies above a number with what applies below it", () => {
  const text =
    "• To ask for 80 hours or less of leave, you need the approval of your supervisor.\n• To ask for over 80 hours of leave, you need the approval of the director.";
  const question = "who approves leave of more than 80 hours";
  const words = /leave|hours|80|approv(?:al|es)/giu;
  const [first] = marked(question, response(words, [text], "leave.txt", question));
  expect(first?.join(" ")).toContain("director");
  expect(first?.join(" ")).not.toContain("supervisor");
});

it.each([
  ["What time does the library close on Sundays?", "Saturday: 10 a.m. to 4.30 p.m.", false],
  [
    "What time does the library close on Sundays?",
    "On Sundays the library closes for the readers at 5 in the afternoon.",
    true,
  ],
  [
    "What time does the library close on Sundays?",
    "The library is closed from Friday to Sunday at 6.",
    true,
  ],
  [
    "What time does the ferry to the library leave?",
    "Ferry to the library, 11–19 June 2026",
    false,
  ],
  ["How many books did the library lend in 2024?", "In 2025 the library lent 118 books.", false],
  ["How many books did the library lend in 2024?", "In 2024 the library lent 118 books.", true],
])(
  "marks only the day, the year and the time of day that are asked for: %s %s",
  (question, text, isMarked) => {
    const words = /library|closes?d?|sundays?|ferry|leave|books|lent|lend|202\d/giu;
    const found = marked(question, response(words, [text])).flat();
    expect(found.length > 0).toBe(isMarked);
  },
);

describe("a number of a question that is a name", () => {
  it("does not exclude sentences with other numbers", () => {
    const text =
      "• Added 402 to the list.\n\nThe club voted 6 in favour, with one against, on the report.";
    const found = response(/402|voted|report/giu, [text]);
    expect(marked("result of the vote on report 402", found).flat().join(" ")).toContain(
      "6 in favour",
    );
  });
});

it("marks a measure, not the numbered room that the thing is in", () => {
  const text = "Room 4, The great bell. It weighs 2.3 tonnes and was cast in 1881.";
  const found = response(/great|bell|weighs/giu, [text]);
  expect(marked("how heavy is the great bell", found).flat()).toEqual([
    "It weighs 2.3 tonnes and was cast in 1881.",
  ]);
});

it("never marks a section's heading that stands above another one", () => {
  const text =
    "Early retirement incentive:\n\nRequirements:\n\nis a regular employee\n\nPayment schedule:\n\nAge 60: 80% of salary\n\nAge 61: 60% of salary";
  const found = response(/early|retirement|incentive|age|61/giu, [text]);
  expect(marked("early retirement incentive at age 61", found).flat().join(" ")).not.toContain(
    "incentive",
  );
});

it("takes “for one year” as a length of time, but “one day” at the beginning as a story", () => {
  const text =
    "A member who served the club for 42 months must stand down. The leader of the club serves for one year.";
  const found = response(/leader|serves|served|club/giu, [text]);
  expect(marked("how long does the leader of the club serve", found).flat()).toEqual([
    "The leader of the club serves for one year.",
  ]);
});

it("does not answer “can” with a sentence that only has the question's names", () => {
  const text = "The class will spend a week at Crane Lake. Mobiles stay at home, whoever asks.";
  const found = response(/Crane|Lake|mobiles?/giu, [text]);
  expect(marked("Can she take her mobile to Crane Lake?", found).flat().join(" ")).not.toContain(
    "spend a week",
  );
});

it("marks the sentence with “he” and the one with his name, if a person is asked for", () => {
  const text =
    "The oldest lamp was found in 1911 by a ploughboy, Jem Tregear. The collection is that of Josiah Pellow, who sailed from here. He gave the house and the lamps to the town.";
  const found = response(/house|lamps?|town|gave/giu, [text]);
  expect(marked("who gave the house and the lamps to the town", found)[0]?.[0]).toBe(
    "The collection is that of Josiah Pellow, who sailed from here. He gave the house and the lamps to the town.",
  );
});

it("marks only sentences with an amount of money if the question asks for a price", () => {
  const text = "The flat has one parking space. The parking space costs £30 a month.";
  const found = response(/parking|space|costs?/giu, [text]);
  expect(marked("How much does the parking space cost?", found)[0]).toEqual([
    "The parking space costs £30 a month.",
  ]);
  const none = response(/parking|space|costs?/giu, ["The flat has one parking space for a car."]);
  expect(marked("How much does the parking space cost?", none).flat()).toEqual([]);
});

it("marks the sentence with the place for a “where”, not the names at the head of a letter", () => {
  const found = response(/park(?:ed)?|van|Dunmore/gu, [
    "Dunmore & Sons\n14 February\nDear Ms Oakes,\n\nPlease park the van in the lane behind the house.",
  ]);
  const place = "Please park the van in the lane behind the house.";
  expect(marked("Where may Dunmore park the van?", found)).toEqual([[place]]);
});

it("marks a list's entry for a code, however few other words it shares with the question", () => {
  const row = "F28\tDrain blocked or frozen\tThaw the pipe with warm water";
  const found = response(/display|F28|morning/gu, [
    `${row}\nF31\tSensor missing\tThe display is dark in the morning`,
    "The display shows the time in the morning.",
  ]);
  const question = "The display says F28 this morning; what do I do?";
  expect(marked(question, found)[0]).toEqual([row]);
});

it("marks all steps below the line that introduces them if the question asks for the steps", () => {
  const steps =
    "To top up:\n1. Switch the boiler off and let it cool.\n2. Open the lever.\n3. Close the lever.";
  const found = response(/boiler|top(?:ping)? up|pressure/giu, [
    `Do not let the pressure of the boiler rise above 3 bar.\n\n${steps}`,
  ]);
  const question = "What are the steps for topping up the boiler?";
  expect(marked(question, found)[0]).toEqual([steps]);
});

it("does not mistake a date for a telephone number", () => {
  const words = /Owen|Hale|telephone|number/gu;
  const question = "What is Owen Hale's telephone number?";
  const dates = ["2025-03-02", "2.3.2025", "02/03/2025"];
  for (const date of dates) {
    expect(marked(question, response(words, [`14\tOwen Hale\tCheque\t${date}`])).flat()).toEqual(
      [],
    );
  }
  const row = "14\tOwen Hale\tCheque\t01632 960 418";
  expect(marked(question, response(words, [row])).flat()).toEqual([row]);
});

it("marks only exclusions if the question asks what does not apply", () => {
  const found = response(/policy|pays?|car/giu, [
    "The policy pays up to £150 for belongings in the car.",
    "What we do not pay for. Damage to the car in a race; worn tyres of the car.",
  ]);
  expect(marked("What does the policy not pay for?", found).flat()).toEqual([
    "Damage to the car in a race; worn tyres of the car.",
  ]);
  expect(marked("What does the policy pay for in a car?", found).flat()).toContain(
    "The policy pays up to £150 for belongings in the car.",
  );
});

it("marks only near a phrase that the question quotes, if a passage has it", () => {
  const found = response(/sail\p{L}*|time|counts?/giu, [
    "Sailing time counts: the boats sail all day, and the sailings take some time.",
    "A sailing is on time if the boat is less than ten minutes late.",
  ]);
  expect(marked("What counts as “on time” for a sailing?", found).flat()).toEqual([
    "A sailing is on time if the boat is less than ten minutes late.",
  ]);
});

it("marks no sentence without a time if the question asks for a date", () => {
  const found = response(/opening|meeting|held/giu, ["So this is the opening meeting, held here."]);
  expect(marked("On what date was the opening meeting held?", found).flat()).toEqual([]);
  const dated = response(/opening|meeting|held/giu, ["The opening meeting was held on 4 May."]);
  expect(marked("On what date was the opening meeting held?", dated).flat()).toHaveLength(1);
});

it("marks nothing if no document mentions the requested role of a person", () => {
  const text = "Northwind Ferries was founded by Ada Brook, who runs Northwind Ferries.";
  const found = { ...response(/Northwind|Ferries/gu, [text]), unmatched: ["auditor"] };
  expect(marked("Who is the auditor of Northwind Ferries?", found).flat()).toEqual([]);
});

it("marks nothing if no document names the holder of the requested role", () => {
  const text = "The coach of the choir leaves at eight. The choir trip takes two days.";
  const found = { ...response(/choir|coach|trip/giu, [text]), unmatched: ["driver"] };
  expect(marked("What's the name of the coach driver on the choir trip?", found).flat()).toEqual(
    [],
  );
});

it("reads the requested role in German, French and Spanish", () => {
  const lease =
    "Mietvertrag\n\nzwischen Frau Ida Melling, Halle (Vermieterin) und Herrn Olaf Brandt (Mieter)\n\nDie Miete ist auf das Konto der Vermieterin bei der Sparkasse Leipzig zu zahlen.";
  const found = response(/vermieterin/giu, [lease, "Ruhe ist ab 22 Uhr zu halten."]);
  expect(marked("Wer ist die Vermieterin?", found).flat()).toEqual([
    "zwischen Frau Ida Melling, Halle (Vermieterin) und Herrn Olaf Brandt (Mieter)",
  ]);
  const others = ["Una Falk zahlt ab Mai für Northwind.", "Una Falk war in Leipzig."];
  for (const question of ["Qui est le coach de Una Falk ?", "¿Quién es el coach de Una Falk?"]) {
    expect(marked(question, response(/Una|Falk/gu, others)).flat()).toEqual([]);
  }
});

it("does not mistake an adjective for a role that a document lacks", () => {
  const text = "The most frequent visitor was Ida Falk.";
  const found = response(/frequent|visitor/giu, [text]);
  expect(marked("Who was the most frequent visitor to the island?", found).flat()).toEqual([
    "The most frequent visitor was Ida Falk.",
  ]);
});

it("marks nobody if only another document mentions the requested role", () => {
  const found = response(/coach|Falk|Una/gu, [
    "This contract is made with Una Falk of Northwind, born in May.",
    "Seats are in coach 4.",
  ]);
  const apart = {
    ...found,
    hits: found.hits.map((hit, index) => ({ ...hit, document: `d${index}` as DocumentId })),
  };
  const question = "Who is the coach of Una Falk?";
  expect(marked(question, apart).flat()).toEqual([]);
  expect(marked(question, found).flat()).not.toEqual([]);
});

it("marks the holder of a role who is named in brackets or on a line", () => {
  const text =
    "This lease is made between Ida Melling (the “Landlord”) and Olaf Brandt (the “Tenant”). The Tenant pays a deposit to the Landlord. The Landlord returns the deposit to the Tenant.";
  const found = response(/tenant|landlord|secretary/giu, [
    text,
    "Secretary: Una Falk\n\nThe secretary keeps a list of all Members.",
  ]);
  for (const question of ["What's the name of the tenant?", "Who is the tenant?"]) {
    expect(marked(question, found).flat().join(" ")).toMatch(/^This lease is made between/u);
  }
  expect(marked("Who is the secretary?", found).flat().join(" ")).not.toContain("keeps a list");
});

it("marks the name above the role below a letter", () => {
  const text = "I thank everyone on board.\n\nUna Falk\n\nChair of the board\n3 March 2025";
  const found = response(/chair/giu, [text, "Something else entirely."]);
  expect(marked("Who is the chair?", found)[0]).toEqual([
    "Una Falk\n\nChair of the board\n3 March 2025",
  ]);
});

it("never marks a run-in heading without its text", () => {
  const text = "8. Loss of keys. The Tenant shall report a loss to the Landlord at once.";
  const found = response(/loss|keys|flat/giu, ["Flats.", text]);
  expect(marked("What about the loss of my keys?", found).flat()).not.toContain("8. Loss of keys.");
});

describe("a question about who signed", () => {
  const words = /signed?|executed|harbour|authority/giu;
  it("marks the signature of the named party", () => {
    const text =
      "Nobody may change a paper of the Harbour Authority that is signed by then.\n\nMELLING BOATYARD\nBy: /s/ Ida Melling\n\nHARBOUR AUTHORITY\nBy: /s/ Olaf Brandt";
    expect(marked("Who signed for the Harbour Authority?", response(words, [text]))[0]).toEqual([
      "HARBOUR AUTHORITY\nBy: /s/ Olaf Brandt",
    ]);
  });
  it("marks a sentence that says who signed", () => {
    const text =
      "The Harbour Authority asks that all papers are signed. Ida Melling signed the treaty for the Harbour Authority.";
    expect(marked("Who signed for the Harbour Authority?", response(words, [text]))[0]).toEqual([
      "Ida Melling signed the treaty for the Harbour Authority.",
    ]);
  });
});

describe("rows", () => {
  const table =
    "Pier\tShips\tBoats\nMooring fees by pier\tShips\tBoats\nNorth pier\t410\t27\nSouth pier\t390\t31";
  const words = /piers?|moor\p{L}*|fees?|ships|boats|north|germany|ferries|cost|treaty/giu;
  it("never marks rows that name a table's columns", () => {
    const found = response(words, [table]);
    expect(marked("Which mooring fees by pier for ships and boats?", found).flat()).not.toContain(
      "Mooring fees by pier\tShips\tBoats",
    );
  });
  it("never marks such a row of a second table either", () => {
    const text = "Order value from\tDiscount\n250\t3%\n\nZone\tDelivery charge\nIslands\t27";
    const found = response(/delivery|charge|zone/giu, [text]);
    const question = "delivery charge by zone";
    expect(marked(question, found).flat()).not.toContain("Zone\tDelivery charge");
  });

  it("does not mistake a row for a reason, unless a cell is a sentence", () => {
    const question = "Why were there so few ships at the North pier?";
    expect(marked(question, response(words, [table])).flat()).toEqual([]);
    const row = "North pier\tFew ships came because the North pier was closed in March";
    expect(marked(question, response(words, [row])).flat()).toEqual([row]);
  });
  it("marks no number in a row of tables side by side", () => {
    const row = "Germany\t233\tGermany\t119\tFrance\t21%";
    const question = "What percentage of the ferries were from Germany?";
    expect(marked(question, response(words, [row])).flat()).toEqual([]);
  });
});

it("does not mark the lowest value if the question asks for the highest", () => {
  const found = response(/towers?|height|coast|high\p{L}*|low\p{L}*/giu, [
    "Skarn has the lowest tower of the coast, of a height of 12 metres.",
  ]);
  expect(marked("What is the height of the highest tower of the coast?", found).flat()).toEqual([]);
  expect(marked("What is the height of the lowest tower of the coast?", found).flat()).toHaveLength(
    1,
  );
});

it("does not take a word similar to the question's verb for the thing to count", () => {
  const texts = [
    "The board fills 17 new posts of the ferry company, which is hard to do.",
    "People stay.",
  ];
  const found = response(/posts|ferry|company|people|work|stay/giu, texts);
  const alike = [{ word: "work", forms: ["posts"] }];
  expect(marked("How many people work at the ferry company?", { ...found, alike }).flat()).toEqual(
    marked("How many people stay at the ferry company?", { ...found, alike }).flat(),
  );
});

it("finds a word of another language in a form with another ending", () => {
  const text = "Forget no dose of it. The usual dose for adults is 250 mg in the evening.";
  const found = response(/dose|adults/giu, [text]);
  expect(marked("Quelle est la dose pour un adulte ?", found)[0]?.join(" ")).toContain(
    "for adults is 250 mg",
  );
});

it("marks what is needed if the question asks what somebody has to do", () => {
  const text =
    "The trip of the child costs nothing at all this year. Each child needs a packed lunch and a coat.";
  const found = response(/trip|child|bring/giu, [text]);
  expect(marked("What does a child have to bring?", found)[0]?.join(" ")).toContain(
    "needs a packed lunch",
  );
});

describe("a section whose heading the question asks for", () => {
  const section =
    "Fees\n\nPay by card only.\n\nPossible side effects\n\nCommon: a rash on the arms. Rare: a loss of hearing on both sides.\n\nStorage\n\nDo not freeze the pills.";
  const words = /side|effects|pills|loss|hearing|rash|storage/giu;
  const whole = "Common: a rash on the arms. Rare: a loss of hearing on both sides.";
  it("marks the whole section if the question asks for several things", () => {
    const found = response(words, ["Something about pills.", section]);
    expect(marked("List all the side effects of the pills.", found).flat()).toEqual([whole]);
  });
  it("does not mark the whole section if the question asks for one thing", () => {
    const found = response(words, ["Something about pills.", section]);
    expect(marked("Is hearing loss a side effect?", found).flat()).not.toContain(whole);
  });
});

it("marks a run-in heading that may be the requested thing", () => {
  const text = "Night Line. The smallest route is the most punctual route of all.";
  const found = response(/route|punctual|most/giu, ["Routes are many.", text]);
  expect(marked("Which route is the most punctual?", found).flat()).toEqual([text]);
  expect(marked("Is the smallest route the most punctual?", found).flat()).not.toContain(text);
});

it("also marks the next sentence if only that one gives the requested reason", () => {
  const text =
    "Sales of boats increased 37% in 2019. The growth reflects lower prices. Staff is stable.";
  const found = response(/sales|boats|increased|growth|grow|2019/giu, [text]);
  expect(marked("Why did sales of boats grow in 2019?", found).flat()).toEqual([
    "Sales of boats increased 37% in 2019. The growth reflects lower prices.",
  ]);
});

it("also marks a reason that only refers to the sentence before", () => {
  const text =
    "In May the Cormorant lost power at sea. A worn pump was the cause. Staff is stable.";
  const found = response(/cormorant|may/giu, [text]);
  expect(marked("What made the Cormorant stop in May?", found).flat()).toEqual([
    "In May the Cormorant lost power at sea. A worn pump was the cause.",
  ]);
});

it("marks who holds an office only near a mention of the office", () => {
  const text = "Northwind Ferries does not exist, and neither does Northwind Harbour.";
  const question = "Who is the director of Northwind Ferries?";
  const words = /northwind|ferries|director/giu;
  expect(marked(question, response(words, [text])).flat()).toEqual([]);
  const named = "Ada Brook is the director of Northwind Ferries.";
  expect(marked(question, response(words, [text, named])).flat()).toEqual([named]);
});

it("marks only sentences with a new name if the question asks for a name", () => {
  const words = /cat|jack|rescued/giu;
  const question = "What was the name of the cat that Jack rescued?";
  expect(marked(question, response(words, ["Jack rescued the cat at last."])).flat()).toEqual([]);
  const named = "Jack rescued the cat, whose name was Tibby.";
  expect(marked(question, response(words, [named])).flat()).toEqual([named]);
});

it("does not mistake the label that says who speaks for a new name", () => {
  const found = response(/husband|ida/giu, [
    "Ida B. Reece, MD: My husband often walks to the mill.",
  ]);
  expect(marked("What is the name of Ida's husband?", found).flat()).toEqual([]);
});

it.each([
  ["Who runs the mill of Aldred's?", /runs|mill|Aldred['’]s/giu, "Una Falk runs Aldred's mill."],
  [
    "Who uses the BM-300 at the mill?",
    /uses|mill|BM-300/giu,
    "Una Falk uses a BM-300 at the mill.",
  ],
])("finds the name in a word with an apostrophe or a hyphen: “%s”", (question, words, text) => {
  const other = "Olaf Brandt runs the mill and uses it.";
  expect(marked(question, response(words, [other, text])).flat()).toEqual([text]);
});

it("marks only sentences with a colour if the question asks for one", () => {
  const words = /boat|winter|wren|hull/giu;
  const other = "The boat Winter Wren is 57 feet long and lies at the mill.";
  const question = "What colour is the boat Winter Wren?";
  expect(marked(question, response(words, [other])).flat()).toEqual([]);
  const colour = "The boat Winter Wren has a dark green hull.";
  expect(marked(question, response(words, [other, colour])).flat()).toEqual([colour]);
});

it("does not take the introduction of a party for a rule or a reason", () => {
  const party = "(2) GREENFORK KITCHENS LIMITED, company number 07719364 (“the Caterer”)";
  const words = /greenfork|kitchens?|swim|basin/giu;
  for (const question of [
    "May Greenfork use the kitchen at weekends?",
    "Why can nobody swim near Greenfork Kitchens?",
  ])
    expect(marked(question, response(words, [party])).flat()).toEqual([]);
});

it("marks only the row that is labelled with the number in the question", () => {
  const found = response(/exit|code/giu, ["Exit codes\n\n0\tSuccess\n4\tWrong passphrase"]);
  expect(marked("What does exit code 4 mean?", found).flat()).toEqual(["4\tWrong passphrase"]);
});

it("marks no entry for another code", () => {
  const found = response(/error|E23/giu, [
    "Error E17: checksum mismatch.\n\nError E23: the clock of the server is wrong.",
  ]);
  const entry = "Error E23: the clock of the server is wrong.";
  expect(marked("What is error E23?", found).flat()).toEqual([entry]);
});

it("marks a row that gives the date of its label", () => {
  const row = "Proposals due\t21 November 2025, 16:00";
  const found = response(/proposals|due/giu, [`Answers published\t31 October 2025\n${row}`]);
  expect(marked("When are the proposals due?", found).flat()).toEqual([row]);
});

it("reads the unit of a number in the next cell", () => {
  const row = "Weight\t112\tg\twithout cable";
  const found = response(/weight|sensor/giu, [
    `Wavelength\t658\tnm\n${row}`,
    "The sensor is not a safety component.",
  ]);
  expect(marked("weight of the sensor", found)[0]).toEqual([row]);
});

it("counts working days as a time", () => {
  const found = response(/appeals?/giu, [
    "A student may appeal within 20 working days of publication.\n\nIf the appeal is dismissed, the student may turn to the adjudicator in the spring.",
  ]);
  expect(marked("How long do I have to appeal?", found)[0]?.[0]).toContain("20 working days");
});

it("marks no supporter if the question asks who is against something, and the reverse", () => {
  const words = /limit|supports|against/gu;
  const pro = "Councillor Moffat supports a limit of 20 mph near the school.";
  const contra = "Redline, which runs the buses, is against the limit because of delays.";
  expect(marked("Who is against the limit?", response(words, [pro])).flat()).toEqual([]);
  const both = response(words, [`${pro}\n\n${contra}`]);
  expect(marked("Who is against the limit?", both).flat()).toEqual([contra]);
  expect(marked("Who supports the limit?", both).flat()).toEqual([pro]);
});

it("marks nothing in documents without the kind of thing that the question asks for", () => {
  const words = /vacuum|longest|cable/giu;
  const question = "Which vacuum has the longest cable?";
  const sensor = "Accessories: a bracket, a reflector and a cable of 5 m.";
  expect(marked(question, response(words, [sensor])).flat()).toEqual([]);
  const vacuum = "Of these vacuums, the Silentor has the longest cable, which is 9 m.";
  expect(marked(question, response(words, [sensor, vacuum])).flat()).toEqual([vacuum]);
});

it("marks no sentence without a name for the holder of a role", () => {
  const found = response(/director/giu, [
    "The panel meets on the third of March, and I'm on it together with the director.",
  ]);
  expect(marked("Who is the director?", found).flat()).toEqual([]);
});

it("does not mistake where somebody works for a name", () => {
  const found = response(/engineer|looked|boiler/giu, [
    "The engineer from Kestrel Heating looked at the boiler this morning.",
  ]);
  const question = "What is the name of the engineer who looked at the boiler?";
  expect(marked(question, found).flat()).toEqual([]);
});

it("marks the name next to a role, rather than a mention of the role", () => {
  const found = response(/clerk/giu, [
    "The Clerk said that the County had ordered the timber and expected to finish in October.",
    "Gwen Tolliver, Clerk and Responsible Financial Officer, 2 September 2025.",
  ]);
  expect(marked("Who is the clerk?", found)[0]).toEqual([
    "Gwen Tolliver, Clerk and Responsible Financial Officer, 2 September 2025.",
  ]);
});

it("does not mistake an obligation for something somebody did", () => {
  const found = response(/flat|paint(?:ed)?/giu, [
    "The Tenant must not paint the flat without consent.",
  ]);
  expect(marked("Who painted the flat?", found).flat()).toEqual([]);
});

it("does not mistake a sentence without an actor for an answer to who did it", () => {
  const found = response(/pictures|flat/giu, [
    "Pictures may be hung in the flat with hooks that leave small holes.",
  ]);
  const alike = [{ word: "painted", forms: ["pictures"] }];
  expect(marked("Who painted the flat?", { ...found, alike }).flat()).toEqual([]);
});

it("does not take a similar word in a text about something else for the quality in question", () => {
  const bread = "The bread is done when it sounds hollow.";
  const salt = "Fill the container with 1.2 kg of dishwasher salt.";
  const alike = [{ word: "loud", forms: ["sounds"] }];
  const found = { ...response(/sounds|dishwasher/giu, [salt, bread]), alike, unmatched: ["loud"] };
  expect(marked("How loud is the dishwasher?", found).flat()).toEqual([]);
});

it("marks no reply that only introduces what follows", () => {
  const found = response(/judge/giu, [
    "HIS HONOUR THE JUDGE\n\nBetween:\n\nDOROTHY PELLEW – Claimant",
  ]);
  expect(marked("Who was the judge?", found).flat()).toEqual([]);
});

it("marks nothing as possible if the passage lacks the name in the question", () => {
  const found = response(/fees?|MBA/gu, [
    "The fees are £11,400 for home students and £23,750 for overseas students.",
    "The fee for a second attempt is £320.",
    "These regulations do not apply to the MBA.",
  ]);
  expect(marked("what is the fee for the MBA?", found).flat()).toEqual([]);
});

it("marks steps, rather than an instruction that repeats the question or a prohibition", () => {
  const words = /clean|filter|fluff/giu;
  const steps = "Fluff filter\n\n1. Open the door and pull the filter upwards.\n2. Rinse it.";
  const found = response(words, [
    "Clean the fluff filter and the mat;",
    "Do not run it without the clean fluff filter.",
    steps,
  ]);
  expect(marked("How do I clean the fluff filter?", found).flat()).toEqual([
    "1. Open the door and pull the filter upwards.\n2. Rinse it.",
  ]);
});

it("marks what “to do this” explains, rather than a row that repeats the question", () => {
  const steps =
    "To do this, switch off the machine, open the flap, and turn the filter until it comes out.";
  const found = response(/clean|pump|filter/giu, [
    "Water stays\tClean the pump filter; straighten the hose\nFoam\tUse less powder",
    `Clean the pump filter every month. ${steps}`,
  ]);
  expect(marked("How do I clean the pump filter?", found).flat()).toEqual([steps]);
});

it("marks no row that only orders what the question asks how to do, unless a cell says more", () => {
  const words = /clean|pump|filter/giu;
  const question = "How do I clean the pump filter?";
  const order = "Water stays\tClean the pump filter; straighten the hose";
  expect(marked(question, response(words, [order])).flat()).toEqual([]);
  const steps = "Clean the pump filter\tOpen the flap and rinse it under the tap";
  expect(marked(question, response(words, [steps])).flat()).toEqual([steps]);
});

it("does not mark what something else costs", () => {
  const text =
    "La cotisation s'élève à 34,90 € par mois. La carte est gratuite. Son remplacement coûte 12 €.";
  const found = response(/coûte|mois|abonnement/giu, [text, "Contrat d'abonnement"]);
  expect(marked("Combien coûte l'abonnement par mois ?", found).flat()).toEqual([
    "La cotisation s'élève à 34,90 € par mois.",
  ]);
});

it.each([
  ["Darf ich eine Katze halten?", "Katzen bedürfen der Zustimmung des Vermieters."],
  ["Puis-je fumer au balcon ?", "Fumer est interdit sur le balcon."],
  ["¿Puedo fumar en el balcón?", "Fumar está prohibido en el balcón."],
])("takes a permission or prohibition as a rule for “%s”", (question, rule) => {
  expect(holdsKind("rule", rule, [], readQuestion(question))).toBe(true);
});

it("treats a heading without the words of the file's name as the same question", () => {
  const text =
    "What are the symptoms?\n\n• Sharp pain in the morning\n• Tenderness inside the foot\n\nHow long will it last?";
  const intro = "Heel pain is soreness of the foot. Heel pain is common at forty.";
  const found = response(/symptoms|heel|pain/giu, [text, intro], "heel-pain.pdf");
  expect(marked("What are the symptoms of heel pain?", found)[0]).toEqual([
    "• Sharp pain in the morning\n• Tenderness inside the foot",
  ]);
});

const statement = [
  "CONSOLIDATED STATEMENTS OF OPERATIONS",
  "(in millions)",
  "",
  "2017\t2018\t2019",
  "Net sales\t$ 17,866\t$ 23,887\t$ 28,522",
  "Other income (expense), net\t346\t(183)\t203",
  "Income before income taxes\t3,806\t1,261\t1,976",
  "Net income\t$ 3,033\t$ 1,073\t$ 1,588",
].join("\n");
const taxes = [
  "Provision for income taxes, net\t$ 769\t$ 1,197\t$ 2,374",
  "",
  "Other income, net of taxes, consists of gains. We expect that income taxes will rise.",
].join("\n");

describe("marks", () => {
  it("marks the row with the requested label", () => {
    const found = response(/net|income|2019/gi, [statement, taxes]);
    expect(marked("What was net income in 2019?", found)).toEqual([
      ["Net income\t$ 3,033\t$ 1,073\t$ 1,588"],
      [],
    ]);
  });

  it("marks only the certain figure if rows may contain the figure", () => {
    const found = response(/net|income|2019/gi, [statement, taxes]);
    const start = statement.indexOf("Net income");
    const span = { start, end: statement.length };
    const cell = { start: start + 11, end: start + 18 };
    const looked = (
      asksFigure: boolean,
      sure: boolean,
      where: typeof cell | null = cell,
    ): SearchResponse => ({
      ...found,
      asksFigure,
      hits: found.hits.map((hit, index) =>
        index > 0 ? hit : { ...hit, figures: [{ span, cell: where, score: 0.7, sure }] },
      ),
    });
    const row = statement.slice(start);
    const question = "What was net income in 2019?";
    expect(marked(question, looked(true, true))).toEqual([[row], []]);
    expect(marked(question, looked(true, false))).toEqual([[], []]);
    expect(marked(question, looked(false, true))).toEqual([[row], []]);
    // A question about something else is answered from its words, as is one that no row can answer.
    expect(marked(question, looked(false, false))).toEqual(marked(question, found));
    expect(marked(question, looked(true, false, null))).toEqual(marked(question, found));
  });

  it("marks an uncertain row if the question has its whole label", () => {
    const text =
      "Budget\tSpent\tRemaining\nPlay area\t£5,000\t£310\t£4,690\nHall\t£3,000\t£0\t£3,000";
    const found = response(/money|play|area/gi, [text, "The area is open to all."]);
    const row = "Play area\t£5,000\t£310\t£4,690";
    const span = { start: text.indexOf(row), end: text.indexOf(row) + row.length };
    const figure = { span, cell: span, score: 0.42, sure: false };
    const hits = found.hits.map((hit, index) => (index > 0 ? hit : { ...hit, figures: [figure] }));
    const looked = { ...found, asksFigure: true, hits };
    expect(marked("How much money is left for the play area?", looked)[0]).toEqual([row]);
    expect(marked("How much money is left for the hall?", looked).flat()).toEqual([]);
  });

  it("does not mistake digits in a name for the figure", () => {
    const text = "You may leave 7lakes with your holidays. Ten holidays may be kept.";
    const found = response(/holidays|kept/gi, [text, "Something else entirely."]);
    const figure = { span: { start: 0, end: 40 }, cell: null, score: 0.7, sure: true };
    const hits = found.hits.map((hit, index) => (index > 0 ? hit : { ...hit, figures: [figure] }));
    expect(marked("How many holidays may be kept?", { ...found, hits })[0]).toEqual([
      "Ten holidays may be kept.",
    ]);
  });

  it("takes the figure of a sentence only if one is asked for, and none from a caption", () => {
    const sentence = "The library lends 40 books to each reader.";
    const text = `${sentence} The sea is wide. Books are lent by the desk of the library.`;
    const found = response(/library|lent|books/gi, [text, "Something else entirely."]);
    const looked = (end: number, words: SearchResponse): SearchResponse => ({
      ...words,
      hits: words.hits.map((hit, index) =>
        index > 0
          ? hit
          : { ...hit, figures: [{ span: { start: 0, end }, cell: null, score: 0.7, sure: true }] },
      ),
    });
    expect(marked("How many books?", looked(sentence.length, found))[0]).toEqual([sentence]);
    expect(marked("By which desk are books lent?", looked(sentence.length, found))[0]).toEqual([
      "Books are lent by the desk of the library.",
    ]);
    const caption = "Table 6: Books of the library in 300 rooms.";
    const captioned = response(/library|lent|books/gi, [caption, "Something else entirely."]);
    expect(marked("How many books?", looked(caption.length, captioned))[0]).toEqual([]);
  });

  it("does not mistake a label and its amount at the beginning of a passage for a heading", () => {
    const text = "Net pay: £1,899.93\n\nThe pay is sent on Friday.";
    const found = response(/net|pay/gi, [text, "Something else entirely."]);
    expect(marked("What was my net pay?", found)[0]).toEqual(["Net pay: £1,899.93"]);
  });

  it("marks no heading of a subsection", () => {
    const text = "6.1 Rooms of the old hut\n\nThe hut is old. Its rooms are small.";
    const found = response(/rooms|old|hut/gi, [text, "Something else entirely."]);
    expect(marked("rooms of the old hut", found).flat().join(" ")).not.toContain("6.1");
  });

  it("marks no entry of a list of sources unless a source is asked for", () => {
    const text =
      "References\n\nAsh P wrote The Lamp of the Hut (Leeds University Press, 2012).\n\nMelling I (2014). Lamps. Journal of Huts, 12(3), 4–19.";
    const found = response(/lamps?|hut|wrote/gi, [text, "Something else entirely."]);
    expect(marked("What is the lamp of the hut?", found).flat()).toEqual([]);
    expect(marked("Who wrote about the lamp of the hut?", found)[0]).toEqual([
      "Ash P wrote The Lamp of the Hut (Leeds University Press, 2012).",
    ]);
  });

  it("marks rows under the requested year", () => {
    const table = (years: string) => `${years}\nNet income\t$ 3,033\t$ 1,073`;
    const found = response(/net|income/gi, [table("2014\t2015"), table("2018\t2019")]);
    const passages = bestPassages(found, "What was net income in 2019?", 9);
    expect(passages.map(({ page, marked: { length } }) => [page, length])).toEqual([
      [2, 1],
      [1, 0],
    ]);
  });

  it("marks the sentence with the requested kind of number", () => {
    const people =
      "We rely on our employees. We had 79,800 employees at year end. Our employees are paid well.";
    const found = response(/employees/gi, [people, "Plan for employees"]);
    expect(marked("How many employees are there?", found)).toEqual([
      ["We had 79,800 employees at year end."],
      [],
    ]);
    const lease = "The lease expires if nobody pays. The lease expires on June 30, 2027.";
    expect(marked("When does the lease expire?", response(/lease|expires/gi, [lease]))).toEqual([
      ["The lease expires on June 30, 2027."],
    ]);
    const margin = "Gross margin was $ 5 million. Gross margin rose to 41.2%.";
    expect(
      marked("What was gross margin in percent?", response(/gross|margin/gi, [margin])),
    ).toEqual([["Gross margin rose to 41.2%."]]);
  });

  it("marks a count, not a percentage, for “how many”", () => {
    const people =
      "We have 41,000 employees in 40 countries. Of our employees, 17% are covered by agreements.";
    const found = response(/employees/gi, [people]);
    expect(marked("How many employees are there?", found)[0]).toEqual([
      "We have 41,000 employees in 40 countries.",
    ]);
  });

  it("prefers rare words to common ones", () => {
    const texts = [
      "The lease is long. The headquarters are in Bonn.",
      "The lease is short.",
      "A lease may end.",
      "No lease is free.",
    ];
    const found = response(/lease|headquarters/gi, texts);
    expect(marked("Where is the headquarters lease?", found)[0]).toEqual([
      "The headquarters are in Bonn.",
    ]);
  });

  it("marks at most two places per passage, in order", () => {
    const text = "The notice period is a month. ".repeat(5).trim();
    const [spans = []] = marked(
      "How long is the notice period?",
      response(/notice|period/g, [text]),
    );
    expect(spans).toEqual(["The notice period is a month. The notice period is a month."]);
    const [apart = []] = marked(
      "How long is the notice period?",
      response(/notice|period/g, [
        `${text.slice(0, 29)} The flat is dry. It has a door. ${text.slice(0, 29)}`,
      ]),
    );
    expect(apart).toEqual(["The notice period is a month.", "The notice period is a month."]);
  });

  it("marks the sentence that the next one refers to, but none that lacks the figure", () => {
    const text =
      "The Newton Company built telescopes in Leeds. It also made lenses for ships. The sea is wide.";
    const found = response(/Newton|Company|made|lenses/g, [text]);
    expect(marked("Which lenses were made by the Newton Company?", found)[0]).toEqual([
      "The Newton Company built telescopes in Leeds. It also made lenses for ships.",
    ]);
    const figures = "The Newton Company built telescopes. It made 40 lenses for ships in all.";
    const counted = response(/Newton|Company|made|lenses/g, [figures]);
    expect(marked("How many lenses were made by the Newton Company?", counted)[0]).toEqual([
      "It made 40 lenses for ships in all.",
    ]);
  });

  it("marks the name that “she” stands for where a person is asked for", () => {
    const named = "Ida Melling lived in Leeds.";
    const text = `The sea is wide. ${named} She wrote the guide to the hut. It is read.`;
    const found = response(/wrote|guide|hut/g, [text]);
    const [spans] = marked("Who wrote the guide to the hut?", found);
    expect(spans).toEqual([`${named} She wrote the guide to the hut.`]);
    expect(marked("When did she write the guide to the hut?", found)[0]).not.toContain(named);
  });

  it("prefers a sentence that names a thing where another name is asked for", () => {
    const text =
      "Guests reach the hut near the lake by boat. It has two rooms. Fishers call the hut near the lake Foxden.";
    const found = response(/hut|near|lake/g, [text]);
    expect(marked("What is another name for the hut near the lake?", found)[0]).toEqual([
      "Fishers call the hut near the lake Foxden.",
    ]);
  });

  it.each([
    ["How many times has the hut won the cup?", "The hut won the cup twice."],
    ["When was the hut covered by ice?", "The hut was covered by ice 22,000 years ago."],
  ])("takes words for a number or a time as such: %s", (question, text) => {
    const found = response(/hut|won|cup|covered|ice/g, [
      `The hut is on a hill. ${text}`,
      "Something else entirely.",
    ]);
    expect(marked(question, found)[0]).toEqual([text]);
  });

  it("prefers a number with a fitting unit to shared words", () => {
    const text =
      "The oven is in the shared kitchen of the house. Bake the bread at 250 °C with steam for the first minutes.";
    expect(
      marked("How hot must the oven be?", response(/oven|bread/g, [text]))[0]?.join(" "),
    ).toContain("250 °C");
  });

  it("prefers numbers of the requested things to other numbers", () => {
    const text = "The hut has 46 beds in 6 rooms. The hut was opened in 1934 with 12 guests.";
    expect(marked("How many rooms has the hut?", response(/hut|rooms?/gi, [text]))[0]).toEqual([
      "The hut has 46 beds in 6 rooms.",
    ]);
  });

  it("leaves out recitals if the question asks for a rule", () => {
    const texts = [
      "WHEREAS, the receiver may get information of the discloser about the deal.",
      "The receiver may disclose information to its advisers.",
    ];
    const found = response(/receiver|may|disclose[r]?|information/gi, texts);
    const marks = marked("May the receiver disclose information of the discloser?", found);
    expect(marks.flat().join(" ")).not.toContain("WHEREAS");
  });

  it("leaves out the definition of another term", () => {
    const texts = [
      "2.8 “Policy” means this Confidentiality Policy.",
      "3.1 Confidential information includes all plans and recipes.",
    ];
    const found = response(/confidential(?:ity)?|information|includes?/gi, texts);
    expect(marked("Does confidential information include recipes?", found)).toEqual([
      ["3.1 Confidential information includes all plans and recipes."],
      [],
    ]);
  });

  it.each([
    ["Never cross a heading, and prefer the end of a paragraph.", 0],
    ["The crossing takes 45 minutes.", 1],
    ["The crossing takes the whole day.", 1],
  ])("marks how long something takes only with a number or a span of time: %s", (text, marks) => {
    const found = response(/cross(?:ing)?/gi, [text, "Something else entirely."]);
    expect(marked("How long is the crossing?", found)[0]).toHaveLength(marks);
  });

  it.each([
    ["How many guests stay at the hut?", "Guests of the hut pay £12 for a night."],
    ["How many guests stay at the hut?", "About 40 % of the guests stay at the hut for 3 days."],
    ["How many guests may stay at the hut at most?", "In May 30 guests may stay at the hut."],
    ["How long does the cheese of the hut keep?", "Cut the cheese of the hut 2 cm thick."],
    ["How long does the lease last?", "This Agreement, made on 3 May 2019, is the lease."],
    ["How often is the hut cleaned?", "The hut is cleaned by its guests."],
    [
      "How often is the hut cleaned?",
      "The Daily Mail reported that the hut is cleaned by its guests.",
    ],
    ["Why is the hut closed?", "The hut is closed."],
    ["Why is the hut closed?", "The hut with its red roof is closed and dark."],
    ["How do I switch on the lamp?", "Pull the knob and switch off the lamp."],
    ["Who invented the lamp of the hut?", "Ida Melling owns the lamp of the hut."],
  ])("does not answer “%s” with “%s”", (question, text) => {
    const found = response(/guests|stay|hut|cheese|keep|lease|lampe?|closed|switch|cleaned|lit/gi, [
      text,
      "Something else entirely.",
    ]);
    expect(marked(question, found)[0]).toEqual([]);
  });

  it.each([
    ["How many guests stay at the hut?", "In May 2000 guests stay at the hut."],
    ["How many guests stay at the hut?", "None of the guests stay at the hut in May."],
    ["How many guests may stay at the hut at most?", "Up to 30 guests may stay at the hut."],
    ["How long does the cheese of the hut keep?", "The cheese of the hut will keep until spring."],
    ["How often is the hut cleaned?", "The hut is cleaned daily by its guests."],
    ["How often is the lamp lit?", "The lamp of the hut is lit once a week."],
    ["Wie oft ist die Lampe der hut an?", "Die Lampe der hut ist jeden Abend an."],
    ["Why is the hut closed?", "The hut is closed to protect the birds."],
    ["How do I switch on the lamp?", "Pull the knob to switch the lamp on."],
    ["Who invented the lamp of the hut?", "The lamp of the hut is a work by Ida Melling."],
  ])("answers “%s” with “%s”", (question, text) => {
    const found = response(/guests|stay|hut|cheese|keep|lease|lampe?|closed|switch|cleaned|lit/gi, [
      text,
      "Something else entirely.",
    ]);
    expect(marked(question, found)[0]).toEqual([text]);
  });

  it("prefers how often in words to how often something else happens", () => {
    const texts = ["Clean the stove every two months.", "Clean the lamp once a week, outdoors."];
    const marks = marked("How often should I clean the lamp?", response(/clean|lamp/gi, texts));
    expect(marks[0]).toEqual(["Clean the lamp once a week, outdoors."]);
  });

  it("marks one message of a chat", () => {
    const text =
      "[03/04/2025, 09:15] Nadia: the hut is dark\n[03/04/2025, 20:40] Freya: the lamp of the hut costs £9, it is new\n[03/04/2025, 20:41] Nadia: the lamp is nice";
    const found = response(/lamp|hut|costs/gi, [text, "Something else entirely."]);
    expect(marked("How much does the lamp of the hut cost?", found)[0]).toEqual([
      "[03/04/2025, 20:40] Freya: the lamp of the hut costs £9, it is new",
    ]);
  });

  it("marks a reply below the same question, even without any word of the question", () => {
    const text = "11. Can the lamp read old cards?\n\nNot by itself, no.\n\nThe lamp is red.";
    const found = response(/lamp|read|cards/gi, [text, "Something else entirely."]);
    expect(marked("Can the lamp read cards?", found)[0]).toEqual(["Not by itself, no."]);
  });

  it("marks the sentence after a “yes”", () => {
    const text = "Is the lamp waterproof?\n\nYes. But keep its lid shut at sea.";
    const found = response(/lamp|waterproof/gi, [text, "Something else entirely."]);
    expect(marked("Is the lamp waterproof?", found)[0]).toEqual([
      "Yes. But keep its lid shut at sea.",
    ]);
  });

  it("also marks the line above with the option that a sentence describes", () => {
    const text =
      "--dim\n  Makes the lamp darker.\n\n--reset, -r\n  Clears the records of the lamp.";
    const found = response(/lamp|clears?|records/gi, [text, "Something else entirely."]);
    expect(marked("How do I clear the records of the lamp?", found)[0]).toEqual([
      "--reset, -r\n  Clears the records of the lamp.",
    ]);
  });

  it("leaves out items of references", () => {
    const text = "The guide has more. See also:\n\n• A guide to what keepers can do with lamps";
    const found = response(/keepers|lamps/gi, [text, "Something else entirely."]);
    expect(marked("What can keepers do?", found)[0]).toEqual([]);
  });

  it("marks the default if the question asks for it", () => {
    const text =
      "The lamp is switched on with --lamp. The lamp is off by default. A lamp may also be switched on by hand.";
    const found = response(/lamp|switched|on/gi, [text, "Something else entirely."]);
    expect(marked("Is the lamp switched on by default?", found)[0]).toEqual([
      "The lamp is off by default.",
    ]);
  });

  it("leaves out a sentence with only part of the term that the question asks about", () => {
    const texts = [
      "• subset(range, other): whether the first range is within the other range.",
      "A tilde allows the last number to change.",
    ];
    const found = response(/tilde|range/gi, texts);
    expect(marked("What is a tilde range?", found)[0]).toEqual([]);
  });

  it("leaves out other sentences if a list below a heading names who has a role", () => {
    const texts = [
      "Library authors should know of the size of a harbour file.",
      "Authors\n\n• Ida Melling\n• Olaf Brandt",
    ];
    const found = response(/authors|harbour/gi, texts);
    expect(marked("Who are the authors of harbour?", found)).toEqual([[], []]);
  });

  it("leaves out short items of lists, which may be menus", () => {
    const menu = "• Home\n• Tent plans\n• Contact us";
    const found = response(/tent/gi, [menu, "Something else entirely."]);
    expect(marked("What is the tent?", found)[0]).toEqual([]);
  });

  it("marks a list item without a full stop", () => {
    const text = "The kit has:\n• a lamp for the tent\n• a rope for the boat";
    const found = response(/lamp|tent|kit/gi, [text, "Something else entirely."]);
    expect(marked("What is there for the tent in the kit?", found)[0]).toEqual([
      "• a lamp for the tent",
    ]);
  });

  it("prefers an instruction to a sentence about its subject", () => {
    const text =
      "The pin of the router is made of steel. Spare ones are sold by the shop in town. Hold the pin of the router for 15 seconds until the light blinks.";
    const found = response(/router|pin/g, [text]);
    expect(marked("How do I use the pin of the router?", found)[0]?.join(" ")).toContain(
      "Hold the pin",
    );
  });

  it("prefers a statement to words in capitals", () => {
    const text = "8. GOVERNING LAW.\n\nThe law of Ohio governs this contract.";
    expect(marked("Which law governs?", response(/law|governs|governing/gi, [text]))[0]).toEqual([
      "The law of Ohio governs this contract.",
    ]);
  });

  it("marks the sentence after a question or a heading, never the question or heading itself", () => {
    const faq = [
      "Can I keep a dog in the flat?",
      "No animals are allowed there without a written permission.",
      "",
      "Figure 2: A dog in a flat",
    ].join("\n");
    const found = response(/keep|dog|flat/gi, [faq, "Something else entirely."]);
    expect(marked("May I keep a dog in the flat?", found)).toEqual([
      ["No animals are allowed there without a written permission."],
      [],
    ]);
    const headed = "## Opening hours\n\nFrom nine to five on workdays, and never on Sundays.";
    const hours = response(/opening|hours/gi, [headed, "Something else entirely."]);
    expect(marked("What are the opening hours?", hours)[0]).toEqual([
      "From nine to five on workdays, and never on Sundays.",
    ]);
  });

  it("marks nothing if no document contains a name or a number from the question", () => {
    const found = response(/revenue/gi, ["Revenue was $ 56,517 million.", "Revenue rose."]);
    const question = "What is Tesla's revenue?";
    expect(marked(question, { ...found, unmatched: ["Tesla's"] })).toEqual([[], []]);
    expect(marked("What was revenue in 2031?", { ...found, unmatched: ["2031"] })).toEqual([
      [],
      [],
    ]);
    // "many" only asks, so it does not count as missing.
    const matches = response(/ships/gi, ["There are 30 ships in the harbour.", "A harbour."]);
    expect(
      marked("How many ships are there?", { ...matches, unmatched: ["many"] })[0],
    ).toHaveLength(1);
  });

  it("returns marks with a confidence, and the passage with the answer first", () => {
    const texts = [
      "The harbour was dug by hand. Much was written about it.",
      "Ida Melling has run the harbour of Skarvik since 2004, and lives there.",
      "Harbours freeze.",
    ];
    const found = response(/run|harbours?|skarvik/gi, texts);
    const [first, ...others] = bestPassages(found, "Who has run the harbour of Skarvik?", 9);
    expect(first).toMatchObject({ page: 2, certainty: "likely" });
    expect(others.every(({ certainty }) => certainty === undefined)).toBe(true);
    expect(others.map(({ page }) => page)).toEqual([1, 3]);
  });

  it("skips titles, and passages with only the document's name or the year", () => {
    const texts = ["Acme was founded early. It was 2019.", "NOTICE PERIOD", "Something else."];
    const found = response(/acme|2019|notice|period/gi, texts, "docs/Acme_2019.pdf");
    expect(marked("What is the notice period of Acme in 2019?", found)).toEqual([[], [], []]);
  });
});

/** A response whose passages have these headings. */
function headed(found: SearchResponse, ...headings: string[]): SearchResponse {
  const hits = found.hits.map((hit, index) => ({ ...hit, heading: headings[index] ?? null }));
  return { ...found, hits };
}

describe("numbers and titles of sections", () => {
  it("does not mistake part of a heading for the answer, but marks what is below a heading's question", () => {
    const heading = "1.15. Does Lampkit remove moss? Lichen? Algae?";
    const text = `${heading}\n\nNo, at least not well enough to rely on it. It only cleans.`;
    const found = headed(response(/lampkit|remove|moss|algae/giu, [text]), heading);
    const [[first = ""] = []] = marked("Does Lampkit remove algae?", found);
    expect(first).toMatch(/^No, at least not/u);
  });

  it("does not mistake a title of several lines, or within a passage, for the answer", () => {
    const wrapped = "5.1 /lamps : Lamps that are kept\nbetween two nights";
    const text = `${wrapped}\n\nThe lamps of this place are kept lit.`;
    const found = headed(response(/lamps|kept/giu, [text]), wrapped.replace("\n", " "));
    expect(marked("what lamps are kept", found).flat().join()).not.toContain("5.1");
    const inside = "Words of welcome.\n\n1.2 Years of lamps lost (YLL)\n\nMuch was written.";
    const lost = response(/years|lamps|lost/giu, [inside]);
    expect(marked("How many years of lamps were lost?", lost).flat()).toEqual([]);
  });

  it("does not mistake the number of a section for a figure", () => {
    const text = "5.1 The lamp year runs from 1 April to 31 March.";
    const found = response(/lamps?|year/giu, [text]);
    expect(marked("how many lamps do I get per year", found).flat()).toEqual([]);
  });

  it("does not mistake a line of a table of contents for an answer", () => {
    const found = response(/years|lamps|lost/giu, ["Years of lamps lost . . . . . . . .\t12"]);
    expect(marked("How many years of lamps were lost?", found).flat()).toEqual([]);
  });

  it.each([
    "2.2 Lamps and their keepers",
    "The lamps of Section 2.1 are kept by the keepers",
    "The Lampkit 4.3 keepers keep the lamps",
  ])("does not take the number in “%s” for a certain figure", (sentence) => {
    const found = response(/lamps|keepers/giu, [sentence]);
    const figure = {
      span: { start: 0, end: sentence.length },
      ...{ cell: null, score: 0.7, sure: true },
    };
    const hits = found.hits.map((hit) => ({ ...hit, figures: [figure] }));
    const [passage] = bestPassages({ ...found, hits }, "lamps of the keepers in winter", 1);
    expect(passage?.marked.map(({ end }) => end)).not.toEqual([sentence.length]);
  });
});

describe("texts about another thing", () => {
  const tells = (question: string, words: RegExp, texts: readonly string[]): string =>
    marked(question, response(words, texts)).flat().join(" ");

  it("marks a denial that adds no words to the question", () => {
    const text = "Lamps resist rain and wind in many ways. There is no resistance against snow.";
    expect(tells("is there a resistance against snow?", /resist\w*|snow|against/giu, [text])).toBe(
      "There is no resistance against snow.",
    );
  });

  it("distinguishes a path from the end of a longer one", () => {
    const texts = ["There must be no lamps in /usr/bin.", "There must be no lamps in /bin."];
    expect(tells("may there be lamps in /bin?", /lamps|bin/giu, texts)).toBe(texts[1]);
    expect(tells("may there be lamps in /bin?", /lamps|bin/giu, texts.slice(0, 1))).toBe("");
  });

  it("distinguishes a version from one with the same digits", () => {
    const text =
      "Lampkit does not run on Windmill 1.3. Lampkit does not run on Windmill 3.1 either.";
    expect(
      tells("Does Lampkit run on Windmill 3.1?", /lampkit|run|windmill|\d\.\d/giu, [text]),
    ).toBe("Lampkit does not run on Windmill 3.1 either.");
  });

  it("expects a percentage if the question asks for one explicitly", () => {
    const words = /effective|lamps?/giu;
    const none = "In 2006 two effective lamps were introduced.";
    expect(tells("How effective is the lamp in percent?", words, [none])).toBe("");
    const some = "The lamp is 40 % effective.";
    expect(tells("How effective is the lamp in percent?", words, [none, some])).toBe(some);
  });

  it("does not mistake what applies to a vacant role for its holder", () => {
    const text =
      "If there is no Lamp Keeper, the chair of the Lamp Board decides with Ida Melling.";
    expect(tells("Who is the chair of the lamp board?", /chair|lamp|board/giu, [text])).toBe("");
  });

  it("does not answer who did something with a row that lacks the deed", () => {
    const row = "Tableau\tSeven piles. Essentially Lantern is the same as Ida Melling's game.";
    expect(tells("who wrote Lantern", /lantern/giu, [row])).toBe("");
  });

  it("marks nothing as possible without a name that only other texts have", () => {
    const texts = ["Lampkit", "Oilkit", "Wickkit", "Moonkit", "Starkit"].map(
      (name) => `${name} is a lamp with an application, and supports only small ones of its kind.`,
    );
    const plain = response(/lamp|application/giu, texts);
    const found = { ...plain, hits: plain.hits.map((hit) => ({ ...hit, score: 10 })) };
    const certainties = (question: string): string[] =>
      bestPassages(found, question, 9).flatMap(({ certainty }) => certainty ?? []);
    expect(certainties("Is there a nice lamp application for windows, and a big one?")).toContain(
      "possible",
    );
    expect(certainties("Is there a nice lamp application for Skarvik, and a big one?")).toEqual([]);
  });

  it("ignores counts of things that the question does not ask about", () => {
    const text = "The book uses the counts of trees on 2 hills of the island.";
    expect(tells("How many birds were counted on the island?", /count\w*|island/giu, [text])).toBe(
      "",
    );
  });
});

describe("what every answer has", () => {
  const tells = (question: string, words: RegExp, texts: readonly string[]): string =>
    marked(question, response(words, texts)).flat().join(" ");

  it("takes a time of day with a dot for an answer to a question for a time", () => {
    const sentence = "The mill is least busy between 13.00 and 15.30 on weekdays.";
    const text = `The mill has a wheel, and the wheel is old. ${sentence}`;
    expect(tells("When is the mill least busy?", /mill|least|busy/giu, [text])).toBe(sentence);
  });

  it.each([
    ["When do I need a note?", "It is required from the eighth day."],
    ["Until when can I cancel?", "Free until 60 days before departure."],
    ["When is the deposit returned?", "It is returned within ten working days."],
    ["When is the deposit returned?", "It is returned within one week."],
    ["When do I reply?", "Reply within fourteen full days."],
    ["When do I call?", "Call an hour before you come."],
    ["Bis wann kann ich kündigen?", "Innerhalb von 14 Tagen."],
    ["Quand faut-il annuler ?", "Au plus tard 15 jours avant le départ."],
    ["¿Cuándo se paga?", "En un plazo de 30 días."],
  ])("takes a relative time as an answer to “%s”", (question, text) => {
    const holdsDate = (content: string): boolean =>
      holdsKind("date", content, numbersIn(content), readQuestion(question));
    expect(holdsDate(text)).toBe(true);
    expect(holdsDate("It lasts for some days.")).toBe(false);
  });

  it.each([
    [
      "Where do we find the key to the mill?",
      "The mill is two miles outside Skarvik, in Larkwood.",
    ],
    ["Is there a toilet at the mill jetty?", "The mill jetty opens on weekends only."],
    ["What did Ida Melling say about the signboard?", "Ida Melling was absent from the mill."],
    ["How long is the waiting list for the mill jetty?", "The mill jetty is 57 feet long."],
    ["What's on the menu at the mill jetty?", "The mill jetty opens on weekends only."],
    ["Who is Ida Melling's dentist?", "Letter to Ida Melling, 31 Netmakers Row, Skarvik."],
    ["What is the mill's fee for the jetty?", "Ida Melling keeps the mill and the jetty for you."],
    ["Which blood group does Ida Melling have?", "Ida Melling is at the mill."],
    ["Which hotel room number has Ida Melling?", "Ida Melling is at the hotel at the mill."],
    ["wifi password of the mill jetty", "The mill jetty opens on weekends only."],
  ])("marks nothing that does not name the thing asked about in “%s”", (question, sentence) => {
    const words =
      /mill|jetty|ida|melling|key|toilet|signboard|menu|list|dentist|fee|group|hotel|room|password/giu;
    const elsewhere =
      "A key, a toilet, a menu, a list, a signboard, a dentist, a fee, a group, a room and a password.";
    expect(tells(question, words, [sentence, elsewhere])).not.toContain(sentence);
  });

  it.each([
    ["Was kostet eine Mühle pro Jahr?", "Scheunen sind teuer, 60.000 € pro Jahr."],
    ["Où est le moulin de Larkwood ?", "La grange est à Larkwood, près de Skarvik."],
    ["¿Dónde está el molino de Larkwood?", "El granero está en Larkwood, cerca de Skarvik."],
    ["¿Cuánto cuestan los molinos de Larkwood?", "Los graneros de Larkwood cuestan 60.000 €."],
  ])("does so in other languages: “%s”", (question, sentence) => {
    const words = /jahr|kosten|cuestan|larkwood|mühlen?|moulin|molinos?/giu;
    const elsewhere = "Mühlen, moulin, molino, molinos.";
    expect(tells(question, words, [sentence, elsewhere])).not.toContain(sentence);
  });

  it.each([
    ["How much does the jetty cost?", "A replacement costs you £75."],
    ["Was kostet die Mühle?", "Ein Ersatz kostet 75 €."],
  ])(
    "does not take the price of another thing below a heading for the one in “%s”",
    (question, text) => {
      const found = response(/costs?|kostet|jetty|mühle/giu, [text, "The jetty. Die Mühle."]);
      const hits = found.hits.map((hit) => ({ ...hit, heading: "The jetty / Die Mühle" }));
      expect(marked(question, { ...found, hits }).flat()).not.toContain(text);
      expect(
        marked("How much is a replacement?", response(/replacement/giu, [text])).flat(),
      ).toEqual(text.startsWith("A") ? [text] : []);
    },
  );

  it("does not mark the title of a table", () => {
    const text = "Sick pay:\nLength of service\tFull pay\nin probation\tstatutory only";
    for (const question of ["Am I covered if I am sick?", "Does the firm help sick people?"])
      expect(tells(question, /sick/giu, [text])).not.toContain("Sick pay:");
  });

  it("takes no text without an amount for what somebody earns", () => {
    const text = "Ida Melling, senior engineer at Larkwood Mill since March 2021, earns respect.";
    const words = /ida|melling|earns|larkwood|mill/giu;
    expect(tells("What does Ida Melling earn at Larkwood Mill?", words, [text])).toBe("");
  });

  it("prefers a sentence that counts the requested thing over a certain figure for another", () => {
    const sentence = "To turn the boats 90 degrees, press the right button before placing a boat.";
    const found = response(/boats?|place|placing/giu, [
      `${sentence} You have four boats to place.`,
    ]);
    const figure = { span: { start: 0, end: sentence.length }, cell: null, score: 0.6, sure: true };
    const hits = found.hits.map((hit) => ({ ...hit, figures: [figure] }));
    expect(
      marked("How many boats do I place?", { ...found, hits })
        .flat()
        .join(),
    ).toContain("You have four boats to place.");
  });

  it("takes neither a title with a number nor the version of a program for the answer", () => {
    const text = "The lamps are sold in Skarvik.\n\n4. Possible effects";
    expect(tells("which possible effects are there", /possible|effects/giu, [text])).toBe("");
    const version = "Words of welcome.\n\nThe lamp dictionaries have version 7.0 here.";
    expect(tells("How many lamp dictionaries are here?", /lamp|dictionaries/giu, [version])).toBe(
      "",
    );
  });

  it("takes no house number for an area", () => {
    const text = "Property: first floor flat, 14B Mill Street.";
    expect(
      tells(
        "What is the floor area of the flat in Mill Street?",
        /floor|area|flat|mill|street/giu,
        [text],
      ),
    ).toBe("");
  });

  it("finds the entry for a code, whatever else the question says", () => {
    const texts = ["Code\tCause\nE7\tdrain blocked, clean the filters", "Lampkit, 60 cm."];
    const question = "What does E7 on the lampkit mean?";
    expect(tells(question, /E7|lampkit/giu, texts)).toContain("drain blocked");
  });
});

describe("a question for what something does", () => {
  it("takes a line of columns to be about its first column", () => {
    const lines =
      "Keeper's lamp      free light, oil, +3 warmth\n\nFree light keeps you from falling.";
    const found = response(/free|light/giu, [lines]);
    expect(marked("what does free light do", found).flat()).toEqual([
      "Free light keeps you from falling.",
    ]);
  });
});

describe("a transcript", () => {
  const text = [
    "Ada: Next, the signs.",
    "Bo: I suggest this for the signs by the pond. Could we not paint them? It costs little.",
    "Ada: Fine.",
    "Cem: I ordered paint.",
  ].join("\n");

  it("marks the whole turn of the speaker who names the thing", () => {
    const [first] = marked("What did Bo suggest for the signs by the pond?", {
      ...response(/Bo|suggest|signs|pond/gu, [text]),
    });
    expect(first).toEqual([
      "Bo: I suggest this for the signs by the pond. Could we not paint them? It costs little.",
    ]);
  });
});

describe("what cannot be the answer", () => {
  it("marks no report of a question for a question about what must be done", () => {
    const text =
      "You asked whether you have to register the mill. Mills with one wheel need not register.";
    const found = response(/mill|register|have to/giu, [text]);
    const spans = marked("Does the mill have to register?", found).flat();
    expect(spans).not.toContain("You asked whether you have to register the mill.");
  });

  it("marks no names and addresses for a question about what somebody does", () => {
    const letter =
      "Hobb & Lane Boats Ltd, 4 Weir Lane, Tarn\nMr Ivo Lane, 2 Mill Street, Tarn\n\nThe boats are greased in May.";
    const found = response(/Hobb|Lane|boats/giu, [letter]);
    const spans = marked("Does Hobb & Lane grease the boats?", found).flat();
    expect(spans.some((one) => one.includes("Weir Lane"))).toBe(false);
  });

  it("marks no head of a wide table whose cells have numbers with words", () => {
    const table = "Kind of moss\tUsual yield\tRemarks\nTarnmoss\t15 grams\tdry it slowly";
    const [first] = marked("Tarnmoss usual yield", response(/Tarnmoss|usual|yield/giu, [table]));
    expect(first).toEqual(["Tarnmoss\t15 grams\tdry it slowly"]);
  });

  it("marks no sentence without a superlative for a question for the one that has the most", () => {
    const text = "The mills are oiled twice a year, and the new mill is oiled weekly.";
    const found = response(/mills?/giu, [text]);
    expect(marked("Which mill is the newest?", found).flat()).toEqual([]);
    const named = "The mills are oiled twice a year. The newest mill is Tarn Mill.";
    expect(
      marked("Which mill is the newest?", response(/mills?|newest/giu, [named])).flat(),
    ).toEqual(["The newest mill is Tarn Mill."]);
  });

  it("marks the row whose range has the amount of the question", () => {
    const table = "up to 2 years\t3 weeks of pay\n2 to 5 years\t8 weeks of pay";
    const found = response(
      /years|weeks|pay/giu,
      [table],
      "report.pdf",
      "weeks of pay after 3 years",
    );
    expect(marked("weeks of pay after 3 years", found).flat()).toEqual([
      "2 to 5 years\t8 weeks of pay",
    ]);
  });
});

it("marks the reason in the next sentence with what it explains", () => {
  const text = "Ivo cannot steer the ferry. His licence ran out, as he forgot the date.";
  const [first] = marked("Why can Ivo not steer the ferry?", response(/Ivo|steer|ferry/gu, [text]));
  expect(first?.[0]).toContain("as he forgot the date");
});

it("marks the decision with what it is about", () => {
  const text =
    "Mrs Orr asked for benches at the pond. Two members wanted to wait. It was agreed to buy one bench.";
  const found = response(/decide|benche?s?|pond/giu, [text]);
  const [first] = marked("What was decided about the benches at the pond?", found);
  expect(first?.[0]).toContain("It was agreed to buy one bench.");
});

it("keeps the order and the requested number of passages, with all data of each hit", () => {
  const found = response(/net|income/gi, [statement, taxes, statement]);
  expect(bestPassages(found, "net income", 2).map(({ evidence }) => evidence)).toEqual([
    "d1.p1.s1",
    "d1.p2.s1",
  ]);
  const { excerpt: _, id, ...rest } = found.hits[0] as SearchHit;
  expect(bestPassages(found, "net income", 1)[0]).toMatchObject({ ...rest, evidence: id });
  expect(bestPassages(found, "net income", 0)).toEqual([]);
  expect(bestPassages(response(/x/g, []), "", 5)).toEqual([]);
});

it("places marks inside the passage and without overlaps, for any text", () => {
  const text = fc
    .array(
      fc.constantFrom("net ", "income ", "5 ", "12.5% ", "2019 ", ". ", "\n", "\t", "\n\n", "The "),
    )
    .map((parts) => parts.join(""));
  const question = fc.oneof(
    fc.string(),
    text.map((words) => `How much ${words}?`),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), question, (texts, query) => {
      for (const passage of bestPassages(response(/net|income|2019/g, texts), query, 5)) {
        expect(passage.marked.length).toBeLessThanOrEqual(2);
        let last = 0;
        for (const { start, end } of passage.marked) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(passage.text.length);
          last = end;
        }
      }
    }),
  );
});

describe("what is marked in nothing else", () => {
  it("marks a row under the year in question, although its note names another one", () => {
    const table =
      "Item\tPlan 2023\tPlan 2024\tNote\nRent\t9600\t10200\t\nElectricity\t3100\t3600\tnew supplier from March 2024";
    const found = response(/electricity|plan|2023/giu, [table]);
    expect(marked("What was planned for electricity in 2023?", found)[0]).toEqual([
      "Electricity\t3100\t3600\tnew supplier from March 2024",
    ]);
  });

  it("defines a term by the sentence that says what it is, not by the line below its title", () => {
    const text = "HAY FEVER\nEdition of February\n\nHay fever is an allergy to pollen.";
    expect(marked("What is hay fever?", response(/hay|fever/giu, [text])).flat()).toEqual([
      "Hay fever is an allergy to pollen.",
    ]);
  });

  it.each([
    ["How many calories are in a slice of the honey cake?", "calories"],
    ["What is the password of the cake club?", "password"],
  ])("is not marked if no document has what is asked for: %s", (question, word) => {
    const texts = ["The honey cake of the cake club has 10 slices."];
    const found = response(/honey|cake|slices?|club/giu, texts);
    expect(marked(question, found).flat()).not.toEqual([]);
    expect(marked(question, { ...found, unmatched: [word] }).flat()).toEqual([]);
  });

  it("is no price if it is a time, even if the search for figures is sure", () => {
    const text = "A game lasts about 50 minutes. A game of cards costs £12.";
    const found = response(/game/giu, [text]);
    const figure = { span: { start: 0, end: 30 }, cell: null, score: 0.63, sure: true };
    const hits = found.hits.map((hit) => ({ ...hit, figures: [figure] }));
    const question = "What does the game cost?";
    expect(marked(question, { ...found, hits }).flat()).toEqual(["A game of cards costs £12."]);
  });

  it("is not the end of a letter, unless somebody's name or number is asked for", () => {
    const text =
      "I would like the £96 back that I paid for the visit.\n\nKind regards\nIda Sallow\n07700 900 654";
    const found = response(/ida|sallow|visit/giu, [text]);
    expect(marked("How much is Ida Sallow to get back for the visit?", found)[0]).toEqual([
      "I would like the £96 back that I paid for the visit.",
    ]);
    expect(marked("What is the phone number of Ida Sallow?", found)[0]?.join()).toContain("07700");
  });

  it.each([
    ["What is the name of Ida Sallow's mother?", "The mother of Ida Sallow is Nan Hope."],
    ["What is the engine number of the Kestra?", "The engine number of the Kestra is 55320."],
  ])("lacks the thing that is asked for: %s", (question, answer) => {
    const words = /ida|sallow|mother|engine|kestra/giu;
    const other = "Vehicle: Kestra estate 1.2, driven by Ida Sallow since 2019.";
    expect(marked(question, response(words, [other])).flat()).toEqual([]);
    expect(marked(question, response(words, [other, answer])).flat()).toEqual([answer]);
  });
});

it("does not mark the row of another ordinal", () => {
  const rows = "Italian, second year\tWednesday\nItalian, first year\tMonday";
  const found = response(/italian|year|start/giu, [rows]);
  expect(marked("when does Italian third year start", found).flat()).toEqual([]);
});

it("does not mark rows of numbers as a definition", () => {
  const found = response(/SCOP/gu, ["SCOP, average climate\t4.98\t5.04\nSCOP, warm\t6.1\t6.2"]);
  expect(marked("What is SCOP short for?", found).flat()).toEqual([]);
});

it("does not mark a sentence of another year for a figure", () => {
  const text = "In 2025 net debt of the ferries rose to £86 million. Net debt fell in June 2024.";
  const found = { ...response(/net|debt|ferries/giu, [text]), asksFigure: true };
  expect(marked("net debt of the ferries 2020", found).flat()).toEqual([]);
});

it("does not mark a text without the office that keywords ask for", () => {
  const text = "Sula Star is a ship of the fleet, built in Leith.";
  const found = response(/sula|star|captain/giu, [text, "The captain eats on board."]);
  expect(marked("captain of the Sula Star", found).flat()).not.toContain(text);
  expect(marked("age of the Sula Star", found).flat()).toContain(text);
});

it("does not mark a figure for a phone number", () => {
  const text = "Karl Vogt\tAnalyst\t37000";
  const plain = response(/karl|vogt/giu, [text]);
  const cell = { start: 18, end: 23 };
  const figures = [{ span: { start: 0, end: text.length }, cell, score: 1, sure: true }];
  const found: SearchResponse = {
    ...plain,
    asksFigure: true,
    hits: plain.hits.map((hit) => ({ ...hit, figures })),
  };
  expect(marked("salary of Karl Vogt", found).flat()).toEqual([text]);
  expect(marked("phone number of Karl Vogt", found).flat()).toEqual([]);
});
