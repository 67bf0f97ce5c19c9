/** What a device says that it can do: `ietf-restconf-monitoring` (RFC 8040, 9.1). */

import { isArray, isObject, type Json } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import { answerOf } from "../../http/replies/replies.ts";
import type { ModuleTextsContext } from "./module-texts.ts";
import { readRequest } from "./requests.ts";

const path = ["ietf-restconf-monitoring:restconf-state", "capabilities"];
const maxNamed = 8;
const yangPatch = "urn:ietf:params:restconf:capability:yang-patch:";

/** Whether it lists YANG Patch. Undefined: it does not show its list. */
export async function listsYangPatch(
  { exchange, ground, wire }: ModuleTextsContext,
  host: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  // The list is state.
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

/** The warning of devices that take changes otherwise than their target's settings and so a plan have it. */
export function noYangPatch(target: string, hosts: readonly string[]): Problem {
  const more = hosts.length > maxNamed ? ` and ${hosts.length - maxNamed} more` : "";
  const where = `${hosts.slice(0, maxNamed).join(", ")}${more}`;
  const message = `${target}: no YANG Patch at ${where}: changes were sent one after the other there, not as one.`;
  const hint =
    "Set settings.write to patch, or give such devices a target of their own: plans count right then.";
  return problem("no-yang-patch", message, { hint, severity: "warning" });
}
