/** The hello in which both sides of a NETCONF session announce their capabilities, and the modules in it. Pure. */

import type { LibraryModule } from "../../../yang/library/library.ts";
import { parseXml, type XmlElement } from "./xml.ts";

/** The namespace of NETCONF itself. */
export const base = "urn:ietf:params:xml:ns:netconf:base:1.0";

const capability = "urn:ietf:params:netconf:";

/** trueup's hello, which announces both framings and no further capabilities. */
export const ownHello =
  `<?xml version="1.0" encoding="UTF-8"?><hello xmlns="${base}"><capabilities>` +
  `<capability>${capability}base:1.0</capability><capability>${capability}base:1.1</capability>` +
  "</capabilities></hello>";

/** How a device treats leaves at their default. */
export interface DefaultsMode {
  /**
   * The leaves that replies omit. `nothing`: no leaves are omitted. `unset`: leaves that nobody has set. `defaults`:
   * all leaves that have their default value.
   */
  readonly leavesOut: "nothing" | "unset" | "defaults";
  /** The read parameter for reporting all leaves. Undefined: the device cannot report them. */
  readonly reporting: string | undefined;
}

/** What a device announces. */
export interface Hello {
  /** The announced capabilities, in the form `base:1.1` or `capability:candidate:1.0`. */
  readonly capabilities: ReadonlySet<string>;
  /**
   * How the device treats leaves that have their default value (RFC 6243). Undefined: the device does not announce
   * that.
   */
  readonly defaults: DefaultsMode | undefined;
  /** The namespaces of modules as announced, by module. */
  readonly modules: ReadonlyMap<string, string>;
  /** The announced modules with their revisions, features and deviations (RFC 6020, 5.6.4). */
  readonly announced: readonly LibraryModule[];
}

/** Returns a device's hello, or half a sentence about what is wrong with it. */
export function helloIn(text: string): Hello | { readonly fault: string } {
  const parsed = parseXml(text);
  if ("fault" in parsed) return parsed;
  const { root } = parsed;
  if (root.name !== "hello" || root.namespace !== base) return { fault: "is not a NETCONF hello" };
  if (!/^[1-9]\d{0,9}$/.test(childOf(root, "session-id")?.text.trim() ?? ""))
    return { fault: "has no session-id" };
  const listed = childOf(root, "capabilities")?.children ?? [];
  const urls = listed.filter(({ name }) => name === "capability").map((each) => each.text.trim());
  const own = urls.filter((url) => url.startsWith(capability));
  const capabilities = new Set(own.map((url) => url.slice(capability.length).replace(/\?.*$/s, "")));
  if (!capabilities.has("base:1.0") && !capabilities.has("base:1.1"))
    return { fault: "offers neither base:1.0 nor base:1.1" };
  const [defaults] = own.flatMap((url) => defaultsIn(url.slice(capability.length)));
  return {
    capabilities,
    defaults,
    modules: new Map(urls.flatMap(moduleIn)),
    announced: urls.flatMap(announcedIn),
  };
}

const leftOut: Readonly<Record<string, DefaultsMode["leavesOut"]>> = {
  "report-all": "nothing",
  explicit: "unset",
  trim: "defaults",
};

/**
 * Parses a capability such as `capability:with-defaults:1.0?basic-mode=trim&also-supported=report-all,explicit` (RFC
 * 6243, 4.3).
 */
function defaultsIn(name: string): readonly DefaultsMode[] {
  const query = /^capability:with-defaults:1\.0\?(.*)$/s.exec(name)?.[1];
  if (query === undefined) return [];
  const words = new URLSearchParams(query);
  const also = (words.get("also-supported") ?? "").split(",").map((each) => each.trim());
  const reporting = ["report-all", "report-all-tagged"].find((mode) => also.includes(mode));
  return [{ leavesOut: leftOut[words.get("basic-mode") ?? ""] ?? "defaults", reporting }];
}

/** Parses a capability of the form `<namespace>?module=<name>&revision=<date>` (RFC 7950, 5.6.4). */
function moduleIn(url: string): readonly (readonly [string, string])[] {
  const [namespace = "", query = ""] = url.split(/\?(.*)/s);
  const module = /(?:^|&)module=([^&]+)/.exec(query)?.[1];
  return module === undefined || namespace === "" ? [] : [[module, namespace]];
}

function announcedIn(url: string): readonly LibraryModule[] {
  const words = new URLSearchParams(url.split(/\?(.*)/s)[1] ?? "");
  const listed = (name: string) => (words.get(name) ?? "").split(",").filter(Boolean);
  const name = words.get("module");
  if (name === null) return [];
  const [features, deviations] = [listed("features"), listed("deviations")];
  return [
    {
      name,
      revision: words.get("revision") ?? "",
      features,
      deviations,
      isImplemented: true,
      url: undefined,
    },
  ];
}

/** Returns the first child in NETCONF's namespace with this name. Undefined: there is no such child. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((each) => each.name === name && each.namespace === base);
}

/** True if the device announces this capability. */
export function offers(hello: Hello, name: string): boolean {
  return hello.capabilities.has(`capability:${name}`);
}
