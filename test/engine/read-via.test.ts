import { describe, expect, test } from "vitest";
import type { ReadReply, ReadRequest, Session, Write } from "../../src/drivers/contract.ts";
import { readThrough } from "../../src/engine/read-via.ts";
import { calm, driverFor, writeOf } from "../drivers/opened.ts";

const scope = { host: "10.20.0.1" };
const ntp = { kind: "deviceConfiguration", identity: "10.20.0.1 /Vendor-native:native/ntp" };
const trouble = { code: "trouble", severity: "error", message: "trouble" } as const;

/** A session that answers its reads from a list, and keeps what it was asked. */
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
const update = writeOf({
  operation: "update",
  ...ntp,
  scope,
  desired: "new",
  live: { value: "old", raw: "as NETCONF shows it" },
});
const driver = driverFor("restconf");

describe("a target that is read through another one", () => {
  test("shows of what is declared what the other one shows", async () => {
    const [own, other] = [answering(), answering(whole("theirs"))];
    const session = readThrough({ driver, session: own.session }, other.session);
    expect(await session.read(reading(["x"]), calm)).toEqual(whole("theirs"));
    expect(own.asked).toEqual([]);
  });

  test("is read for itself where nothing is declared, since it knows types", async () => {
    const [own, other] = [answering(whole("ours")), answering()];
    const session = readThrough({ driver, session: own.session }, other.session);
    expect(await session.read(reading(), calm)).toEqual(whole("ours"));
    expect(other.asked).toEqual([]);
  });

  test("is written through itself, from its own tree as it is just before", async () => {
    const [own, other] = [answering(whole("ours", { mtu: 9000 })), answering()];
    const session = readThrough({ driver, session: own.session }, other.session);
    expect(await session.write(update, calm)).toEqual({ meaning: "accepted" });
    expect(own.asked).toMatchObject([
      { collection: "tree", scope, wanted: [ntp] },
      { desired: "new", live: { value: "old", raw: { mtu: 9000 }, version: "tag" } },
    ]);
    expect(other.asked).toEqual([]);
  });

  test("is not written from a tree that could not be read", async () => {
    const own = answering({ state: "unknown", problem: trouble });
    const session = readThrough({ driver, session: own.session }, answering().session);
    expect(await session.write(update, calm)).toEqual({ meaning: "refused", problem: trouble });
    expect(own.asked).toHaveLength(1);
  });

  test("is looked at again where the two do not agree on what is there", async () => {
    const own = answering({ state: "whole", items: [] });
    const session = readThrough({ driver, session: own.session }, answering().session);
    expect(await session.write(update, calm)).toMatchObject({ meaning: "conflict" });
    expect(own.asked).toHaveLength(1);
  });
});
