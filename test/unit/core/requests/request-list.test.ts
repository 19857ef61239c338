import fc from "fast-check";
import { expect, it } from "vitest";
import { type LoggedRequest, RequestList } from "../../../../src/core/requests/log.js";

const requests: fc.Arbitrary<LoggedRequest> = fc.record({
  url: fc.webUrl(),
  origin: fc.constantFrom("same", "same", "same", "other"),
  from: fc.constantFrom("page", "parse worker"),
  startedAt: fc.nat(),
  bytes: fc.option(fc.nat()),
  status: fc.option(fc.constantFrom(200, 404)),
  blocked: fc.boolean(),
});

const stayed = ({ origin, blocked }: LoggedRequest) => origin === "same" && !blocked;

it("lists all requests that leave or are blocked, and the latest of the others, in order", () => {
  fc.assert(
    fc.property(fc.nat(8), fc.array(fc.array(requests, { maxLength: 12 })), (most, batches) => {
      const list = new RequestList(most);
      for (const batch of batches) list.add(batch);
      const all = batches.flat();
      const local = all.filter(stayed);
      const kept = new Set(local.slice(Math.max(0, local.length - most)));
      expect(list.requests).toEqual(all.filter((each) => !stayed(each) || kept.has(each)));
      expect(list.leftOut).toBe(local.length - kept.size);
    }),
  );
});

it("returns a new array after a change and leaves the earlier one unchanged", () => {
  const list = new RequestList(1);
  const [first, second] = fc.sample(requests.filter(stayed), 2);
  list.add(first ? [first] : []);
  const before = list.requests;
  list.add(second ? [second] : []);
  expect(before).toEqual([first]);
  expect(list.requests).toEqual([second]);
});
