/** The dialect rfc8040: how it differs from the dialect of the specification. */

import { describe, expect, test } from "vitest";
import type { Write } from "../../../../src/drivers/contract/contract.ts";
import type { Json } from "../../../../src/model/json.ts";
import type { WireReply } from "../../../../src/model/wire.ts";
import { json, scripted, text } from "../../../servers/scripted-wire.ts";
import { calm, opened, writeOf } from "../../opened.ts";

const host = "10.20.0.1";
const scope = { host };
const data = `https://${host}/restconf/data`;
const write = (operation: Write["operation"], kind: string, key: string, part: Partial<Write> = {}) =>
  writeOf({ operation, kind, identity: `${host} ${key}`, scope, ...part });
const over = (wire: Parameters<typeof opened>[1], settings: Json = {}) =>
  opened("restconf", wire, { dialect: "rfc8040", settings });
const reading = (...of: readonly (readonly [string, string])[]) => ({
  collection: "tree",
  scope,
  wanted: of.map(([kind, key]) => ({ kind, identity: `${host} ${key}`, scope })),
});

/** Sends a write. Returns its only request, and the meaning of its answer. */
async function sent(of: Write, answer: WireReply = text(204, ""), settings: Json = {}) {
  const { wire, sent: all } = scripted(() => answer);
  const reply = await over(wire, settings).write(of, calm);
  expect(all).toHaveLength(1);
  return { ...all[0], reply };
}

const port = "GigabitEthernet 1/0/1";
const ntp = "/Vendor-native:native/ntp";

describe("writes to a device that keeps to RFC 8040", () => {
  test("a PUT carries the resource alone, under its module's name", async () => {
    const put = { write: "put" };
    const hostname = await sent(
      write("update", "deviceHostname", "hostname", { desired: "rtr-2" }),
      text(204, ""),
      put,
    );
    expect(hostname).toMatchObject({ url: `${data}/Vendor-native:native/hostname` });
    expect(hostname.body).toEqual({ "Vendor-native:hostname": "rtr-2" });
    const raw = { name: "1/0/1", mtu: 9000 };
    const changed = await sent(
      write("update", "deviceInterface", port, { desired: { description: "a" }, live: { value: {}, raw } }),
      text(204, ""),
      put,
    );
    expect(changed.url).toBe(`${data}/Vendor-native:native/interface/GigabitEthernet=1%2F0%2F1`);
    expect(changed.body).toEqual({
      "Vendor-native:GigabitEthernet": [{ name: "1/0/1", mtu: 9000, description: "a" }],
    });
    const inner = write("update", "deviceConfiguration", `${ntp}/acme-x:more/deep`, {
      desired: [null],
      live: { value: null, raw: {} },
    });
    expect((await sent(inner, text(204, ""), put)).body).toEqual({ "acme-x:deep": [null] });
  });

  test("a body has the media type of YANG data, without parameters", async () => {
    const of = write("create", "deviceConfiguration", ntp, { desired: { text: "a" } });
    const { headers } = await sent(of);
    expect(headers).toMatchObject({
      accept: "application/yang-data+json",
      "content-type": "application/yang-data+json",
    });
  });

  test("what is missing is created by a PUT of what is declared, and 201 is as good as 204", async () => {
    const of = write("create", "deviceInterface", port, { desired: { description: "a" } });
    const created = await sent(of, text(201, ""));
    expect(created).toMatchObject({ method: "PUT", reply: { meaning: "accepted" } });
    expect(created.body).toEqual({ "Vendor-native:GigabitEthernet": [{ name: "1/0/1", description: "a" }] });
  });

  test("what is declared no longer is removed by a DELETE without a body", async () => {
    const removed = await sent(write("remove", "deviceConfiguration", ntp, { live: { value: {}, raw: {} } }));
    expect(removed).toMatchObject({ method: "DELETE", url: `${data}/Vendor-native:native/ntp` });
    expect(removed.body).toBeUndefined();
    expect(removed.headers).not.toHaveProperty("content-type");
    const other = await sent(write("remove", "deviceInterface", port, { live: { value: {} } }));
    expect(other.url).toBe(`${data}/Vendor-native:native/interface/GigabitEthernet=1%2F0%2F1`);
  });
});

