/** Reads a device's modules (RFC 8525, RFC 7895) and capabilities over RESTCONF. */

import { isArray, isObject, type Json } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { Wire } from "../../../model/wire.ts";
import { libraryIn } from "../../../yang/library/library.ts";
import type { ModuleReader } from "../../contract/target-model.ts";
import { answerOf, type ReplyContext } from "../../http/replies/replies.ts";
import { isHost } from "../device/container.ts";
import type { RestconfRequestContext } from "./places.ts";
import { readRequest } from "./requests.ts";

/** The context of module requests. */
export interface ModuleTextsContext {
  readonly exchange: ReplyContext;
  readonly ground: RestconfRequestContext;
  readonly wire: Wire;
}

/** The two forms of the library, the newer one first. */
const forms = ["ietf-yang-library:yang-library", "ietf-yang-library:modules-state"];

/**
 * Returns the reader of devices' modules. Texts are only requested from the device's own origin, because the credential
 * is sent along.
 */
export function moduleReader({ exchange, ground, wire }: ModuleTextsContext): ModuleReader {
  const { target } = exchange;
  return {
    list: async (host, signal) => {
      if (!isHost(host))
        return { problem: notGiven(target, `${JSON.stringify(host)} is not a valid host of a device`) };
      for (const form of forms) {
        const all = { ...ground, dialect: { ...ground.dialect, content: "all" as const } };
        const request = readRequest(all, host, { path: [form] });
        const answer = answerOf(exchange, request, await wire.send(request, signal));
        if (answer.state === "unknown") return { problem: answer.problem };
        const modules = answer.state === "answered" ? libraryIn(answer.body) : undefined;
        if (modules !== undefined) return { modules };
      }
      return { problem: notGiven(target, `${host} has no ietf-yang-library`) };
    },
    text: async (host, { name, url }, signal) => {
      if (url === undefined) return { problem: notGiven(target, `${host} does not show the URL of ${name}`) };
      const own = URL.parse(ground.urlOf(host));
      const there = own && URL.parse(url, own.href);
      if (!there || there.origin !== own?.origin)
        return {
          problem: notGiven(
            target,
            `${host} gives a URL on another origin for ${name}, to which trueup sends no request`,
          ),
        };
      const request = { method: "GET" as const, url: there.href, headers: { accept: "*/*" }, budget: host };
      const reply = await wire.send(request, signal);
      if (reply.outcome !== "answered") return { problem: reply.problem };
      return reply.status === 200
        ? { text: reply.text }
        : { problem: notGiven(target, `${host} answered ${reply.status} to the request for ${name}`) };
    },
  };
}

function notGiven(target: string, why: string): Problem {
  return problem("no-modules", `${target}: ${why}.`, {
    hint:
      "Get the modules from the device's vendor or, if the device also has NETCONF, over a target with " +
      "interface: netconf.",
  });
}

const path = ["ietf-restconf-monitoring:restconf-state", "capabilities"];
const maxNamed = 8;
const yangPatch = "urn:ietf:params:restconf:capability:yang-patch:";

/** True if the device's capabilities include YANG Patch. Undefined: the device does not show its capabilities. */
export async function listsYangPatch(
  { exchange, ground, wire }: ModuleTextsContext,
  host: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  // The library is state, so all data is requested.
  const all = { ...ground, dialect: { ...ground.dialect, content: "all" as const } };
  const request = readRequest(all, host, { path });
  const answer = answerOf(exchange, request, await wire.send(request, signal));
  const listed = answer.state === "answered" ? capabilitiesIn(answer.body) : undefined;
  return listed?.some((each) => typeof each === "string" && each.startsWith(yangPatch));
}

function capabilitiesIn(body: Json): readonly Json[] | undefined {
  const found = isObject(body) ? body["ietf-restconf-monitoring:capabilities"] : undefined;
  const listed = found !== undefined && isObject(found) ? found.capability : undefined;
  return listed !== undefined && isArray(listed) ? listed : undefined;
}

/**
 * Returns the warning about devices that do not support the target's way of sending changes. The requests in plans for
 * these devices differ from the requests that are sent.
 */
export function noYangPatch(target: string, hosts: readonly string[]): Problem {
  const more = hosts.length > maxNamed ? ` and ${hosts.length - maxNamed} more` : "";
  const where = `${hosts.slice(0, maxNamed).join(", ")}${more}`;
  const message =
    `${target}: no YANG Patch on ${where}, so changes to these devices were sent one by one, not in ` +
    "one transaction.";
  const hint =
    "Set settings.write of the target to patch, or move these devices to their own target with that " +
    "setting: plans then count requests correctly.";
  return problem("no-yang-patch", message, { hint, severity: "warning" });
}
