/**
 * The device RESTCONF interface. The configuration of one device is a tree; it is read by path, and replaced by PUT.
 */

import { isOperator, known, tokenOf, unauthorized } from "./credentials.ts";
import { type Answer, type Fields, type Heard, isFields, type Json, jsonOf, malformed } from "./http.ts";

/** What the specification leaves open about a device. */
export interface RestconfSwitches {
  /** The tree below `Vendor-native:native`. */
  readonly native: Fields;
  /**
   * Which paths can be read: every path, only interfaces (as the specification shows), or interfaces and the hostname.
   * Default: every path.
   */
  readonly reads?: "every path" | "interfaces" | "interfaces and hostname";
  /** The status of the answer to a read of any other path. Default: 404. */
  readonly unserved?: number;
}

const media = "application/yang-data+json";
const root = "/restconf/data/Vendor-native:native";

/**
 * Returns a function that answers like a device with these switches. If there are several devices, the path before
 * `/restconf` tells them apart.
 */
export function restconf(switches: RestconfSwitches): (heard: Heard) => Answer {
  let native: Fields = structuredClone(switches.native);
  return (heard) => {
    if (tokenOf(heard) !== known.token && !isOperator(heard)) return unauthorized;
    const at = heard.path.indexOf(root);
    if (at < 0) return { status: 404 };
    const steps = heard.path
      .slice(at + root.length)
      .split("/")
      .filter(Boolean)
      .map(decodeURIComponent);
    if (heard.method === "GET") return read(native, steps, switches);
    if (heard.method !== "PUT") return { status: 405 };
    const { refused, tree = native } = put(native, steps, heard);
    native = tree;
    return refused ?? { status: 204 };
  };
}

function read(native: Fields, steps: readonly string[], switches: RestconfSwitches): Answer {
  const { reads = "every path", unserved = 404 } = switches;
  const isInterface = steps.length === 2 && steps[0] === "interface" && steps[1]?.includes("=");
  const isHostname = steps.length === 1 && steps[0] === "hostname";
  const isServed = reads === "every path" || isInterface || (isHostname && reads !== "interfaces");
  if (!isServed) return { status: unserved };
  const found = lookUp(native, steps);
  if (found === undefined) return { status: 404 };
  const [name = ""] = (steps.at(-1) ?? "native").split("=");
  return {
    headers: { "content-type": media },
    body: { [`Vendor-native:${name.replace(/^.*:/, "")}`]: found },
  };
}

/**
 * Returns the value at a path, or undefined if there is none. An entry of a list is shown as "an object with one array
 * field named `<module>:GigabitEthernet`".
 */
function lookUp(native: Fields, steps: readonly string[]): Json | undefined {
  let found: Json | undefined = native;
  for (const step of steps) {
    const [name = "", key] = step.split("=");
    const inside: Json | undefined = isFields(found) ? found[name] : undefined;
    found = key === undefined ? inside : entries(inside).filter((each) => each.name === key);
    if (Array.isArray(found) && key !== undefined && found.length === 0) return undefined;
  }
  return found;
}

function entries(list: Json | undefined): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/**
 * Replaces a resource by its value in "the complete data tree of the resource, including all parent containers". The
 * answer is 404 if the resource does not exist.
 */
function put(native: Fields, steps: readonly string[], heard: Heard): { refused?: Answer; tree?: Fields } {
  const body = jsonOf(heard);
  if (body === undefined) return { refused: malformed };
  const sent = body["Vendor-native:native"];
  const value = isFields(sent) ? lookUp(sent, steps) : undefined;
  if (value === undefined) return { refused: { status: 400 } };
  if (lookUp(native, steps) === undefined) return { refused: { status: 404 } };
  return { tree: replaced(native, steps, value) };
}

function replaced(node: Fields, steps: readonly string[], value: Json): Fields {
  const [step = "", ...rest] = steps;
  if (step === "") return isFields(value) ? value : node;
  const [name = "", key] = step.split("=");
  const inside = node[name];
  if (key !== undefined) {
    const [one = null] = Array.isArray(value) ? value : [value];
    return { ...node, [name]: entries(inside).map((each) => (each.name === key ? one : each)) };
  }
  return {
    ...node,
    [name]: rest.length === 0 ? value : replaced(isFields(inside) ? inside : {}, rest, value),
  };
}
