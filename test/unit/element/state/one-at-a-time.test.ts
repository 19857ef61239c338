import { expect, test, vi } from "vitest";
import { oneAtATime } from "../../../../src/element/shell/one-at-a-time.js";

test("reads once more for all calls that arrive during a read, and again after a failure", async () => {
  const reads: PromiseLike<void>[] = [];
  let end: (error?: Error) => void = () => undefined;
  const read = oneAtATime(() => {
    const reading = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    reads.push(reading);
    return reading;
  });
  const first = read();
  const others = [read(), read()];
  end();
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  end();
  await Promise.all([first, ...others]);
  expect(reads).toHaveLength(2);
  const failing = read();
  end(new Error("gone"));
  await expect(failing).rejects.toThrow("gone");
  const later = read();
  end();
  await later;
  expect(reads).toHaveLength(4);
});
