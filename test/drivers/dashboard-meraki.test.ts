/** The dialect meraki: how it differs from the dialect of the specification. */

import { describe, expect, test } from "vitest";
import type { Write } from "../../src/drivers/contract/contract.ts";
import { resolveDriver } from "../../src/drivers/contract/resolve-driver.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import type { Wire, WireReply } from "../../src/model/wire.ts";
import { opened as header, json, revealed, scripted, text } from "../servers/scripted-wire.ts";
import { calm, differs, driverFor, opened, writeOf } from "./opened.ts";

const origin = "https://dashboard.example.net/api/v1";
const scope = { organization: "Acme" };
const read = (collection: string, parentId: string) => ({ collection, scope, parentId, wanted: [] });
const over = (wire: Wire, settings: JsonObject = {}) =>
  opened("dashboard", wire, { dialect: "meraki", settings: { removals: ["network"], ...settings } });
const write = (operation: Write["operation"], kind: string, identity: string, part: Partial<Write>) =>
  writeOf({ operation, kind, identity, scope, ...part });

/** Sends a write, and returns its only request and the meaning of its answer. */
async function sent(of: Write, answer: WireReply = json(200, { id: "N_9" }), settings: JsonObject = {}) {
  const { wire, sent: all } = scripted(() => answer);
  const reply = await over(wire, settings).write(of, calm);
  expect(all).toHaveLength(1);
  const [request] = all;
  return { ...request, body: revealed(request?.body), reply };
}

describe("requests to Meraki", () => {
  test("carry the key as a Bearer value, or by itself in another header, and count for their organization", async () => {
    const { wire, sent: all } = scripted(() => json(200, []));
    await over(wire).read(read("networks", "O1"), calm);
    await over(wire, { keyHeader: "X-Cisco-Meraki-API-Key" }).read(read("networks", "O1"), calm);
    const [bearer, key] = all.map(({ headers }) => headers);
    expect(header(bearer?.authorization ?? "")).toBe("Bearer key-canary-1");
    expect(header(key?.["x-cisco-meraki-api-key"] ?? "")).toBe("key-canary-1");
    expect(key).not.toHaveProperty("authorization");
    expect(all.map(({ budget }) => budget)).toEqual(["Acme", "Acme"]);
  });

  test("ask for large pages and follow the links to the next", async () => {
    const next = `<${origin}/organizations/O1/networks?perPage=1000&startingAfter=N_1>; rel=next`;
    const { wire, sent: all } = scripted((_, index) =>
      index === 0
        ? json(200, [{ id: "N_1", name: "a" }], { link: next })
        : json(200, [{ id: "N_2", name: "b" }]),
    );
    expect(await over(wire).read(read("networks", "O1"), calm)).toMatchObject({ items: [{}, {}] });
    expect(all.map(({ url }) => url)).toEqual([
      `${origin}/organizations/O1/networks?perPage=1000`,
      `${origin}/organizations/O1/networks?perPage=1000&startingAfter=N_1`,
    ]);
    const smaller = scripted(() => json(200, []));
    await over(smaller.wire, { perPage: { networks: 50 } }).read(read("networks", "O1"), calm);
    expect(smaller.sent[0]?.url).toContain("perPage=50");
  });
});

describe("networks of Meraki", () => {
  const create = write("create", "network", "Berlin", { parentId: "O1", desired: { name: "Berlin" } });

  test("are created with product types: the dialect's, or the target's", async () => {
    expect((await sent(create)).body).toEqual({
      name: "Berlin",
      productTypes: ["appliance", "switch", "wireless"],
    });
    const settings = { productTypes: ["wireless"] };
    expect((await sent(create, json(201, { id: "N" }), settings)).body).toMatchObject(settings);
  });

  test("are changed with the fields that differ, and removed", async () => {
    const live = { id: "N_1", value: { name: "Berlin", notes: "old", productTypes: ["wireless"], url: "x" } };
    const update = { desired: { name: "Berlin", notes: "new" }, live, differences: differs("/notes") };
    const changed = await sent(write("update", "network", "Berlin", update));
    expect(changed).toMatchObject({ method: "PUT", url: `${origin}/networks/N_1`, body: { notes: "new" } });
    const removed = await sent(write("remove", "network", "Berlin", { live }), text(204, ""));
    expect(removed).toMatchObject({ method: "DELETE", reply: { meaning: "accepted" } });
  });

  test("have their netflow as a resource of its own, by other names", async () => {
    const { wire, sent: all } = scripted(() => json(200, { reportingEnabled: true, collectorPort: 1 }));
    expect(await over(wire).read(read("netflow", "N_1"), calm)).toEqual({
      state: "whole",
      items: [{ kind: "networkNetflow", identity: "netflow", value: { enabled: true, collectorPort: 1 } }],
    });
    expect(all[0]?.url).toBe(`${origin}/networks/N_1/netflow`);
    const desired = { enabled: true, collectorIp: "10.0.0.9", collectorPort: 2055 };
    const part = { parentId: "N_1", desired, differences: differs("/collectorPort") };
    expect(await sent(write("update", "networkNetflow", "netflow", part))).toMatchObject({
      method: "PUT",
      url: `${origin}/networks/N_1/netflow`,
      body: { reportingEnabled: true, collectorIp: "10.0.0.9", collectorPort: 2055 },
    });
    const settings = { netflowFields: { collectorIp: "ip" } };
    expect(
      (await sent(write("create", "networkNetflow", "netflow", part), json(200, {}), settings)).body,
    ).toEqual({
      reportingEnabled: true,
      ip: "10.0.0.9",
      collectorPort: 2055,
    });
  });

  test("that answer with an error have an unknown netflow, never an absent one", async () => {
    for (const answer of [text(404, ""), json(400, { errors: ["no"] }), json(200, []), text(200, "")]) {
      const { wire } = scripted(() => answer);
      expect((await over(wire).read(read("netflow", "N_1"), calm)).state).toBe("unknown");
    }
  });
});

