import { describe, expect, test } from "vitest";
import type { ReadRequest, Session, Write } from "../../src/drivers/contract/contract.ts";
import { ConcurrencyLimits, withConcurrencyLimit } from "../../src/pace/concurrency-limit.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

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

/** Returns a session in which every call takes 100 ms, and which records its calls with their times. */
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

test("a limit has no more in flight than it may, and serves writes before reads", async () => {
  const clock = new VirtualClock();
  const { session, begun } = slow(clock);
  const limited = withConcurrencyLimit(session, new ConcurrencyLimits({ all: 2 }));
  const reads = ["a", "b", "c", "d"].map((name) => limited.read(read(name), forever));
  await clock.run(Promise.all([...reads, limited.write(write, forever)]));
  expect(begun).toEqual([
    { what: "a", at: 0 },
    { what: "b", at: 0 },
    { what: "write", at: 100 },
    { what: "c", at: 100 },
    { what: "d", at: 200 },
  ]);
});

test("a preview waits for nobody", () => {
  const limited = withConcurrencyLimit(slow(new VirtualClock()).session, new ConcurrencyLimits({ all: 1 }));
  expect(limited.preview(write)).toMatchObject({ method: "PUT" });
});

test("closing closes the session, where it has something to close", async () => {
  let closed = 0;
  const close = () => {
    closed += 1;
    return Promise.resolve();
  };
  await withConcurrencyLimit(
    slow(new VirtualClock(), { close }).session,
    new ConcurrencyLimits({ all: 1 }),
  ).close?.(forever);
  expect(closed).toBe(1);
  expect(
    withConcurrencyLimit(slow(new VirtualClock()).session, new ConcurrencyLimits({ all: 1 })).close,
  ).toBeUndefined();
});

test("a session can do within its limit what it can do without, and no more", async () => {
  const clock = new VirtualClock();
  const { session, begun } = slow(clock);
  const post = async ({ text }: { readonly text: string }) => {
    await session.read(read(text), forever);
    return { meaning: "accepted" as const, id: text };
  };
  const limited = withConcurrencyLimit(
    { ...session, post, guards: ({ kind }) => (kind === "network" ? "1" : undefined) },
    new ConcurrencyLimits({ all: 1 }),
  );
  const replies = await clock.run(
    Promise.all(["a", "b"].map((text) => limited.post?.({ room: "r", text }, forever))),
  );
  expect(replies).toMatchObject([{ id: "a" }, { id: "b" }]);
  expect(begun.map(({ at }) => at)).toEqual([0, 100]);
  expect(limited.guards?.(write)).toBe("1");
  expect(limited.guards?.({ ...write, kind: "ssid" })).toBeUndefined();
  const bare = withConcurrencyLimit(session, new ConcurrencyLimits({ all: 1 }));
  expect([bare.post, bare.guards]).toEqual([undefined, undefined]);
});

describe("the lanes of a fleet", () => {
  const at = (host: string, collection = host): ReadRequest => ({ ...read(collection), scope: { host } });

  test("hold one request for each device, and let all devices go at once", async () => {
    const clock = new VirtualClock();
    const { session, begun } = slow(clock);
    const limited = withConcurrencyLimit(session, new ConcurrencyLimits({ all: 128, perHost: 1 }));
    const asked = ["r1", "r2", "r1", "r3"].map((host) => limited.read(at(host), forever));
    await clock.run(Promise.all([...asked, limited.write({ ...write, scope: { host: "r1" } }, forever)]));
    expect(begun).toEqual([
      { what: "r1", at: 0 },
      { what: "r2", at: 0 },
      { what: "r3", at: 0 },
      { what: "write", at: 100 },
      { what: "r1", at: 200 },
    ]);
  });

  test("keep what waits for a slow device from taking the places of the others", async () => {
    const clock = new VirtualClock();
    const { session, begun } = slow(clock);
    const limited = withConcurrencyLimit(session, new ConcurrencyLimits({ all: 2, perHost: 1 }));
    const asked = ["slow", "slow", "slow", "r1"].map((host) => limited.read(at(host), forever));
    await clock.run(Promise.all(asked));
    expect(begun[1]).toEqual({ what: "r1", at: 0 });
  });
});
