/** Serves Meraki's whole description: its paths, and every operation. */

import { describe, expect, test } from "vitest";
import { isArray, isObject, type Json, type JsonObject, parseJson } from "../../src/model/json.ts";
import { begun } from "../../src/simulator/openapi/begin.ts";
import type { OpenApiState } from "../../src/simulator/openapi/state.ts";
import { respond } from "../../src/simulator/respond.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { merakiDocument, merakiState } from "../servers/description/meraki-document.ts";
import { wholeValue } from "../servers/description/whole-value.ts";

const document = merakiDocument();

function beginning(): OpenApiState {
  const state = begun({ description: document, file: merakiState });
  if ("problems" in state) throw new Error(state.problems.join("\n"));
  return state;
}

const first: World = { ...createWorld({}), openapi: beginning() };

/** Returns a client whose requests change the server's state, one after another. */
function client() {
  let world = first;
  return (method: string, path: string, body?: Json) => {
    const request = {
      interface: "openapi",
      method,
      path: `/api/v1${path}`,
      headers: { authorization: "Bearer simulated-api-key" },
      origin: "http://h",
      body: body === undefined ? "" : JSON.stringify(body),
    } as const;
    const done = respond(world, request, 0);
    world = done.world;
    return { status: done.reply.status, json: parseJson(done.reply.body), text: done.reply.body };
  };
}

describe("Meraki's description, served", () => {
  test("has organizations, networks, 15 SSIDs, VLANs and ports", () => {
    const ask = client();
    expect(ask("GET", "/organizations").json).toMatchObject([{ id: "1", name: "Acme" }]);
    const made = ask("POST", "/organizations/1/networks", {
      name: "Bonn",
      productTypes: ["wireless", "appliance"],
    });
    expect(made).toMatchObject({ status: 201, json: { organizationId: "1", name: "Bonn" } });
    const id = isObject(made.json) ? made.json.id : undefined;
    expect(lengthOf(ask("GET", "/organizations/1/networks").json)).toBe(2);
    const ssids = ask("GET", `/networks/${id}/wireless/ssids`).json;
    expect(isArray(ssids) && ssids.map((each) => isObject(each) && each.number)).toEqual([
      ...Array(15).keys(),
    ]);
    ask("PUT", `/networks/${id}/wireless/ssids/14`, { name: "Guests", enabled: true });
    expect(ask("GET", `/networks/${id}/wireless/ssids/14`).json).toMatchObject({
      number: 14,
      name: "Guests",
    });
    expect(ask("GET", `/networks/${id}/wireless/ssids/15`).status).toBe(404);
    const vlan = { id: "10", name: "Voice", subnet: "10.0.10.0/24", applianceIp: "10.0.10.1" };
    expect(ask("POST", `/networks/${id}/appliance/vlans`, vlan).json).toMatchObject(vlan);
    expect(ask("PUT", `/networks/${id}/appliance/vlans/10`, { name: "Phones" }).status).toBe(200);
    expect(ask("GET", `/networks/${id}/appliance/vlans/10`).json).toMatchObject({ ...vlan, name: "Phones" });
    expect(ask("DELETE", `/networks/${id}/appliance/vlans/10`).status).toBe(204);
    expect(ask("GET", `/networks/${id}/appliance/vlans`).json).toEqual([]);
    const ports = "/devices/Q2AA-AAAA-0001/switch/ports";
    expect(lengthOf(ask("GET", ports).json)).toBe(24);
    expect(ask("PUT", `${ports}/7`, { vlan: 20 }).json).toMatchObject({
      portId: "7",
      vlan: 20,
      enabled: true,
    });
    expect(lengthOf(ask("GET", "/networks/N_1/devices").json)).toBe(2);
    const bySwitch = ask("GET", "/organizations/1/switch/ports/bySwitch").json;
    expect(bySwitch).toMatchObject([{ serial: "Q2AA-AAAA-0001" }, { serial: "Q2AA-AAAA-0002" }]);
    const exclusions = "/appliance/trafficShaping/vpnExclusions";
    ask("PUT", `/networks/${id}${exclusions}`, { custom: [{ protocol: "dns" }] });
    expect(ask("GET", `/organizations/1${exclusions}/byNetwork`).json).toMatchObject([
      { networkId: id, custom: [{ protocol: "dns" }] },
      { networkId: "N_1", custom: [] },
    ]);
    expect(ask("PUT", `${ports}/7`, { vlans: 20 }).status).toBe(400);
  });

  const paths = Object.entries(isObject(document.paths) ? document.paths : {});
  const bodyOf = (methods: JsonObject, method: string) => schemaOf(methods[method]);

  test("takes and shows every field of every list's items and of everything that is there", () => {
    const faults = paths.flatMap(([path, methods]) => (isObject(methods) ? roundTrip(path, methods) : []));
    expect(faults).toEqual([]);
  });

  test("answers every GET of what is there", () => {
    const ask = client();
    const gets = paths.filter(
      ([path, methods]) => isObject(methods) && methods.get && !placed(path).includes("{"),
    );
    const odd = gets.flatMap(([path, methods]) => {
      const { status } = ask("GET", placed(path));
      const expected = needsQuery(methods) ? [400] : [200, 202];
      return expected.includes(status) ? [] : [`${status} ${path}`];
    });
    expect(odd).toEqual([]);
    expect(gets.length).toBeGreaterThan(200);
  });

  function roundTrip(path: string, methods: JsonObject): readonly string[] {
    const ask = client();
    const [make, update] = [bodyOf(methods, "post"), bodyOf(methods, "put")];
    const at = reached(ask, path);
    if (update !== undefined) {
      const body = wholeValue(update);
      const put = ask("PUT", at, body);
      const got = methods.get ? ask("GET", at) : put;
      return [...faultOf(put, "PUT", path), ...(!isObject(got.json) ? [] : lost(body, got.json, path))];
    }
    if (make === undefined || !methods.get) return [];
    const body = wholeValue(make);
    const made = ask("POST", at, body);
    return [...faultOf(made, "POST", path), ...(isObject(made.json) ? lost(body, made.json, path) : [])];
  }

  /** Returns the path with the ids of existing parents. Missing parents are created. */
  function reached(ask: ReturnType<typeof client>, path: string): string {
    const segments = path.split("/");
    let at = "";
    for (const [index, segment] of segments.entries()) {
      if (index === 0) continue;
      const whole = segments.slice(0, index + 1).join("/");
      const known = segment.startsWith("{") ? idOf(whole) : segment;
      const list = isObject(document.paths) ? document.paths[segments.slice(0, index).join("/")] : undefined;
      const schema = isObject(list) ? bodyOf(list, "post") : undefined;
      at = `${at}/${known ?? (schema ? idIn(ask("POST", at, wholeValue(schema)).json) : "1")}`;
    }
    return at;
  }
});

