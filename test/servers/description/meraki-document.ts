/**
 * Makes a document that can be served from the facts of Meraki's description. It adds the host, the login, and ids in
 * replies.
 */

import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { factsOf } from "../products/client-facts.ts";

/** Returns the document. */
export function merakiDocument(): JsonObject {
  const { components: _, paths = {}, ...facts } = factsOf("catalogs/meraki", "description");
  const ids = idNames();
  return {
    ...facts,
    servers: [{ url: "https://api.meraki.com/api/v1" }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    security: [{ bearer: [] }],
    paths: Object.fromEntries(
      Object.entries(isObject(paths) ? paths : {}).map(([name, methods]) => [
        name,
        mapped(methods, (each) => operation(each, ids.get(name))),
      ]),
    ),
  };
}

/**
 * Returns the names of the members that contain ids, by path, for replies without a schema. They come from another
 * client's facts.
 */
function idNames(): ReadonlyMap<string, string> {
  const { resources = {} } = factsOf("catalogs/meraki", "client");
  const rows = Object.values(isObject(resources) ? resources : {}).flatMap((each): [string, string][] => {
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
  const { requestBody, responses = {}, ...kept } = facts;
  const needed = schemaOf(requestBody);
  return {
    ...kept,
    ...(needed !== undefined && { requestBody: { ...content(needed), required: hasRequired(needed) } }),
    responses: mapped(responses, (reply) => {
      const schema = schemaOf(reply);
      return { description: "", ...(schema !== undefined && content(withId(schema, id))) };
    }),
  };
}

function schemaOf(body: Json | undefined): Json | undefined {
  const { content: types } = isObject(body) ? body : {};
  const json = isObject(types) ? types["application/json"] : undefined;
  return isObject(json) ? json.schema : undefined;
}

/** Returns a schema with a member for the id. A schema that has members stays unchanged. */
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

/** The content at the beginning: one organization, a network with every product, and devices with their ports. */
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