describe("answers of a device that keeps to RFC 8040", () => {
  const tagged = (tag: string) => ({ error: [{ "error-type": "protocol", "error-tag": tag }] });
  const rows: readonly [number, unknown, string, object?][] = [
    [409, { "ietf-restconf:errors": tagged("in-use") }, "busy", { reason: "locked" }],
    [409, { "ietf-restconf:errors": tagged("lock-denied") }, "busy", { reason: "locked" }],
    [409, { "ietf-restconf:errors": tagged("resource-denied") }, "busy", { reason: "notReady" }],
    [409, { "ietf-restconf:errors": tagged("data-exists") }, "conflict"],
    [409, { "ietf-restconf:errors": tagged("data-missing") }, "conflict"],
    [409, "", "conflict"],
    [409, { errors: tagged("lock-denied") }, "busy", { reason: "locked" }],
    [409, { "ietf-restconf:errors": { error: { "error-tag": "lock-denied" } } }, "busy"],
    [409, { errors: { error: { "error-tag": "in-use" } } }, "busy"],
    [412, { "ietf-restconf:errors": tagged("operation-failed") }, "conflict"],
    [400, { "ietf-restconf:errors": tagged("invalid-value") }, "refused"],
    [403, { "ietf-restconf:errors": tagged("access-denied") }, "refused"],
    [405, { "ietf-restconf:errors": tagged("operation-not-supported") }, "refused"],
    [501, { "ietf-restconf:errors": tagged("operation-not-supported") }, "refused"],
    [500, { "ietf-restconf:errors": tagged("operation-failed") }, "lost"],
    [429, "", "busy", { reason: "throttled" }],
  ];
  test.each(rows)("%i with %j means %s", async (status, body, meaning, more = {}) => {
    const of = write("update", "deviceHostname", "hostname", { desired: "a" });
    expect((await sent(of, json(status, body))).reply).toMatchObject({ meaning, ...more });
  });

  test("the device's own words are shown, in all four forms of its errors", async () => {
    const error = { "error-tag": "invalid-value", "error-message": "no such mask" };
    const forms = [{ error: [error] }, { error }];
    for (const body of forms.flatMap((form) => [{ "ietf-restconf:errors": form }, { errors: form }])) {
      const of = write("update", "deviceHostname", "hostname", { desired: "a" });
      expect((await sent(of, json(400, body))).reply).toMatchObject({
        problem: { message: expect.stringContaining("no such mask") },
      });
    }
  });

  test("a removal of what is gone is looked at again, one that the device cannot do is refused", async () => {
    const of = write("remove", "deviceInterface", port, { live: { value: {} } });
    expect((await sent(of, text(404, ""))).reply.meaning).toBe("conflict");
    expect((await sent(of, text(502, ""))).reply).toMatchObject({
      meaning: "refused",
      problem: { code: "cannot-remove" },
    });
  });
});

describe("reads of a device that keeps to RFC 8040", () => {
  test("ask for configuration alone, and take an empty container for absent", async () => {
    const { wire, sent: all } = scripted(({ url }) =>
      url.includes("other") ? text(204, "") : json(200, { "Vendor-native:native": { hostname: "a" } }),
    );
    const wanted = reading(["deviceHostname", "hostname"], ["deviceConfiguration", "/Vendor-x:other"]);
    expect(await over(wire).read(wanted, calm)).toMatchObject({
      state: "whole",
      items: [{ kind: "deviceHostname", value: "a" }],
    });
    expect(all.map(({ url }) => url)).toEqual([
      `${data}/Vendor-native:native?content=config`,
      `${data}/Vendor-x:other?content=config`,
    ]);
  });
});