describe("SSIDs of Meraki", () => {
  const kind = resolveDriver(driverFor("dashboard"), "meraki").kinds.find(({ name }) => name === "ssid");
  const canonical = (value: Json) => kind?.canonical(value) ?? null;
  const corp = canonical({ name: "Corp", password: { secret: "env:PSK" }, vlan: 20 });
  const path = `${origin}/networks/N_1/wireless/ssids/3`;
  const ssid = (operation: Write["operation"], part: Partial<Write>) =>
    write(operation, "ssid", "3", { parentId: "N_1", secrets: ["/password"], ...part });

  test("are configured with what a name, a password and a vlan imply", async () => {
    const { url, body } = await sent(ssid("create", { desired: corp }));
    expect(url).toBe(path);
    expect(body).toEqual({
      name: "Corp",
      enabled: true,
      psk: "opened:env:PSK",
      authMode: "psk",
      encryptionMode: "wpa",
      defaultVlanId: 20,
      useVlanTagging: true,
      ipAssignmentMode: "Bridge mode",
    });
  });

  test("imply nothing that is declared otherwise", () => {
    const roaming = { name: "a", vlan: 5, ipAssignmentMode: "Layer 3 roaming", enabled: false };
    expect(canonical(roaming)).toEqual(roaming);
    expect(canonical({ name: "a", authMode: "8021x-radius" })).toEqual({
      name: "a",
      authMode: "8021x-radius",
      enabled: true,
    });
    expect(canonical(canonical({ name: "a", password: { secret: "env:A" } }))).toEqual(
      canonical({ name: "a", password: { secret: "env:A" } }),
    );
  });

  test("are changed by what differs, and by what the product checks with it", async () => {
    const update = (...paths: readonly string[]) =>
      sent(ssid("update", { desired: corp, live: { value: {} }, differences: differs(...paths) }));
    expect((await update("/name")).body).toEqual({ name: "Corp" });
    expect((await update("/vlan")).body).toEqual({
      defaultVlanId: 20,
      useVlanTagging: true,
      ipAssignmentMode: "Bridge mode",
    });
    expect((await update("/authMode", "/password")).body).toEqual({
      psk: "opened:env:PSK",
      authMode: "psk",
      encryptionMode: "wpa",
    });
  });

  test("are never sent a password that the plan does not say is written", async () => {
    const value = { name: "Corp", password: { secret: "env:PSK" }, wpaEncryptionMode: "WPA3 only" };
    const write = ssid("update", {
      desired: canonical(value),
      live: { value: {} },
      differences: differs("/wpaEncryptionMode"),
    });
    expect((await sent(write)).body).toEqual({
      authMode: "psk",
      encryptionMode: "wpa",
      wpaEncryptionMode: "WPA3 only",
    });
  });

  test("say that they have no password where their mode has none", async () => {
    const modes = ["open", "psk", "8021x-radius"];
    const list = modes.map((authMode, number) => ({ number, name: authMode, enabled: true, authMode }));
    const { wire } = scripted(() => json(200, list));
    const seen = await over(wire).read(read("ssids", "N_1"), calm);
    const values = seen.state === "whole" ? seen.items.map(({ value }) => value) : [];
    expect(values).toMatchObject([{ password: null }, { authMode: "psk" }, { password: null }]);
    expect(values[1]).not.toHaveProperty("password");
  });

  test("are absent where their slot is empty, and keep to themselves what is a secret", async () => {
    const list = [
      { number: 0, name: "Corp", enabled: true, psk: "s3cret", defaultVlanId: 20, useVlanTagging: true },
      { number: 1, name: "Guest", enabled: false, defaultVlanId: 9, useVlanTagging: false },
      { number: 2, name: "Unconfigured SSID 3", enabled: false },
      { number: 3, name: "Unconfigured SSID 4", enabled: true },
      { number: 4, name: "Unconfigured SSID four", enabled: false },
    ];
    const { wire } = scripted(() => json(200, list));
    const seen = await over(wire).read(read("ssids", "N_1"), calm);
    expect(seen).toEqual({
      state: "whole",
      items: [
        {
          kind: "ssid",
          identity: "0",
          id: "N_1/0",
          value: expect.objectContaining({ name: "Corp", vlan: 20 }),
        },
        {
          kind: "ssid",
          identity: "1",
          id: "N_1/1",
          value: { name: "Guest", enabled: false, useVlanTagging: false },
        },
        { kind: "ssid", identity: "3", id: "N_1/3", value: { name: "Unconfigured SSID 4", enabled: true } },
        {
          kind: "ssid",
          identity: "4",
          id: "N_1/4",
          value: { name: "Unconfigured SSID four", enabled: false },
        },
      ],
    });
    expect(JSON.stringify(seen)).not.toContain("s3cret");
  });

  test("are removed by emptying their slot, so that it is absent then", async () => {
    const { method, url, body } = await sent(ssid("remove", { live: { value: {} } }));
    expect({ method, url, body }).toEqual({
      method: "PUT",
      url: path,
      body: {
        name: "Unconfigured SSID 4",
        enabled: false,
        authMode: "open",
        ipAssignmentMode: "NAT mode",
      },
    });
    const { wire } = scripted(() => json(200, [{ number: 3, ...Object(body) }]));
    expect(await over(wire).read(read("ssids", "N_1"), calm)).toEqual({ state: "whole", items: [] });
  });

  test("have slots and flags by other names where the target says so", async () => {
    const settings = { emptySlot: "empty {position}", vlanFlag: "tagged", ssidFields: { vlan: "vlan" } };
    const removed = await sent(ssid("remove", { live: { value: {} } }), json(200, {}), settings);
    expect(removed.body).toMatchObject({ name: "empty 4" });
    const created = await sent(ssid("create", { desired: { name: "a", vlan: 2 } }), json(200, {}), settings);
    expect(created.body).toEqual({ name: "a", vlan: 2, tagged: true });
  });

  test.each([
    [{ authMode: "open", password: { secret: "env:A" } }, ["/password"]],
    [{ authMode: "open", encryptionMode: "wpa" }, ["/encryptionMode"]],
    [{ vlan: 3, ipAssignmentMode: "NAT mode" }, ["/vlan"]],
    [{ vlan: 3 }, []],
    [{ password: { secret: "env:A" }, encryptionMode: "wep" }, []],
  ])("%j: modes that do not go together are found", (fields, paths) => {
    const value = canonical({ name: "a", ...fields });
    const found = kind?.check?.({ key: "3", value, scope }) ?? [];
    expect(found.map(({ path: at }) => at)).toEqual(paths);
  });
});