function idOf(path: string): string | undefined {
  if (path.endsWith("/ssids/{number}")) return "1";
  if (path.endsWith("ports/{portId}")) return "3";
  if (path.endsWith("{service}")) return "web";
  return {
    "/organizations/{organizationId}": "1",
    "/networks/{networkId}": "N_1",
    "/devices/{serial}": "Q2AA-AAAA-0001",
  }[path];
}

function placed(path: string): string {
  return path
    .replace("{organizationId}", "1")
    .replace("{networkId}", "N_1")
    .replace("{serial}", "Q2AA-AAAA-0001")
    .replace("{number}", "1");
}

function needsQuery(methods: Json): boolean {
  const get = isObject(methods) ? methods.get : undefined;
  const parameters = isObject(get) && isArray(get.parameters) ? get.parameters : [];
  return parameters.some((each) => isObject(each) && each.in === "query" && each.required === true);
}

function lengthOf(value: Json | undefined): number {
  return isArray(value) ? value.length : -1;
}

function idIn(value: Json | undefined): string {
  const one = isArray(value) ? value[0] : value;
  if (!isObject(one)) return "none";
  const [, id] =
    Object.entries(one).find(([name]) => /^id$|Id$|^iname$|Number$/.test(name) && name !== "networkId") ?? [];
  return encodeURIComponent(String(one.id ?? id));
}

function schemaOf(operation: Json | undefined): Json | undefined {
  const body = isObject(operation) ? operation.requestBody : undefined;
  const content = isObject(body) ? body.content : undefined;
  const json = isObject(content) ? content["application/json"] : undefined;
  return isObject(json) ? json.schema : undefined;
}

function faultOf(
  { status, text }: { status: number; text: string },
  method: string,
  path: string,
): readonly string[] {
  return status >= 200 && status < 300 ? [] : [`${status} ${method} ${path}: ${text.slice(0, 200)}`];
}

/** Returns a message about members that were sent but are not shown. */
function lost(sent: Json, shown: JsonObject, path: string): readonly string[] {
  const names = isObject(sent) ? Object.keys(sent).filter((name) => !Object.hasOwn(shown, name)) : [];
  return names.length === 0 ? [] : [`${path} does not show ${names.join(", ")}`];
}