describe("entity tags", () => {
  const native = (hostname: string, headers: Record<string, string>) =>
    json(200, { "Vendor-native:native": { hostname } }, headers);
  const update = (version: string) =>
    write("update", "deviceHostname", "hostname", { desired: "b", live: { value: "a", version } });

  /** Returns a session in which the writes get these answers in order. */
  function answeredBy(...answers: readonly WireReply[]) {
    const left = [...answers];
    const { wire, sent: all } = scripted((request) =>
      request.method === "GET" ? native("a", { etag: '"1"' }) : (left.shift() ?? text(204, "")),
    );
    const session = over(wire, { write: "put" });
    const tags = () => all.filter(({ method }) => method !== "GET").map(({ headers }) => headers["if-match"]);
    const guards = (of: Write) => session.guards?.(of) !== undefined;
    return { session, tags, guards };
  }

  test("the one that a read gave goes along with the write; without one, none does", async () => {
    const { session, tags } = answeredBy();
    const seen = await session.read(reading(["deviceHostname", "hostname"]), calm);
    expect(seen).toMatchObject({ items: [{ version: '"1"' }] });
    await session.write(update('"1"'), calm);
    await session.write(write("update", "deviceHostname", "hostname", { desired: "b" }), calm);
    expect(tags()).toEqual(['"1"', undefined]);
    expect(session.preview(update('"7"')).headers["if-match"]).toBe('"7"');
  });

  test("a weak one matches nothing, and is not taken", async () => {
    const { wire } = scripted(() => native("a", { etag: 'W/"1"' }));
    const seen = await over(wire, { write: "put" }).read(reading(["deviceHostname", "hostname"]), calm);
    expect(JSON.stringify(seen)).not.toContain("version");
  });

  test("moves on with what this run writes itself, and with nothing else", async () => {
    const { session, tags, guards } = answeredBy(
      text(204, "", { etag: '"2"' }),
      text(204, "", { etag: '"3"' }),
      text(204, ""),
    );
    const sure: (boolean | undefined)[] = [];
    for (const seen of ['"1"', '"1"', '"1"', '"1"', '"foreign"']) {
      sure.push(guards(update(seen)));
      await session.write(update(seen), calm);
    }
    expect(tags()).toEqual(['"1"', '"2"', '"3"', '"3"', '"foreign"']);
    // The third answer has no tag, so the device's state after it is unknown.
    expect(sure).toEqual([true, true, true, false, true]);
  });

  test("a create says that nothing may be there; after it no tag that was seen before is relied on", async () => {
    const { session, guards } = answeredBy(text(201, "", { etag: '"2"' }));
    await session.read(reading(["deviceHostname", "hostname"]), calm);
    const make = write("create", "deviceInterface", port, { desired: {}, ownership: "exclusive" });
    expect(session.preview(make).headers["if-none-match"]).toBe("*");
    expect([guards(make), guards(update('"1"'))]).toEqual([true, true]);
    await session.write(make, calm);
    expect(guards(update('"1"'))).toBe(false);
    await session.read(reading(["deviceHostname", "hostname"]), calm);
    expect(guards(update('"1"'))).toBe(true);
  });

  test("of a resource that was read by itself fits it, whatever is known of its container", async () => {
    const { wire, sent: all } = scripted(({ method, url }) => {
      if (method !== "GET") return text(all.length === 2 ? 412 : 204, "");
      return url.includes("/hostname")
        ? json(200, { "Vendor-native:hostname": "a" }, { etag: '"own"' })
        : native("a", { etag: '"1"' });
    });
    const session = over(wire, { write: "put" });
    const looking = reading(["deviceHostname", "hostname"]);
    await session.read(looking, calm);
    expect((await session.write(update('"1"'), calm)).meaning).toBe("conflict");
    // Only the container shows whether its tag can be used, so it is read before the wanted resource.
    expect(await session.read({ ...looking, alone: true }, calm)).toMatchObject({
      items: [{ version: '"own"' }],
    });
    const path = (url: string) => new URL(url).pathname.replace("/restconf/data/", "");
    expect(all.slice(-2).map(({ url }) => path(url))).toEqual([
      "Vendor-native:native",
      "Vendor-native:native/hostname",
    ]);
    expect(session.guards?.(update('"1"'))).toBeUndefined();
    expect(session.guards?.(update('"own"'))).toBe('"own"');
    await session.write(update('"own"'), calm);
    expect(all.at(-1)?.headers["if-match"]).toBe('"own"');
  });

  test("that is seen again is taken as it is, whatever became of it before", async () => {
    const { session, tags } = answeredBy(text(204, "", { etag: '"2"' }));
    await session.write(update('"1"'), calm);
    await session.read(reading(["deviceHostname", "hostname"]), calm);
    await session.write(update('"1"'), calm);
    expect(tags()).toEqual(['"1"', '"1"']);
  });

  test("a refused one is a conflict, and is sent no more once a look shows it again", async () => {
    const { session, tags } = answeredBy(text(412, ""), text(412, ""));
    expect((await session.write(update('"1"'), calm)).meaning).toBe("conflict");
    expect((await session.write(update('"1"'), calm)).meaning).toBe("conflict");
    await session.read(reading(["deviceHostname", "hostname"]), calm);
    expect((await session.write(update('"1"'), calm)).meaning).toBe("accepted");
    expect(tags()).toEqual(['"1"', '"1"', undefined]);
  });
});

