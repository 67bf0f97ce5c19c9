/** The hellos of both sides (RFC 6241 section 8.1). */

import type { Router } from "../restconf/state.ts";
import type { Framing } from "./framing.ts";
import type { NetconfSettings, WithDefaults } from "./settings.ts";
import { modulesOf } from "./tree/data.ts";
import { namespaceOf } from "./tree/namespaces.ts";
import { baseNamespace, netconfElement, type Output } from "./tree/output.ts";
import { ciscoIa } from "./writing.ts";
import { type Element, readXml } from "./xml.ts";

const revision = "2026-01-01";
const base10 = "urn:ietf:params:netconf:base:1.0";
const base11 = "urn:ietf:params:netconf:base:1.1";

/** Returns the device's hello. */
export function helloOf(settings: NetconfSettings, router: Router, session: number): Output {
  const own = settings.saveConfig ? [`${ciscoIa}?module=cisco-ia&revision=2019-07-01`] : [];
  const announced = moduleCapabilities(router, settings.libraryModules);
  const texts = [...capabilities(settings), ...own, ...announced];
  return netconfElement("hello", [
    netconfElement(
      "capabilities",
      texts.map((each) => netconfElement("capability", each)),
    ),
    netconfElement("session-id", String(session)),
  ]);
}

/**
 * Returns the framing after the client's hello. Returns undefined if the hello is malformed, or there is no common
 * version.
 */
export function framingAfter(hello: string, settings: NetconfSettings): Framing | undefined {
  const root = readXml(hello);
  if (root?.name !== "hello" || root.namespace !== baseNamespace) return undefined;
  // RFC 6241 requires that a client which sends a session id is rejected.
  if (root.children.some(({ name }) => name === "session-id")) return undefined;
  const listed = root.children.find(({ name }) => name === "capabilities")?.children ?? [];
  const texts = listed.map(({ text }: Element) => text.trim());
  if (settings.base11 && texts.includes(base11)) return "chunked";
  return texts.includes(base10) ? "endOfMessage" : undefined;
}

function capabilities(settings: NetconfSettings): readonly string[] {
  const offered: readonly (readonly [boolean, string])[] = [
    [settings.writableRunning, "writable-running:1.0"],
    [settings.candidate, "candidate:1.0"],
    [settings.candidate && settings.confirmedCommit, "confirmed-commit:1.1"],
    [settings.rollbackOnError, "rollback-on-error:1.0"],
    [settings.validate, "validate:1.1"],
    [settings.xpath, "xpath:1.0"],
    [settings.startup, "startup:1.0"],
    [settings.libraryModules.length > 0, "yang-library:1.0?revision=2019-01-04&content-id=1"],
  ];
  const names = offered.flatMap(([has, name]) => (has ? [name] : []));
  const bases = settings.base11 ? [base10, base11] : [base10];
  const defaults = settings.withDefaults ? [defaultsCapability(settings.withDefaults)] : [];
  return [...bases, ...names.map((name) => `urn:ietf:params:netconf:capability:${name}`), ...defaults];
}

/** Returns the capability `with-defaults` (RFC 6243, section 4.3). */
function defaultsCapability({ basic, also }: WithDefaults): string {
  const more = also.length > 0 ? `&also-supported=${also.join(",")}` : "";
  return `urn:ietf:params:netconf:capability:with-defaults:1.0?basic-mode=${basic}${more}`;
}

function moduleCapabilities(
  { first, data, model = {}, state = {} }: Router,
  besides: readonly string[],
): readonly string[] {
  const modules = new Set([first, data, model, state].flatMap(modulesOf));
  const announced = [...modules].filter((name) => !besides.includes(name));
  return announced.toSorted().map((name) => `${namespaceOf(name)}?module=${name}&revision=${revision}`);
}
