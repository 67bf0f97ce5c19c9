/**
 * Several changes of a device in one YANG Patch: what is sent, which precondition it has, and how its answer is
 * interpreted.
 */

import { describe, expect, test } from "vitest";
import type { BatchReply } from "../../../../src/drivers/contract/batch-session.ts";
import type { Write } from "../../../../src/drivers/contract/contract.ts";
import { isArray, isObject, type Json } from "../../../../src/model/json.ts";
import type { WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { json, scripted, text } from "../../../servers/scripted-wire.ts";
import { calm, opened, writeOf } from "../../opened.ts";

const host = "10.20.0.1";
const scope = { host };
const data = `https://${host}/restconf/data`;
const native = "Vendor-native:native";
const write = (operation: Write["operation"], kind: string, key: string, part: Partial<Write> = {}) =>
  writeOf({ operation, kind, identity: `${host} ${key}`, scope, ...part });
const hostname = write("update", "deviceHostname", "hostname", { desired: "r2" });
const ntp = { port: 123 };
const seen = { value: ntp, raw: ntp, version: '"1"' };
const goneNtp = write("remove", "deviceConfiguration", `/${native}/ntp`, { live: seen, once: true });
const elsewhere = write("create", "deviceConfiguration", "/Vendor-other:other/mode", { desired: "a" });

interface Device {
  readonly answer?: (request: WireRequest) => WireReply;
  readonly settings?: Json;
  /** Returns the content of the container for each read, or undefined if the container cannot be read. */
  readonly shown?: () => Json | undefined;
  /** Returns the answer to a read of the capabilities. */
  readonly capabilities?: () => WireReply;
}

/** Returns a session with a device that has shown its container with an entity tag. */
async function device({ answer = () => text(200, ""), settings = {}, shown, capabilities }: Device = {}) {
  const container = shown ?? (() => ({ hostname: "r1", ntp }));
  const { wire, sent } = scripted((request) => {
    if (request.method !== "GET") return answer(request);
    if (capabilities && request.url.endsWith("/capabilities")) return capabilities();
    if (request.url.includes("other")) return text(404, "");
    const found = container();
    return found ? json(200, { [native]: found }, { etag: '"1"' }) : text(500, "");
  });
  const of = { write: "yang-patch", ...(isObject(settings) ? settings : {}) };
  const session = opened("restconf", wire, { dialect: "rfc8040", settings: of });
  await session.read({ collection: "tree", scope, wanted: [] }, calm);
  const { batching } = session;
  if (!batching) throw new Error("each change goes alone");
  const together = (...writes: readonly Write[]) => batching.send(writes, calm);
  const asked = () => sent.flatMap(({ method, url }) => (method === "GET" ? [url] : []));
  return { session, batching, together, asked, writes: () => sent.filter(({ method }) => method !== "GET") };
}

const meanings = (reply: BatchReply) =>
  reply.meaning === "over"
    ? reply.replies.map((each) => ("problem" in each ? each.problem.code : each.meaning))
    : reply.meaning;
const editsOf = (request: WireRequest | undefined): readonly Json[] => {
  const body = request?.body;
  const patch = body && isObject(body) ? body["ietf-yang-patch:yang-patch"] : undefined;
  const edit = patch && isObject(patch) ? patch.edit : undefined;
  return edit && isArray(edit) ? edit : [];
};
const status = (answered: number, more: object) =>
  json(answered, { "ietf-yang-patch:yang-patch-status": { "patch-id": "1", ...more } });
const wrong = (tag: string) => ({ errors: { error: [{ "error-tag": tag, "error-message": "no" }] } });

describe("a patch", () => {
  test("of one container names what the device must still have, by the container's tag", async () => {
    const { together, writes } = await device();
    expect(meanings(await together(hostname, goneNtp))).toEqual(["accepted", "accepted"]);
    expect(writes()).toMatchObject([
      {
        method: "PATCH",
        url: `${data}/${native}`,
        headers: { "if-match": '"1"', "content-type": "application/yang-patch+json" },
        once: true,
      },
    ]);
    expect(editsOf(writes()[0])).toEqual([
      { "edit-id": "2.1", operation: "remove", target: "/ntp" },
      {
        ...{ "edit-id": "1.1", operation: "merge", target: "/hostname" },
        value: { "Vendor-native:hostname": "r2" },
      },
    ]);
  });

  test("of several containers is one of the datastore, which has no such tag: what goes is read again", async () => {
    const same = await device();
    expect(meanings(await same.together(elsewhere, goneNtp))).toEqual(["accepted", "accepted"]);
    expect(same.writes()).toMatchObject([{ url: data }]);
    expect(same.writes()[0]?.headers).not.toHaveProperty("if-match");
    expect(editsOf(same.writes()[0])).toMatchObject([
      { target: `/${native}/ntp` },
      { operation: "merge", target: "/Vendor-other:other", value: { "Vendor-other:other": { mode: "a" } } },
    ]);

    const other = await device({ shown: () => ({ hostname: "r1", ntp: { port: 123, server: "x" } }) });
    expect(await other.together(elsewhere, goneNtp)).toMatchObject({ meaning: "conflict", named: [1] });
    expect(meanings(await other.together(goneNtp, elsewhere))).toBe("conflict");
    expect(other.writes()).toEqual([]);

    const looks: Json[] = [{ hostname: "r1", ntp }];
    const mute = await device({ shown: () => looks.shift() });
    expect(await mute.together(elsewhere, goneNtp)).toMatchObject({ meaning: "conflict", named: [1] });
    expect(mute.writes()).toEqual([]);
  });

  test("of several containers replaces only what is all as it was seen", async () => {
    const there = { port: 123, server: ["a", "b"], source: "lo0" };
    const live = { value: { server: ["a", "b"] }, raw: there, version: '"1"' };
    const changed = write("update", "deviceConfiguration", `/${native}/ntp`, {
      ...{ desired: { server: ["b", "a"] }, live, once: true },
    });
    const same = await device({ shown: () => ({ hostname: "r1", ntp: there }) });
    expect(meanings(await same.together(changed, elsewhere))).toEqual(["accepted", "accepted"]);
    expect(JSON.stringify(same.writes()[0]?.body)).toContain(
      '{"port":123,"server":["b","a"],"source":"lo0"}',
    );
    for (const ntp of [{ port: 123, server: ["a", "b"] }, undefined]) {
      const other = await device({ shown: () => ({ hostname: "r1", ...(ntp && { ntp }) }) });
      expect(await other.together(changed, elsewhere)).toMatchObject({ meaning: "conflict", named: [0] });
      expect(other.writes()).toEqual([]);
    }
  });

  test("has a name of its own each time", async () => {
    const { together, writes } = await device();
    await together(hostname);
    await together(hostname);
    const names = writes().map(({ body }) => JSON.stringify(body).match(/"patch-id":"([^"]*)"/)?.[1]);
    expect(new Set(names).size).toBe(2);
  });

  test("leads to an entry of a list at the top of the tree by its key", async () => {
    const { together, writes } = await device();
    const entry = '/Vendor-vlan:vlan[id="10"]';
    await together(write("create", "deviceConfiguration", entry, { desired: { name: "a" } }), hostname);
    expect(editsOf(writes()[0])).toMatchObject([
      {
        ...{ operation: "merge", target: "/Vendor-vlan:vlan=10" },
        value: { "Vendor-vlan:vlan": [{ id: "10", name: "a" }] },
      },
      { target: `/${native}/hostname` },
    ]);
  });

  test("makes along what an entry is in and the device has not shown", async () => {
    const shown = () => ({ hostname: "r1", ntp, snmp: { host: [{ name: "a" }] } });
    const { session, together, writes } = await device({ shown });
    const entries = [`/${native}/snmp/host[name="b"]`, `/${native}/aaa/group[name="c"]`];
    const of = entries.map((key) => write("create", "deviceConfiguration", key, { desired: { order: 1 } }));
    const wanted = of.map(({ kind, identity }) => ({ kind, identity, scope, lists: {}, declared: [] }));
    await session.read({ collection: "tree", scope, wanted }, calm);
    await together(...of);
    expect(editsOf(writes()[0])).toMatchObject([
      { operation: "create", target: "/snmp/host=b" },
      { operation: "merge", target: "/", value: { [native]: { aaa: { group: [{ name: "c" }] } } } },
    ]);
    await together(write("create", "deviceConfiguration", `/${native}/aaa/group[name="d"]`, { desired: {} }));
    expect(editsOf(writes()[1])).toMatchObject([{ operation: "create", target: "/aaa/group=d" }]);
  });

  test("is sent for one device at a time, removals too", async () => {
    const { batching } = await device();
    expect(batching.scopeOf(goneNtp)).toBe(host);
    expect(batching.scopeOf(hostname)).toBe(host);
  });
});

describe("the answer", () => {
  test("names the changes that it is about by their edits; the others were not carried out with it", async () => {
    for (const answered of [400, 200, 409]) {
      const edit = [
        { "edit-id": "1.1", ok: [null] },
        { "edit-id": "2.1", ...wrong("invalid-value") },
      ];
      const { together } = await device({ answer: () => status(answered, { "edit-status": { edit } }) });
      expect(meanings(await together(hostname, goneNtp))).toEqual(["transaction-refused", "refused"]);
    }
  });

  test("with a conflict of one of them lets that one be looked at, and the others go", async () => {
    const edit = { "edit-id": "2.1", "ietf-restconf:errors": wrong("data-exists").errors };
    const on = await device({ answer: () => status(409, { "edit-status": { edit } }) });
    expect(await on.together(hostname, goneNtp)).toMatchObject({ meaning: "conflict", named: [1] });
    expect(meanings(await on.together(goneNtp))).toEqual(["conflict"]);
    const hidden = await device({ answer: () => status(200, { "edit-status": { edit } }) });
    expect(await hidden.together(hostname, goneNtp)).toMatchObject({ meaning: "conflict", named: [1] });
  });

  test("with a conflict of the whole lets each be looked at", async () => {
    const on = await device({ answer: () => status(409, wrong("in-use")) });
    expect(meanings(await on.together(hostname, goneNtp))).toEqual(["busy", "busy"]);
    const failed = await device({ answer: () => status(409, wrong("operation-failed")) });
    expect((await failed.together(hostname, goneNtp)).meaning).toBe("conflict");
  });

  test("that something has changed since is true of each of them", async () => {
    const { together } = await device({ answer: () => text(412, "") });
    expect(meanings(await together(hostname, goneNtp))).toEqual(["conflict", "conflict"]);
  });

  test("that an edit is of no node is no sign of a device without YANG Patch", async () => {
    const edit = { "edit-id": "1.1", ...wrong("invalid-value") };
    const { together, writes } = await device({ answer: () => status(404, { "edit-status": { edit } }) });
    expect(meanings(await together(hostname, goneNtp))).toEqual(["not-found", "transaction-refused"]);
    expect(writes()).toHaveLength(1);
  });

  test("with names of edits that were not sent tells all of them its words", async () => {
    const edit = [
      { "edit-id": "9.1", ...wrong("invalid-value") },
      { "edit-id": 1, ...wrong("x") },
    ];
    const { together } = await device({ answer: () => status(400, { "edit-status": { edit } }) });
    expect(meanings(await together(hostname, goneNtp))).toEqual(["refused", "refused"]);
  });

  test.each([
    { "edit-status": 1 },
    { "edit-status": { edit: "x" } },
    { errors: [] },
    { errors: { error: 3 } },
  ])("in another shape, %j, is taken by its status", async (more) => {
    const { together } = await device({ answer: () => status(400, more) });
    expect(meanings(await together(hostname, goneNtp))).toEqual(["refused", "refused"]);
  });
});

describe("a device without YANG Patch", () => {
  const changed = write("update", "deviceInterface", "GigabitEthernet 1/0/1", { desired: { mtu: 1 } });
  const answer = ({ headers }: WireRequest) =>
    text(headers["content-type"] === "application/yang-patch+json" ? 415 : 204, "");

  test("takes what can be merged in one PATCH, and is not asked again", async () => {
    const { together, writes } = await device({ answer });
    expect(meanings(await together(hostname, changed))).toEqual(["accepted", "accepted"]);
    expect(meanings(await together(hostname, changed))).toEqual(["accepted", "accepted"]);
    const types = writes().map(({ headers }) => headers["content-type"]);
    expect(types.filter((type) => type === "application/yang-patch+json")).toHaveLength(1);
    expect(types).toHaveLength(3);
  });

  test("is warned of once, with the read after that", async () => {
    const { session, together } = await device({ answer });
    const read = () => session.read({ collection: "tree", scope, wanted: [] }, calm);
    await together(hostname, changed);
    const told = await read();
    const [warning] = "warnings" in told ? (told.warnings ?? []) : [];
    expect(warning).toMatchObject({ code: "no-yang-patch", severity: "warning" });
    expect(warning?.message).toContain(`no YANG Patch on ${host}`);
    expect(await read()).not.toHaveProperty("warnings");
  });

  test.each([
    { lists: [], means: ["accepted", "accepted"], types: 3 },
    {
      lists: ["urn:ietf:params:restconf:capability:yang-patch:1.0"],
      means: ["refused", "refused"],
      types: 2,
    },
    { lists: undefined, means: ["refused", "refused"], types: 2 },
  ])("that calls it wrong data is known by its list, $lists, which is read once", async (on) => {
    const capability = [...(on.lists ?? []), "urn:ietf:params:restconf:capability:fields:1.0"];
    const list = { "ietf-restconf-monitoring:capabilities": { capability } };
    const { together, asked, writes } = await device({
      answer: ({ headers }) =>
        headers["content-type"] === "application/yang-patch+json"
          ? json(400, { "ietf-restconf:errors": wrong("malformed-message").errors })
          : text(204, ""),
      capabilities: () => (on.lists ? json(200, list) : text(404, "")),
    });
    expect(meanings(await together(hostname, changed))).toEqual(on.means);
    expect(meanings(await together(hostname, changed))).toEqual(on.means);
    expect(asked().filter((url) => url.includes("capabilities"))).toEqual([
      `${data}/ietf-restconf-monitoring:restconf-state/capabilities`,
    ]);
    expect(writes()).toHaveLength(on.types);
  });

  test("takes several that cannot be merged one by one, so that each has its own end", async () => {
    const { together, writes } = await device({ answer });
    const goneHostname = write("remove", "deviceHostname", "hostname", { once: true, live: { value: "r1" } });
    expect(await together(goneNtp, goneHostname)).toMatchObject({ meaning: "conflict" });
    expect(writes().map(({ method }) => method)).toEqual(["PATCH"]);
    expect(meanings(await together(goneNtp))).toEqual(["accepted"]);
    expect(meanings(await together(goneHostname))).toEqual(["accepted"]);
    expect(writes().map(({ method }) => method)).toEqual(["PATCH", "DELETE", "DELETE"]);
  });

  test("takes what cannot be merged by itself: that is named, and then sent alone", async () => {
    const { together, writes, batching } = await device({ answer });
    expect(await together(hostname, goneNtp, changed)).toMatchObject({ meaning: "conflict", named: [1] });
    expect(batching.scopeOf(goneNtp)).toBeUndefined();
    expect(batching.scopeOf(hostname)).toBe(host);
    expect(meanings(await together(goneNtp))).toEqual(["accepted"]);
    expect(writes().map(({ method }) => method)).toEqual(["PATCH", "DELETE"]);
  });
});
