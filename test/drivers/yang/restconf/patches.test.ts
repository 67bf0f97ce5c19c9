/**
 * Merging over RESTCONF: which writes become a PATCH, of which resource, and how one PATCH with several writes is sent.
 */

import { describe, expect, test } from "vitest";
import type { BatchReply } from "../../../../src/drivers/contract/batch-session.ts";
import type { Write } from "../../../../src/drivers/contract/contract.ts";
import type { Json } from "../../../../src/model/json.ts";
import { problem } from "../../../../src/model/problem.ts";
import type { WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { json, scripted, text } from "../../../servers/scripted-wire.ts";
import { calm, opened, writeOf } from "../../opened.ts";

const host = "10.20.0.1";
const scope = { host };
const data = `https://${host}/restconf/data`;
const native = "Vendor-native:native";
const ntp = `/${native}/ntp`;
const port = "GigabitEthernet 1/0/1";
const write = (operation: Write["operation"], kind: string, key: string, part: Partial<Write> = {}) =>
  writeOf({ operation, kind, identity: `${host} ${key}`, scope, ...part });
const hostname = write("update", "deviceHostname", "hostname", { desired: "r2" });
const changedPort = write("update", "deviceInterface", port, { desired: { description: "a" } });
const newNtp = write("create", "deviceConfiguration", ntp, { desired: { port: 124 } });

/** Returns a session with a device that has shown its container with an entity tag. `answer` answers the writes. */
async function shown(answer: (request: WireRequest) => WireReply = () => text(204, ""), settings: Json = {}) {
  const { wire, sent } = scripted((request) =>
    request.method === "GET" ? json(200, { [native]: { hostname: "r1" } }, { etag: '"1"' }) : answer(request),
  );
  const session = opened("restconf", wire, { dialect: "rfc8040", settings });
  await session.read({ collection: "tree", scope, wanted: [] }, calm);
  const { batching } = session;
  const together = (writes: readonly Write[]) => {
    if (!batching) throw new Error("each change goes alone");
    return batching.send(writes, calm);
  };
  return { session, batching, together, writes: () => sent.filter(({ method }) => method !== "GET") };
}

const meanings = (reply: BatchReply) =>
  reply.meaning === "over"
    ? reply.replies.map((each) => ("problem" in each ? each.problem.code : each.meaning))
    : reply.meaning;

describe("a write that can be merged", () => {
  test("is a PATCH of the resource with what is declared and nothing else", async () => {
    const { session, writes } = await shown();
    const raw = { name: "1/0/1", mtu: 9000, description: "old" };
    await session.write({ ...changedPort, live: { value: {}, raw, version: '"1"' } }, calm);
    expect(writes()).toMatchObject([
      {
        method: "PATCH",
        url: `${data}/${native}/interface/GigabitEthernet=1%2F0%2F1`,
        headers: { "if-match": '"1"' },
        body: { "Vendor-native:GigabitEthernet": [{ name: "1/0/1", description: "a" }] },
      },
    ]);
  });

  test("that makes something goes into its container, if nothing has changed there since", async () => {
    const { session, writes } = await shown();
    expect(session.guards?.(newNtp)).toBe('"1"');
    await session.write(newNtp, calm);
    expect(writes()).toMatchObject([
      {
        method: "PATCH",
        url: `${data}/${native}`,
        headers: { "if-match": '"1"' },
        body: { [native]: { ntp: { port: 124 } } },
      },
    ]);
  });

  test("that makes something where no container was seen is a PUT, and nothing may be there", async () => {
    const { wire, sent } = scripted(() => text(201, ""));
    await opened("restconf", wire, { dialect: "rfc8040" }).write(newNtp, calm);
    expect(sent).toMatchObject([
      { method: "PUT", url: `${data}/${native}/ntp`, headers: { "if-none-match": "*" } },
    ]);
  });
});

test.each<[string, Partial<Write>, Json]>([
  ["an exclusive tree", { desired: { port: 1 }, ownership: "exclusive" }, {}],
  ["a list of values in another order", { desired: { server: ["b", "a"] } }, {}],
  ["a list without keys", { desired: { server: [{ name: "a" }] } }, {}],
  ["a device without PATCH", { desired: { port: 1 } }, { write: "put" }],
])("%s is put: a PATCH cannot do that", async (_, part, settings) => {
  const { session, writes } = await shown(() => text(204, ""), settings);
  await session.write(
    write("update", "deviceConfiguration", ntp, {
      ...part,
      live: { value: {}, raw: { old: 1, server: ["a", "b"] } },
    }),
    calm,
  );
  expect(writes().map(({ method }) => method)).toEqual(["PUT"]);
});

test("an empty leaf and a list by its keys are merged", async () => {
  const { session, writes } = await shown();
  const desired = { on: [null], server: [{ name: "a", port: 1 }] };
  const of = write("update", "deviceConfiguration", ntp, { desired, lists: { "/server": ["name"] } });
  await session.write(of, calm);
  expect(writes()).toMatchObject([{ method: "PATCH", body: { "Vendor-native:ntp": desired } }]);
});

describe("several writes of a device", () => {
  const seen = { live: { value: {}, version: '"1"' } };
  const all = [
    { ...hostname, ...seen },
    { ...changedPort, ...seen },
    write("create", "deviceInterface", "GigabitEthernet 1/0/2", { desired: { description: "b" } }),
    newNtp,
  ];

  test("are one PATCH of the container that all of them are in, made for what was seen", async () => {
    const { together, writes } = await shown(() => text(204, "", { etag: '"2"' }));
    expect(meanings(await together(all))).toEqual(Array(4).fill("accepted"));
    expect(writes()).toMatchObject([
      { method: "PATCH", url: `${data}/${native}`, headers: { "if-match": '"1"' } },
    ]);
    expect(writes()[0]?.body).toEqual({
      [native]: {
        hostname: "r2",
        interface: {
          GigabitEthernet: [
            { name: "1/0/1", description: "a" },
            { name: "1/0/2", description: "b" },
          ],
        },
        ntp: { port: 124 },
      },
    });
    await together(all);
    expect(writes()[1]?.headers["if-match"]).toBe('"2"');
  });

  test("of several containers are one PATCH of the datastore, and name no tag", async () => {
    const { together, writes } = await shown();
    const other = write("update", "deviceConfiguration", "/other:top/leaf", { desired: "x" });
    await together([...all, other]);
    expect(writes()).toMatchObject([{ method: "PATCH", url: data }]);
    expect(writes()[0]?.headers).not.toHaveProperty("if-match");
    expect(writes()[0]?.body).toMatchObject({
      "ietf-restconf:data": { [native]: { hostname: "r2" }, "other:top": { leaf: "x" } },
    });
  });

  test("do not take along what replaces or removes; each goes alone where that is set, or with PUT", async () => {
    const { batching } = await shown();
    expect(batching?.scopeOf(hostname)).toBe(host);
    expect(batching?.scopeOf({ ...hostname, once: true })).toBeUndefined();
    expect(batching?.scopeOf({ ...hostname, operation: "remove" })).toBeUndefined();
    expect((await shown(undefined, { transaction: "resource" })).batching).toBeUndefined();
    expect((await shown(undefined, { write: "put" })).batching).toBeUndefined();
    expect(opened("restconf", scripted(() => text(204, "")).wire).batching).toBeUndefined();
  });

  const refusal = (status: number, more: Json) => () =>
    json(status, { "ietf-restconf:errors": { error: [{ "error-type": "application", ...Object(more) }] } });

  test.each([
    [`/${native}/interface/GigabitEthernet[name='1/0/2']/description`, 2],
    ["/Vendor-native:native/ntp/port", 3],
    ["/Vendor-native:native/hostname", 0],
  ])("of which one is refused, by the path %s: the others were not carried out with it", async (path, at) => {
    const error = { "error-tag": "invalid-value", "error-path": path };
    const { together } = await shown(refusal(400, error));
    const expected = all.map((_, index) => (index === at ? "refused" : "transaction-refused"));
    expect(meanings(await together(all))).toEqual(expected);
  });

  test("of which the device does not say which it refuses are all told what it said", async () => {
    const { together } = await shown(refusal(400, { "error-tag": "invalid-value" }));
    const reply = await together(all);
    expect(meanings(reply)).toEqual(Array(4).fill("refused"));
    expect(JSON.stringify(reply)).toContain("does not say which of 4 changes");
  });

  test.each([404, 405, 501])("go apart where the device has no such PATCH: %i", async (status) => {
    const { together } = await shown(() => text(status, ""));
    expect(meanings(await together(all))).toBe("refused");
  });

  test("are each looked at again where the tag holds no more, by halves where one of them does not fit", async () => {
    const outdated = await shown(() => text(412, ""));
    expect(meanings(await outdated.together(all))).toEqual(Array(4).fill("conflict"));
    const unfit = await shown(refusal(409, { "error-tag": "data-missing" }));
    expect(meanings(await unfit.together(all))).toBe("conflict");
  });

  test("do not leave where one of them may not, nor when the reply is lost are they said to have", async () => {
    const full = problem("journal-unwritable", "the disk is full");
    const { together, writes } = await shown();
    const held = await together([...all, { ...newNtp, leaving: async () => full }]);
    expect(held).toMatchObject({ meaning: "held", problems: [...Array(4), full] });
    expect(writes()).toEqual([]);
    const lost = await shown(() => ({
      outcome: "lost",
      sent: true,
      problem: problem("reset", "the connection was reset"),
    }));
    expect(meanings(await lost.together(all))).toEqual(Array(4).fill("lost"));
  });
});
