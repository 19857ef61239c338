import path from "node:path";
import type { Page } from "playwright";
import { askedOf, type GridAnswer, type GridColumn } from "../../../src/core/index.js";
import { gridVersion } from "../../../src/store/index.js";
import { drive } from "../../driver/driver.js";
import { repository } from "../../driver/repository.js";
import { say } from "../command.js";
import { type PageTasks, type TakeTasks, watchTasks } from "./watch-tasks.js";

/** The size of a grid in documents and questions. */
export interface GridShape {
  readonly documents: number;
  readonly columns: number;
}

/**
 * Opens a grid with an answer in every cell on the built demo page, and uses it the way readers do.
 * The answers are made up and written straight to the database, because answering is measured
 * elsewhere.
 */
export function measureGrid(shape: GridShape): Promise<readonly PageTasks[]> {
  return drive(
    async ({ context, page: harness, url }) => {
      say(`Making a grid of ${shape.documents} documents and ${shape.columns} questions.`);
      const { grid, columns, hashes } = await makeGrid(harness, shape);
      for (const column of columns) {
        const rows = hashes.map((hash, index) => answerOf(column, hash, index));
        await harness.evaluate(storeAnswers, { grid, version: gridVersion, answers: rows });
      }
      const page = await context.newPage();
      await page.setViewportSize({ width: 1440, height: 900 });
      const { take, tasks } = await watchTasks(page);
      await page.goto(`${url}/demo/#view=grid`);
      await page.locator(".grid-choice").waitFor();
      await useGrid(page, take);
      return tasks;
    },
    { mounts: { "/demo/": path.join(repository, "site") } },
  );
}

async function useGrid(page: Page, take: TakeTasks): Promise<void> {
  await take("opening the grid", async () => {
    await page.locator(".grid-choice").click();
    await page.locator("[data-place]").first().waitFor();
  });
  const scroll = page.locator(".grid-scroll");
  const scrollTo = async (across: number, down: number): Promise<void> => {
    for (let step = 1; step <= 20; step++) {
      await scroll.evaluate(
        (element, [left, top]) =>
          element.scrollTo({ left: element.scrollWidth * left, top: element.scrollHeight * top }),
        [(across * step) / 20, (down * step) / 20] as const,
      );
      await page.waitForTimeout(50);
    }
  };
  await take("scrolling down", () => scrollTo(0, 1));
  await take("scrolling across", () => scrollTo(1, 0));
  await take("scrolling to the last cell", () => scrollTo(1, 1));
  await take("going by keys", async () => {
    await page.locator("[data-place]").first().focus();
    for (const key of ["Control+Home", "ArrowDown", "ArrowRight", "PageDown", "Control+End"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(100);
    }
    await page.keyboard.press("Control+Home");
  });
  const filter = page.locator(".grid-tools input[type=search]");
  await take("filtering", async () => {
    await filter.pressSequentially("note-77", { delay: 60 });
    await filter.fill("");
  });
  for (const [index, what] of ["document", "text", "number", "date"].entries()) {
    await take(`sorting by ${what}`, () => page.locator(".grid-sort").nth(index).click());
  }
  const show = page.locator(".grid-tools select").nth(1);
  await take("showing those to check", () => show.selectOption("check"));
  await take("showing all", () => show.selectOption("all"));
}

/** Adds tiny files and creates a grid without answers in the demo page's collection. */
function makeGrid(
  page: Page,
  shape: GridShape,
): Promise<{ grid: string; columns: readonly GridColumn[]; hashes: readonly string[] }> {
  return page.evaluate(async ({ documents, columns }) => {
    const hound = await globalThis.harness.library.Pagehound.open({ name: "default" });
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    await hound.add(
      numbers(documents).map((number) => ({
        path: `notes/note-${number}.txt`,
        file: new Blob([`Note ${number} has one sentence.`]),
      })),
    );
    const types = ["text", "number", "date", "yes-no"] as const;
    const saved = await hound.grids.save({
      columns: numbers(columns).map((number) => ({
        question: `What does the note say about subject ${number}?`,
        name: `Subject ${number}`,
        type: types[(number - 1) % types.length],
      })),
    });
    const hashes = (await hound.documents()).map(({ hash }) => hash);
    hound.close();
    return { grid: saved.id, columns: saved.columns, hashes };
  }, shape);
}

/** A made-up answer of the column's type. */
function answerOf(column: GridColumn, hash: string, row: number): GridAnswer {
  const number = (row * 7919 + Number(column.name.split(" ")[1]) * 104_729) % 5_000;
  return {
    ...{ column: column.id, hash, asked: askedOf(column) },
    status: number % 3 === 0 ? "possible" : "likely",
    text: `The note says ${number}, and some words about it.`,
    value: madeUpValue(column, number),
    citations: [{ page: 1, pageLabel: null, span: { start: 0, end: 4 }, quote: "Note" }],
    ...{ remark: null, model: null, reason: null, review: null, madeAt: 0 },
  };
}

function madeUpValue({ type }: GridColumn, number: number): GridAnswer["value"] {
  switch (type) {
    case "number":
      return { type, number: String(number), unit: "USD" };
    case "date":
      return { type, date: `20${10 + (number % 15)}-0${1 + (number % 9)}-1${number % 10}` };
    case "yes-no":
      return { type, yes: number % 4 === 0 };
    default:
      return null;
  }
}

/** Runs in the page. */
async function storeAnswers({
  grid,
  version,
  answers,
}: {
  grid: string;
  version: number;
  answers: readonly GridAnswer[];
}): Promise<void> {
  const opening = indexedDB.open("pagehound:default");
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const writing = database.transaction("gridAnswers", "readwrite");
  const done = new Promise<void>((resolve, reject) => {
    writing.oncomplete = () => resolve();
    writing.onabort = () => reject(writing.error);
  });
  const store = writing.objectStore("gridAnswers");
  for (const answer of answers) {
    const { column, hash } = answer;
    store.put({ grid, column, hash, version, answer });
  }
  await done;
  database.close();
}
