/**
 * Two parts of Intersight's catalog: writes that have the state of the decision as a precondition, and objects that
 * wrap a field.
 */

import { describe, expect, test } from "vitest";
import { toWire } from "../../../src/catalog/fields/wire.ts";
import type { Fields } from "../../../src/catalog/schema/field.ts";
import type { Session, Write } from "../../../src/drivers/contract/contract.ts";
import { pathOfType } from "../../../src/drivers/rest/codecs/servers/typed-object.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { Secret } from "../../../src/model/secret.ts";
import { json, revealed, scripted } from "../../servers/scripted-wire.ts";
import { calm, differs, opened, writeOf } from "../opened.ts";

const organization = "65".padEnd(24, "0");
const [moid, other] = ["a".repeat(24), "b".repeat(24)];
const times = { CreateTime: "2026-01-01T00:00:00.000Z", ModTime: "2026-02-01T10:00:00.000Z" };
const policy: JsonObject = {
  ClassId: "ntp.Policy",
  ObjectType: "ntp.Policy",
  Moid: moid,
  Name: "corporate",
  ...times,
};

/** Returns a session whose lists have these records. */
function session(...records: readonly JsonObject[]) {
  const { wire, sent } = scripted(({ method, url }) => {
    if (url.endsWith("/iam/token"))
      return json(200, { access_token: "t", token_type: "Bearer", expires_in: 600 });
    return method === "GET"
      ? json(200, { Count: records.length, Results: records })
      : json(412, { code: "x", message: "moved" });
  });
  const open = opened("servers", wire, { dialect: "intersight", settings: {} });
  return { open, asked: () => sent.filter(({ url }) => !url.endsWith("/iam/token")) };
}

const about = { identity: "corporate", parentId: organization } as const;

async function live({ open }: { readonly open: Session }) {
  const query = { kind: "ntpPolicy", identity: "corporate", scope: {} };
  const reply = await open.read(
    { collection: "policies.ntp", scope: {}, parentId: organization, wanted: [query] },
    calm,
  );
  const [item] = reply.state === "whole" ? reply.items : [];
  if (!item) throw new Error(`it is ${JSON.stringify(reply)}`);
  return item;
}

function update(part: Partial<Write>): Write {
  const desired = { name: "corporate", enabled: false };
  return writeOf({
    operation: "update",
    kind: "ntpPolicy",
    ...about,
    desired,
    differences: differs("/enabled"),
    ...part,
  });
}

describe("an update", () => {
  test("names the moment of the state that it was made for, and a 412 is looked at again", async () => {
    const on = session(policy);
    const write = update({ live: await live(on) });
    expect(on.open.guards?.(write)).toBeDefined();
    expect(await on.open.write(write, calm)).toMatchObject({ meaning: "conflict" });
    const { method, url, headers, body } = on.asked().at(-1) ?? {};
    expect([method, url]).toEqual(["PATCH", `https://servers.example.net/api/v1/ntp/Policies/${moid}`]);
    expect(headers).toMatchObject({ "if-match": times.ModTime });
    expect(body).toEqual({ Enabled: false });
  });

  test("of what shows no such moment names none, and is guarded by nothing", async () => {
    const { ModTime: _, ...without } = policy;
    const on = session(without);
    const write = update({ live: await live(on) });
    expect(on.open.guards?.(write)).toBeUndefined();
    expect(on.open.preview(write).headers).not.toHaveProperty("if-match");
  });
});

test("a create is for what is not there yet; a removal has no condition", () => {
  const { open } = session();
  const create = writeOf({
    operation: "create",
    kind: "ntpPolicy",
    ...about,
    desired: { name: "corporate" },
  });
  expect(open.guards?.(create)).toBe("*");
  expect(open.preview(create).headers).toMatchObject({ "if-none-match": "*" });
  const remove = writeOf({
    operation: "remove",
    kind: "ntpPolicy",
    ...about,
    live: { id: moid, value: {}, version: "v" },
  });
  expect(open.guards?.(remove)).toBeUndefined();
  expect(Object.keys(open.preview(remove).headers)).toEqual(["accept"]);
});

