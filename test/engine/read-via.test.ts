import { describe, expect, test } from "vitest";
import type { ReadReply, ReadRequest, Session, Write } from "../../src/drivers/contract/contract.ts";
import { readThrough } from "../../src/engine/read-via.ts";
import { calm, writeOf } from "../drivers/opened.ts";

const scope = { host: "10.20.0.1" };
const ntp = { kind: "deviceConfiguration", identity: "10.20.0.1 /Vendor-native:native/ntp" };
const trouble = { code: "trouble", severity: "error", message: "trouble" } as const;

/** Returns a session that answers its reads from a list, and records them. */
function answering(...replies: readonly ReadReply[]) {
  const asked: (ReadRequest | Write)[] = [];
  const session: Session = {
    read: async (request) => {
      asked.push(request);
      return replies[0] ?? { state: "absent" };
    },
    write: async (write) => {
      asked.push(write);
      return { meaning: "accepted" };
    },
    preview: () => ({ method: "PUT", url: "https://own", headers: {} }),
  };
  return { session, asked };
}

const whole = (value: string, raw?: object): ReadReply => ({
  state: "whole",
  items: [{ ...ntp, value, ...(raw && { raw: JSON.parse(JSON.stringify(raw)), version: "tag" }) }],
});
const reading = (...declared: readonly string[][]): ReadRequest => ({
  collection: "tree",
  scope,
  wanted: declared.map((values) => ({ ...ntp, scope, declared: values })),
});
const alone: ReadRequest = { ...reading(["x"]), alone: true };
const update = writeOf({
  operation: "update",
  ...ntp,
  scope,
  desired: "new",
  live: { value: "old", raw: "as NETCONF shows it" },
});

describe("a target that is read through another one", () => {
  test("shows of what is declared what the other one shows", async () => {
    const [own, other] = [answering(), answering(whole("theirs"))];
    const session = readThrough(own.session, other.session);
    expect(await session.read(reading(["x"]), calm)).toEqual(whole("theirs"));
    expect(own.asked).toEqual([]);
  });

  test("is read for itself where nothing is declared, since it knows types", async () => {
    const [own, other] = [answering(whole("ours")), answering()];
    const session = readThrough(own.session, other.session);
    expect(await session.read(reading(), calm)).toEqual(whole("ours"));
    expect(other.asked).toEqual([]);
  });

  test("is read through both right before a write: one tells its value, the other the tree that it is put into", async () => {
    const [own, other] = [answering(whole("ours", { mtu: 9000 })), answering(whole("theirs"))];
    const session = readThrough(own.session, other.session);
    expect(await session.read(alone, calm)).toEqual(whole("theirs", { mtu: 9000 }));
    expect([own.asked, other.asked]).toEqual([[alone], [alone]]);
  });

  test("is written through itself", async () => {
    const [own, other] = [answering(), answering()];
    const session = readThrough(own.session, other.session);
    expect(await session.write(update, calm)).toEqual({ meaning: "accepted" });
    expect([own.asked, other.asked]).toEqual([[update], []]);
  });

  const nothing: ReadReply = { state: "whole", items: [] };
  const unread: ReadReply = { state: "unknown", problem: trouble };
  test.each<readonly [string, ReadReply, ReadReply, object]>([
    ["one could not be read", whole("ours"), unread, unread],
    ["the other could not be read", unread, whole("theirs"), unread],
    ["only one has it", nothing, whole("theirs"), { state: "unknown", problem: { code: "two-views" } }],
    ["only the other has it", whole("ours"), nothing, { state: "unknown", problem: { code: "two-views" } }],
    ["none has it", nothing, nothing, nothing],
  ])("right before a write, where %s", async (_, ours, theirs, expected) => {
    const session = readThrough(answering(ours).session, answering(theirs).session);
    expect(await session.read(alone, calm)).toMatchObject(expected);
  });
});
