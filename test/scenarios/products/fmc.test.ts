/**
 * Plans and applies in the dialect `fmc`, against a server that has some of the resources that the vendor describes.
 */

import { describe, expect, test } from "vitest";
import { isObject, type Json } from "../../../src/model/json.ts";
import { blastRadius } from "../../../src/model/plan/blast-radius.ts";
import type { Wire } from "../../../src/model/wire.ts";
import type { Resource } from "../../servers/products/client-facts.ts";
import { ClientServer } from "../../servers/products/client-server.ts";
import { json, revealed, text } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = (settings: string) => `version: 1
environment: virtual
targets:
  walls:
    interface: firewall
    dialect: fmc
    url: https://fmc.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
    settings: { ${settings} }
`;

const global = "e276abec-e0f2-11e3-8169-6d9ed49b625f";
const plain = { type: "String" };
const named = [
  { ...plain, name: "name", required: true },
  { ...plain, name: "description" },
  { type: "Bool", name: "overridable" },
];
const valued = { ...plain, name: "value", required: true };
const member = [
  { ...plain, name: "id", id: true, required: true },
  { ...plain, name: "type", required: true },
];
const resource = (name: string, path: string, fields: Resource["fields"]): Resource => ({
  ...{ name, fields },
  words: { path: `/api/fmc_config/v1/domain/${global}${path}` },
});
const resources = [
  resource("host", "/object/hosts", [...named, valued]),
  resource("network", "/object/networks", [...named, valued]),
  resource("network_group", "/object/networkgroups", [
    ...named,
    { name: "objects", type: "Set", fields: member },
  ]),
  resource("security_zone", "/object/securityzones", [
    { ...plain, name: "name", required: true },
    { ...plain, name: "interfaceMode", required: true, immutable: true },
  ]),
];

function served() {
  const server = new ClientServer(resources, {
    idInBody: "id",
    list: (lists, query) => {
      const records = lists.flatMap((each) => each.records);
      const paging = { offset: Number(query.get("offset")), limit: 2, count: records.length };
      return records.length === 0
        ? { paging }
        : { items: records.slice(paging.offset, paging.offset + 2), paging };
    },
    item: (record) => record,
    written: (_, record) => ({ status: 201, body: record }),
    other: () => undefined,
  });
  const written: { readonly path: string; readonly body: Json }[] = [];
  const wire: Wire = {
    send: async ({ method, url, body: given }) => {
      const { pathname: path, searchParams: query } = new URL(url);
      if (path.endsWith("/generatetoken"))
        return text(204, "", { "x-auth-access-token": "access", "x-auth-refresh-token": "refresh" });
      const body: Json = given === undefined ? null : JSON.parse(JSON.stringify(revealed(given)));
      if (method !== "GET") written.push({ path: path.slice(path.lastIndexOf("/") + 1), body });
      const answer = server.answer({ method, path, query, body });
      return json(answer.status, answer.body);
    },
  };
  return { wire, written, server };
}

const declared = `target: walls
objects:
  hosts:
    dns: { name: DNS, value: 10.0.0.53 }
    ntp: { name: NTP, value: 10.0.0.123, description: time }
    log: { name: Log, value: 10.0.0.14 }
  networks:
    office: { name: Office, value: 10.1.0.0/16 }
  networkGroups:
    servers: { name: Servers, objects: [{ host: dns }, { host: ntp }] }
    inside: { name: Inside, objects: [{ network: office }, { group: servers }] }
  securityZones:
    lan: { name: LAN, interfaceMode: ROUTED }
`;

const on = (wire: Wire, file: string, settings = "") =>
  stage({ project: project(settings), files: { "a.yaml": file }, between: () => wire });
const states = ({ settled }: Awaited<ReturnType<ReturnType<typeof on>["apply"]>>) =>
  new Set(settled.map(({ outcome }) => outcome.state));

describe("objects and groups of a Firewall Management Center", () => {
  test("become what is declared, page by page, groups after what is in them, by ids on the wire", async () => {
    const { wire, written } = served();
    const first = on(wire, declared);
    const plan = await first.plan();
    expect(plan.plan.unknown).toEqual([]);
    // The networks of a firewall are address objects, so they do not count in the blast radius.
    expect(blastRadius(plan.plan)).toEqual({ networks: [], sites: [], devices: [], tenants: [] });
    expect(states(await first.apply(plan))).toEqual(new Set(["applied"]));
    const groups = written.flatMap(({ path, body }) => (path === "networkgroups" ? [body] : []));
    const id = expect.stringMatching(/^made-/);
    // A set has no order, but it is sent in the same order in every run.
    expect(groups).toEqual([
      {
        name: "Servers",
        objects: [
          { id, type: "Host" },
          { id, type: "Host" },
        ],
      },
      {
        name: "Inside",
        objects: [
          { id, type: "NetworkGroup" },
          { id, type: "Network" },
        ],
      },
    ]);
    expect((await first.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("keep what nobody declares, though an update replaces the object, and lose what is declared no longer", async () => {
    const { wire, written } = served();
    const first = on(wire, declared);
    await first.apply(await first.plan());
    const other = declared
      .replace(", description: time", "")
      .replace("10.0.0.123", "10.0.0.124")
      .replace("{ host: dns }, ", "")
      .replace(/ {4}log: .*\n/, "");
    const then = on(wire, other);
    const plan = await then.plan();
    expect(plan.plan.steps.map(({ id }) => id).toSorted()).toEqual([
      ...["update walls/host/ntp", "update walls/networkGroup/servers"],
    ]);
    written.length = 0;
    expect(states(await then.apply(plan))).toEqual(new Set(["applied"]));
    const ntp = written.find(({ body }) => isObject(body) && body.name === "NTP");
    expect(ntp?.body).toEqual({ id: ntp?.path, name: "NTP", value: "10.0.0.124", description: "time" });
    const gone = on(wire, other);
    const pruned = await gone.plan({ base: gone.load({ "a.yaml": declared }), prune: true });
    expect(pruned.plan.steps.map(({ id }) => id)).toEqual(["remove walls/host/log"]);
    expect(states(await gone.apply(pruned))).toEqual(new Set(["applied"]));
  });

  test("keep members of a sort that no kind is of, though nobody can declare one", async () => {
    const { wire, written, server } = served();
    const first = on(wire, declared);
    await first.apply(await first.plan());
    const path = `/api/fmc_config/v1/domain/${global}/object/networkgroups`;
    server.answer({
      method: "POST",
      path,
      query: new URLSearchParams(),
      body: { name: "Abroad", objects: [{ id: "c-1", type: "Country" }] },
    });
    const abroad = `target: walls\nobjects: { networkGroups: { abroad: { name: Abroad, description: far } } }\n`;
    const then = on(wire, abroad);
    written.length = 0;
    expect(states(await then.apply(await then.plan()))).toEqual(new Set(["applied"]));
    expect(written.map(({ body }) => body)).toMatchObject([
      { name: "Abroad", description: "far", objects: [{ id: "c-1", type: "Country" }] },
    ]);
  });

  test("of another domain are not those of Global", async () => {
    const { wire } = served();
    const other = "domain: 11111111-2222-3333-4444-555555555555";
    const { plan } = await on(wire, declared, other).plan();
    expect(plan.steps).toEqual([]);
    expect(plan.unknown.length).toBeGreaterThan(0);
  });
});