describe("settings of a restconf target replace what the dialect says", () => {
  const update = write("update", "deviceHostname", "hostname", {
    desired: "b",
    live: { value: "a", version: '"1"' },
  });
  const rows: readonly [Json, object][] = [
    [{ root: "/rc" }, { url: `https://${host}/rc/data/Vendor-native:native/hostname` }],
    [{ module: "acme" }, { url: `${data}/acme:native/hostname`, body: { "acme:hostname": "b" } }],
    [{ container: "system" }, { url: `${data}/Vendor-native:system/hostname` }],
    [{ hostname: "host-name" }, { url: `${data}/Vendor-native:native/host-name` }],
    [{ body: "parents", write: "put" }, { body: { "Vendor-native:native": { hostname: "b" } } }],
  ];
  test.each(rows)("%j", async (settings, expected) => {
    expect(await sent(update, text(204, ""), settings)).toMatchObject(expected);
  });

  test("entity tags can be left unused, and reads can ask for all", async () => {
    expect((await sent(update, text(204, ""), { entityTags: "unused" })).headers).not.toHaveProperty(
      "if-match",
    );
    const { wire, sent: all } = scripted(() => json(200, { "Vendor-native:native": {} }));
    await over(wire, { content: "all" }).read(reading(), calm);
    expect(all[0]?.url).toBe(`${data}/Vendor-native:native`);
  });

  test("a token goes into another header", async () => {
    const { wire, sent: all } = scripted(() => text(204, ""));
    const credential = { token: "canary" };
    const settings = { tokenHeader: "X-Token" };
    await opened("restconf", wire, { dialect: "rfc8040", settings, credential }).write(update, calm);
    expect(Object.keys(all[0]?.headers ?? {})).toContain("x-token");
  });

  test("data that the device does not take, and values that it masks, as in the neutral dialect", async () => {
    const native = { "Vendor-native:native": { version: "17", ntp: { key: "****" } } };
    const { wire, sent: all } = scripted((request) =>
      request.method === "GET" ? json(200, native) : text(204, ""),
    );
    const session = over(wire, { readOnly: ["/Vendor-native:native/version"], maskedValues: "omit" });
    const seen = await session.read(reading(["deviceConfiguration", "/Vendor-native:native"]), calm);
    expect(seen).toMatchObject({ items: [{ value: { ntp: { key: "****" } } }] });
    expect(JSON.stringify(seen)).not.toContain("version");
    const live = { value: {}, raw: { key: "****", server: [] } };
    await session.write(
      write("update", "deviceConfiguration", ntp, { desired: { server: ["a"] }, live }),
      calm,
    );
    expect(all[1]?.body).toEqual({ "Vendor-native:ntp": { server: ["a"] } });
  });
});
