import { expect, test } from "vitest";
import type { ReadRequest, Session, Write } from "../../src/drivers/contract.ts";
import { withConcurrencyLimit } from "../../src/pace/concurrency-limit.ts";
import { VirtualClock } from "../virtual/clock.ts";

const forever = new AbortController().signal;
const read = (collection: string): ReadRequest => ({ collection, scope: {}, wanted: [] });
const write: Write = {
  operation: "update",
  kind: "network",
  address: "cloud/network/a",
  identity: "a",
  scope: {},
  differences: [],
  secrets: [],
  lists: {},
  ownership: "declared",
};

/** A session that takes 100 ms for everything and notes what it was asked, and when. */
function slow(clock: VirtualClock, more: Partial<Session> = {}) {
  const begun: { readonly what: string; readonly at: number }[] = [];
  const take = async (what: string) => {
    begun.push({ what, at: clock.now() });
    await clock.wait(100);
  };
  const session: Session = {
    read: async ({ collection }) => {
      await take(collection);
      return { state: "whole", items: [] };
    },
    write: async () => {
      await take("write");
      return { meaning: "accepted" };
    },
    preview: () => ({ method: "PUT", url: "https://a.example/", headers: {} }),
    ...more,
  };
  return { session, begun };
}

test("a lane has no more in flight than it may, and serves writes before reads", async () => {
  const clock = new VirtualClock();
  const { session, begun } = slow(clock);
  const lane = withConcurrencyLimit(session, 2);
  const reads = ["a", "b", "c", "d"].map((name) => lane.read(read(name), forever));
  await clock.run(Promise.all([...reads, lane.write(write, forever)]));
  expect(begun).toEqual([
    { what: "a", at: 0 },
    { what: "b", at: 0 },
    { what: "write", at: 100 },
    { what: "c", at: 100 },
    { what: "d", at: 200 },
  ]);
});

test("a preview waits for nobody", () => {
  const lane = withConcurrencyLimit(slow(new VirtualClock()).session, 1);
  expect(lane.preview(write)).toMatchObject({ method: "PUT" });
});

test("closing closes the session, where it has something to close", async () => {
  let closed = 0;
  const close = () => {
    closed += 1;
    return Promise.resolve();
  };
  await withConcurrencyLimit(slow(new VirtualClock(), { close }).session, 1).close?.(forever);
  expect(closed).toBe(1);
  expect(withConcurrencyLimit(slow(new VirtualClock()).session, 1).close).toBeUndefined();
});
