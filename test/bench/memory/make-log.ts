import { open } from "node:fs/promises";
import { seededRandom } from "../seeded-random.js";

const words =
  "connection user request timeout service worker cache database query index session token handler error retry upstream gateway payload response header cluster node disk memory thread pool queue job scheduler".split(
    " ",
  );
const levels = ["INFO", "WARN", "ERROR"];

/** Writes a server log in which every line has a different time, address and identifier. */
export async function makeLog(file: string, megabytes: number): Promise<void> {
  const random = seededRandom(500);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const word = () => words[upTo(words.length)];
  const output = await open(file, "w");
  let time = 1_700_000_000_000;
  for (let left = megabytes * 1e6; left > 0; ) {
    const lines = Array.from({ length: 5_000 }, () => {
      time += upTo(50);
      const id = upTo(2 ** 32).toString(16);
      const address = `10.${upTo(256)}.${upTo(256)}.${upTo(256)}`;
      return `${new Date(time).toISOString()} ${levels[upTo(3)]} [${word()}-${upTo(64)}] id=${id} ${word()} ${word()} ${word()} took ${upTo(10_000)} ms for ${address}\n`;
    });
    const text = lines.join("");
    await output.write(text);
    left -= text.length;
  }
  await output.close();
}
