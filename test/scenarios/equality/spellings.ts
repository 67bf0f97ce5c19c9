/** Functions that spell what a test's Meraki dashboard stores, as public reports describe. */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { Place, Spelling } from "./spelling-dashboard.ts";

/** A value that the dashboard stores in another form, according to public reports. */
export interface Report {
  readonly says: string;
  /** The addresses of the public reports. */
  readonly at: readonly string[];
  /** The declarations that follow the line `organization: Acme`. */
  readonly file: string;
  readonly places: readonly Place[];
}

/** The address of the issue tracker that has the reports. */
export const provider = "https://github.com/CiscoDevNet/terraform-provider-meraki/issues";
export const otherProvider = "https://github.com/cisco-open/terraform-provider-meraki/issues";
export const module = "https://github.com/CiscoDevNet/ansible-meraki/issues";
export const collection = "https://github.com/meraki/dashboard-api-ansible/issues";

/** The path of the dashboard's only network. */
export const network = "/networks/N_1";

/** Returns the declaration of the network with this content. */
export function berlin(text: string): string {
  return `networks:\n  berlin:\n    name: Berlin\n${text}`;
}

export function objects(value: Json | undefined): readonly JsonObject[] {
  return value !== undefined && isArray(value) ? value.filter(isObject) : [];
}

export function texts(value: Json | undefined): readonly string[] {
  return value !== undefined && isArray(value) ? value.map(String) : [];
}

export function object(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}

/** Returns an object whose members are changed by a function. */
export function members(
  value: Json | undefined,
  by: (name: string, member: Json) => readonly [string, Json],
): JsonObject {
  return Object.fromEntries(Object.entries(object(value)).map(([name, member]) => by(name, member)));
}

/** Stores everything as it was sent. */
export const asSent: Spelling = (record) => record;

const keywords = ["srcPort", "srcCidr", "destPort", "destCidr", "protocol"];

/**
 * Returns a rule as the dashboard shows it: missing values are filled in, `Any` has a capital letter, and lists have no
 * blanks.
 */
function shownRule(rule: JsonObject): JsonObject {
  const filled: JsonObject = { comment: "", srcPort: "Any", destPort: "Any", syslogEnabled: false, ...rule };
  const spelled = (value: Json) => (/^any$/i.test(String(value)) ? "Any" : String(value).replaceAll(" ", ""));
  return members(filled, (name, value) => [name, keywords.includes(name) ? spelled(value) : value]);
}

/**
 * Returns a spelling that appends the dashboard's own rules to the sent ones. The last rule has `syslogDefaultRule`.
 */
export function rulesWith(...own: readonly JsonObject[]): Spelling {
  const names = new Set(["Default rule", ...own.map(({ comment }) => String(comment))]);
  return ({ rules, syslogDefaultRule, allowLanAccess: _, ...others }, before) => {
    const logs = syslogDefaultRule ?? objects(before?.rules).at(-1)?.syslogEnabled ?? false;
    const sent = objects(rules).filter(({ comment }) => !names.has(String(comment)));
    const any = { policy: "allow", protocol: "Any", destPort: "Any", destCidr: "Any" };
    const last = { comment: "Default rule", ...any, syslogEnabled: logs };
    return { ...others, rules: [...sent.map(shownRule), ...own, last] };
  };
}

/** Returns the places for an appliance's VLANs. */
export function vlanPlaces(spell: Spelling): readonly Place[] {
  const path = `${network}/appliance/vlans`;
  return [
    { path: `${path}/settings`, first: { vlansEnabled: true }, spell: asSent },
    { path, key: "id", spell },
  ];
}

/** Returns the place of a device in the network. */
export function devicePlace(serial: string, productType: string, spell: Spelling = asSent): Place {
  const own = { serial, name: "", model: "any", networkId: "N_1", productType, tags: [] };
  return { path: "/devices", key: "serial", first: [{ ...own, mac: "00:11:22:33:44:55" }], spell };
}

/** Returns numbers and ranges in order, with adjacent ones joined: `1140-1141, 1142` becomes `1140-1142`. */
export function joined(text: string): string {
  if (!/\d/.test(text)) return text.toLowerCase();
  const numbers = text.split(",").flatMap((part) => {
    const [from = 0, to = from] = part.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

/** Returns a MAC address in the dashboard's form. */
export function mac(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^0-9a-f]/g, "")
    .replaceAll(/(..)(?!$)/g, "$1:");
}
