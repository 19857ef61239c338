import { Nearby } from "./nearby.js";
import { isNowhere } from "./placed.js";
import type { Fragment } from "./rows.js";

/** How far apart two copies of a text may stand, as a share of the font size. */
const offset = 0.2;

/**
 * Leaves out what is drawn more than once at one place: fonts without a bold cut are made to look
 * bold, and titles to cast a shadow, by drawing them again a little aside. The first copy stays.
 */
export function withoutDuplicates(fragments: readonly Fragment[]): Fragment[] {
  const seen = new Map<string, Nearby<Fragment>>();
  return fragments.filter((fragment) => {
    const { item, start, end } = fragment;
    if (isNowhere(item)) return true;
    const text = item.text.slice(start, end);
    const alike = seen.get(text) ?? new Nearby();
    const again = alike
      .near(item.left, item.top, offset * item.size)
      .some((other) => coincide(fragment, other));
    if (again) return false;
    alike.add(item.left, item.top, fragment);
    seen.set(text, alike);
    return true;
  });
}

function coincide({ item: one }: Fragment, { item: other }: Fragment): boolean {
  const most = offset * one.size;
  return (
    one.turn === other.turn &&
    Math.abs(one.size - other.size) <= most &&
    Math.abs(one.left - other.left) <= most &&
    Math.abs(one.right - other.right) <= most &&
    Math.abs(one.baseline - other.baseline) <= most &&
    Math.abs(one.top - other.top) <= most
  );
}
