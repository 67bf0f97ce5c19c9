/** Devices that have nothing yet: what proves that a path is known to one, and that nothing is there. */

import { parseJson } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { WireReply, WireRequest } from "../../../model/wire.ts";
import { errorTags } from "../../http/replies/error-body.ts";
import { name, type ReplyContext } from "../../http/replies/replies.ts";
import { type ModuleTextsContext, moduleReader } from "./module-texts.ts";

/** A device, and how it is asked. */
interface AskedDevice extends ModuleTextsContext {
  readonly host: string;
}

/**
 * The modules that devices implement, by `ietf-yang-library` (RFC 8040, 10). A 404 says that nothing is at a path
 * (RFC 8040, 4.3), or that no RESTCONF is there at all: a device that names the module of the path in its library
 * means the first.
 */
export class ImplementedModules {
  readonly #known = new Map<string, ReadonlySet<string>>();

  /** Whether the device says that it implements the modules of all these members. Asked for once, where it is known. */
  async areKnown(on: AskedDevice, members: readonly string[], signal: AbortSignal): Promise<boolean> {
    const { host } = on;
    const known = this.#known.get(host) ?? (await this.#asked(on, signal));
    if (known) this.#known.set(host, known);
    return known !== undefined && members.every((member) => known.has(member.split(":")[0] ?? ""));
  }

  async #asked(on: AskedDevice, signal: AbortSignal): Promise<ReadonlySet<string> | undefined> {
    const listed = await moduleReader(on).list(on.host, signal);
    if ("problem" in listed) return undefined;
    return new Set(listed.modules.flatMap((each) => (each.isImplemented ? [each.name] : [])));
  }
}

/** RFC 6241, appendix A: what is asked for is nothing that the device knows. */
const unknownTags: ReadonlySet<string> = new Set(["unknown-element", "unknown-namespace", "bad-element"]);

/** That the device knows no such path, in its own words; undefined where it does not say so. */
export function unknownPath(
  { target }: ReplyContext,
  request: WireRequest,
  reply: WireReply,
): Problem | undefined {
  if (reply.outcome !== "answered" || (reply.status !== 404 && reply.status !== 400)) return undefined;
  const tag = errorTags(parseJson(reply.text)).find((each) => unknownTags.has(each));
  if (tag === undefined) return undefined;
  const message = `${target}: ${name(request)} was answered ${reply.status} (${tag}): the device knows no such path.`;
  const hint = "Correct the path, or settings.module and settings.container of the target.";
  return problem("unknown-path", message, { hint });
}
