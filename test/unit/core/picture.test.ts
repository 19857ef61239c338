import { expect, test } from "vitest";
import { openPicture } from "../../../src/core/picture.js";

type Field = readonly [tag: number, type: number, count: number, value: number];

/** A TIFF made of lists of fields, the first of which describes its only image. */
function tiff(
  lists: readonly (readonly Field[])[],
  places: readonly number[],
): Uint8Array<ArrayBuffer> {
  const length = Math.max(
    ...lists.map((list, index) => (places[index] ?? 0) + 6 + 12 * list.length),
  );
  const view = new DataView(new ArrayBuffer(length + 64));
  view.setUint32(0, 0x4d4d002a);
  view.setUint32(4, places[0] ?? 0);
  for (const [index, list] of lists.entries()) {
    const place = places[index] ?? 0;
    view.setUint16(place, list.length);
    for (const [at, [tag, type, count, value]] of list.entries()) {
      const field = place + 2 + 12 * at;
      view.setUint16(field, tag);
      view.setUint16(field + 2, type);
      view.setUint32(field + 4, count);
      view.setUint32(field + 8, value);
    }
  }
  return new Uint8Array(view.buffer);
}

const long = 4;
const size: readonly Field[] = [
  [256, long, 1, 20],
  [257, long, 1, 10],
];

test("finds a single image in a TIFF whose nested lists refer to the next one twice", async () => {
  const depth = 40;
  const step = 32;
  const places = Array.from({ length: depth }, (_, index) => 64 + step * index);
  // The offset of the next list is at the end of each list.
  const lists = places.map((place, index): Field[] => [
    ...(index === 0 ? size : []),
    [330, long, 2, place + 18],
  ]);
  const [first = 0] = places;
  const moved = [first - 56, ...places.slice(1)];
  const bytes = tiff(lists, moved);
  const view = new DataView(bytes.buffer);
  for (const [index] of places.entries()) {
    const next = places[index + 1] ?? 0;
    view.setUint32(64 + step * index + 18, next);
    view.setUint32(64 + step * index + 22, next);
  }
  const opened = await openPicture(bytes);
  expect(opened.count).toBe(1);
  expect(await opened.size(1)).toEqual({ width: 20, height: 10 });
});

test("calls a TIFF damaged if its fields take more space than it has", async () => {
  const bytes = tiff([[...size, [700, 3, 0xffffffff, 8]]], [8]);
  await expect(openPicture(bytes)).rejects.toThrow("damaged");
});