describe("answers of Meraki", () => {
  const put = write("create", "ssid", "3", { parentId: "N_1", desired: { name: "a" } });
  const remove = write("remove", "network", "Berlin", { live: { id: "N_1", value: {} } });
  const rows: readonly (readonly [string, Write, WireReply, object])[] = [
    [
      "not ready is waited for",
      put,
      json(400, { errors: ["Network is not ready"] }),
      { meaning: "busy", reason: "notReady" },
    ],
    [
      "another product never gets ready",
      put,
      json(400, { errors: ["This endpoint only supports wireless networks; not ready"] }),
      { meaning: "refused" },
    ],
    ["a success with errors is none", put, json(200, { errors: ["no"] }), { meaning: "refused" }],
    [
      "a removal beside others is waited for",
      remove,
      json(400, { errors: ["concurrent requests"] }),
      { meaning: "busy", reason: "locked" },
    ],
    ["what is gone is looked at again", remove, text(404, ""), { meaning: "conflict" }],
    ["the limit is waited for", put, text(429, ""), { meaning: "busy", reason: "throttled" }],
  ];
  test.each(rows)("%s", async (_, of, answer, expected) => {
    expect((await sent(of, answer)).reply).toMatchObject(expected);
  });

  test("the text that means not ready can be replaced, but never covers another product", async () => {
    const settings = { notReady: "supports" };
    expect((await sent(put, json(400, { errors: ["it supports none yet"] }), settings)).reply.meaning).toBe(
      "busy",
    );
    expect((await sent(put, json(400, { errors: ["only supports x"] }), settings)).reply.meaning).toBe(
      "refused",
    );
  });
});
