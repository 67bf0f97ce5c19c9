/** Lays the bare facts of Meraki's description, which have the form of OpenAPI's parts, into a valid document. */

import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { isObject, type Json, type JsonObject, parseJson } from "../../src/model/json.ts";

const beside = new URL("../../../shared/contracts/products/meraki-openapi-1.42.json", import.meta.url);

/** The document, or undefined: the facts are not here. */
export function merakiDocument(): JsonObject | undefined {
  const path = process.env.MERAKI_FACTS ?? beside;
  if (!existsSync(path)) return undefined;
  const facts = parseJson(readFileSync(path, "utf8"));
  if (!isObject(facts) || !isObject(facts.paths)) throw new Error("the facts have no paths");
  const ids = idNames(path);
  return {
    openapi: "3.0.1",
    info: facts.info ?? {},
    servers: [{ url: "https://api.meraki.com/api/v1" }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    security: [{ bearer: [] }],
    paths: Object.fromEntries(
      Object.entries(facts.paths).map(([name, methods]) => [
        name,
        mapped(methods, (each) => operation(each, ids.get(name))),
      ]),
    ),
  };
}

/** By path, the member with the id, where replies have no schema: as another client knows it. */
function idNames(path: string | URL): ReadonlyMap<string, string> {
  const other = new URL("meraki.json", path instanceof URL ? path : pathToFileURL(path));
  const known = existsSync(other) ? parseJson(readFileSync(other, "utf8")) : undefined;
  const resources = Object.values((isObject(known) && known.resources) || {});
  const rows = resources.flatMap((each): [string, string][] => {
    const { specPath, idName } = isObject(each) ? each : {};
    if (typeof specPath !== "string" || typeof idName !== "string") return [];
    return [
      [specPath, idName],
      [specPath.slice(0, specPath.lastIndexOf("/")), idName],
    ];
  });
  return new Map(rows);
}

function operation(facts: Json, id: string | undefined): Json {
  if (!isObject(facts)) return facts;
  const { requestBody, responses, ...kept } = facts;
  return {
    ...kept,
    ...(requestBody !== undefined && {
      requestBody: { ...content(requestBody), required: hasRequired(requestBody) },
    }),
    responses: mapped(responses ?? {}, (schema) => ({
      description: "",
      ...(schema !== null && content(withId(schema, id))),
    })),
  };
}

/** A schema with the member of the id, where it names no members. */
function withId(schema: Json, id: string | undefined): Json {
  if (id === undefined || !isObject(schema)) return schema;
  if (schema.type === "array") return { ...schema, items: withId(schema.items ?? {}, id) };
  return schema.properties ? schema : { ...schema, properties: { [id]: {} } };
}

function content(schema: Json): JsonObject {
  return { content: { "application/json": { schema } } };
}

function hasRequired(schema: Json): boolean {
  return isObject(schema) && Array.isArray(schema.required) && schema.required.length > 0;
}

function mapped(value: Json, change: (each: Json) => Json): JsonObject {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]))
    : {};
}

/** What there is at the beginning: one organization, a network of every product, and devices with their ports. */
export const merakiState: Json = {
  "/organizations/1": { name: "Acme" },
  "/networks/N_1": {
    organizationId: "1",
    name: "Berlin",
    productTypes: [
      "appliance",
      "camera",
      "cellularGateway",
      "sensor",
      "switch",
      "systemsManager",
      "wireless",
    ],
  },
  "/devices/Q2AA-AAAA-0001": { networkId: "N_1", organizationId: "1", name: "sw-1", model: "MS225-24" },
  "/devices/Q2AA-AAAA-0002": { networkId: "N_1", organizationId: "1", name: "ap-1", model: "MR46" },
  "/devices/*/switch/ports/{1..24}": { enabled: true, type: "trunk", vlan: 1 },
  "/networks/*/clients/1": {},
  "/networks/N_1/mqttBrokers/1": { name: "b" },
  "/organizations/*/inventory/devices/Q2AA-AAAA-0001": {},
  "/organizations/*/licenses/1": {},
  "/organizations/1/configTemplates/T_1": { name: "Branch" },
  "/organizations/*/configTemplates/*/switch/profiles/1": { name: "own" },
  "/organizations/*/configTemplates/*/switch/profiles/*/ports/{1..24}": {},
  "/networks/*/wireless/ssids/{0..14}": { enabled: false },
  "/networks/*/appliance/ssids/{1..4}": { enabled: false },
  "/networks/*/appliance/ports/{2..5}": { enabled: true, type: "trunk" },
  "/networks/*/appliance/firewall/firewalledServices/{ICMP,SNMP,web}": { access: "unrestricted" },
};
