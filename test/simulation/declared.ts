/** Draws what Git declares: documents of one resource each, which are then written in different layouts. */

import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import { cities, tenants } from "./company.ts";
import { type Draw, maybe, pick, under } from "./draw.ts";

/** What Git declares now, and what was last applied, as documents. */
export interface Declared {
  readonly desired: readonly JsonObject[];
  /**
   * What was last applied: everything that is declared now, and resources to be removed. If undefined, it is unknown
   * what was applied.
   */
  readonly base?: readonly JsonObject[];
}

/** Draws what Git declares. */
export function declaredOf(draw: Draw): Declared {
  const all = [...networks(draw), ...fabric(draw), ...routers(draw)];
  if (!maybe(draw, 0.4)) return { desired: all };
  const gone = all.filter((document) => canGo(document) && maybe(draw, 0.3));
  return { desired: all.filter((document) => !gone.includes(document)), base: all };
}

/** Writes each document to a file of its own. */
export function filesOf(documents: readonly JsonObject[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    documents.map((document, at) => [`desired-state/${at}.yaml`, JSON.stringify(document)]),
  );
}

/** Writes the documents to one file for each target, with their keys in reverse order and with comments. */
export function filesOtherwise(documents: readonly JsonObject[]): Readonly<Record<string, string>> {
  const files = new Map<string, JsonObject>();
  for (const document of documents.toReversed()) {
    const path = `desired-state/${String(document.target)}/all.yaml`;
    files.set(path, merged(files.get(path) ?? {}, document));
  }
  return Object.fromEntries(
    [...files].map(([path, document]) => [
      path,
      `# ${path}\n${JSON.stringify(reversed(document), null, 2)} # end\n`,
    ]),
  );
}

function networks(draw: Draw): readonly JsonObject[] {
  return cities.flatMap((city, at) => {
    if (!maybe(draw, 0.7)) return [];
    const secret = maybe(draw, 0.5) && { password: { secret: "env:CORP_PSK" } };
    const ssids = maybe(draw, 0.6) && {
      ssids: { 0: { name: "Corp", vlan: 20 + under(draw, 2), ...secret } },
    };
    const tags = pick<readonly string[]>(draw, [["branch"], ["emea", "new"], []]);
    const netflow = maybe(draw, 0.3) && { netflow: { enabled: true, collectorPort: 2055 + under(draw, 2) } };
    const network = { name: `${city} Office`, site: city, tags, ...netflow, ...ssids };
    return [{ target: "cloud", organization: "Acme", networks: { [`n${at}`]: network } }];
  });
}

function fabric(draw: Draw): readonly JsonObject[] {
  return tenants.flatMap((name): JsonObject[] => {
    if (!maybe(draw, 0.6)) return [];
    const own = { target: "fabric", tenants: { [name]: { description: `about ${under(draw, 3)}` } } };
    if (!maybe(draw, 0.5)) return [own];
    const attributes = { name: "main", description: `about ${under(draw, 3)}` };
    const path = `uni/tn-${name}/ctx-main`;
    return [{ ...own, managedObjects: { [path]: { class: "fvCtx", attributes } } }];
  });
}

function routers(draw: Draw): readonly JsonObject[] {
  return ["10.20.0.1", "10.20.0.2"].flatMap((host, at) => {
    if (!maybe(draw, 0.5)) return [];
    const port = `GigabitEthernet 1/0/${1 + under(draw, 2)}`;
    const ip = maybe(draw, 0.5) && { ip: { address: "10.20.1.5", mask: "255.255.255.252" } };
    const interfaces = { [port]: { description: `port ${under(draw, 9)}`, ...ip } };
    const config = maybe(draw, 0.5) && {
      config: { "/Vendor-native:native/ntp": { server: [{ ip: `10.0.0.${5 + under(draw, 2)}` }] } },
    };
    const device = { host, hostname: `name${under(draw, 9)}`, interfaces, ...config };
    return [{ target: "routers", devices: { [`r${at}`]: device } }];
  });
}

/** True if Git may drop the document: devices cannot be removed, and SSIDs only with their network. */
function canGo({ networks: own, target }: JsonObject): boolean {
  if (target === "routers") return false;
  return !isObject(own) || Object.values(own).every((network) => isObject(network) && !network.ssids);
}

function merged(a: JsonObject, b: JsonObject): JsonObject {
  const both: Record<string, Json> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const other = both[key];
    both[key] = isObject(other) && isObject(value) ? merged(other, value) : value;
  }
  return both;
}

function reversed(value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