describe("any object by its type and name", () => {
  const kind = "managedObject";
  const identity = "ntp.Policy,Ops' clock%2C 2";

  test("is asked for at its type's path, by its name as a text of OData", async () => {
    const on = session({ ...policy, Name: "Ops' clock, 2", NtpServers: ["10.0.0.1"] });
    const query = { kind, identity, scope: {} };
    const reply = await on.open.read(
      { collection: "managedObjects", scope: {}, parentId: organization, wanted: [query] },
      calm,
    );
    const url = new URL(on.asked().at(-1)?.url ?? "");
    expect(url.pathname).toBe("/api/v1/ntp/Policies");
    expect(url.searchParams.get("$filter")).toBe(
      `Name eq 'Ops'' clock, 2' and Organization.Moid eq '${organization}'`,
    );
    expect(reply).toMatchObject({ state: "whole", items: [{ identity, version: times.ModTime }] });
  });

  test("is absent where the answer is an empty list, and unknown where it has two", async () => {
    const ask = (on: ReturnType<typeof session>) =>
      on.open.read(
        {
          collection: "managedObjects",
          scope: {},
          parentId: organization,
          wanted: [{ kind, identity, scope: {} }],
        },
        calm,
      );
    expect(await ask(session())).toEqual({ state: "absent" });
    const twin = { ...policy, Name: "Ops' clock, 2" };
    expect(await ask(session(twin, { ...twin, Moid: other }))).toMatchObject({ state: "unknown" });
  });

  test("takes attributes and references side by side", () => {
    const { open } = session();
    const desired = {
      type: "access.Policy",
      name: "kvm",
      attributes: { InbandVlan: 30 },
      references: { InbandIpPool: { ipPool: "kvm" } },
    };
    const referredIds = { "t/ipPool/kvm": other };
    const create = writeOf({
      operation: "create",
      kind,
      identity: "access.Policy,kvm",
      parentId: organization,
      desired,
      referredIds,
    });
    const { url, body } = open.preview(create);
    expect(url).toBe("https://servers.example.net/api/v1/access/Policies");
    expect(body).toEqual({
      ...{ ObjectType: "access.Policy", Name: "kvm", InbandVlan: 30 },
      InbandIpPool: { ObjectType: "ippool.Pool", Moid: other },
      Organization: { ObjectType: "organization.Organization", Moid: organization },
    });
  });
});

test.each([
  ["ntp.Policy", "ntp/Policies"],
  ["macpool.Pool", "macpool/Pools"],
  ["storage.DriveGroup", "storage/DriveGroups"],
  ["iam.SessionLimits", "iam/SessionLimits"],
  ["vrf.Vrf", "vrf/Vrves"],
  ["boot.Gateway", "boot/Gateways"],
])("objects of the type %s are at %s", (type, path) => {
  expect(pathOfType(type)).toBe(path);
});

describe("what goes along with a field", () => {
  const fields: Fields = {
    pool: { type: "string", wire: "Pool.Moid", sendsAlong: { "Pool.ObjectType": "p.Pool" } },
    address: { type: "object", wire: "Address", sendsAlong: { "Address.ObjectType": "a.Type" } },
    vlan: { type: "integer", sendsAlong: { useVlan: true } },
  };
  const wired = (declared: JsonObject) => revealed(toWire(fields, declared, () => new Secret("")));

  test("leads into the object that the field is in, or is", () => {
    expect(wired({ pool: "1", address: { v4: true }, vlan: 3 })).toEqual({
      ...{ Pool: { Moid: "1", ObjectType: "p.Pool" }, Address: { v4: true, ObjectType: "a.Type" } },
      ...{ vlan: 3, useVlan: true },
    });
  });

  test("does not go into an object that is taken back", () => {
    expect(wired({ pool: null, address: null, vlan: null })).toEqual({
      ...{ Pool: null, Address: null, vlan: null, useVlan: true },
    });
  });
});
