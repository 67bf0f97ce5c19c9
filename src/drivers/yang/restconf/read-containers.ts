/** Reads containers of a device's tree with their versions, and finds out which of the containers exist. */

import { Stage } from "../../../kept/kept.ts";
import { isObject, parseJson } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { Wire, WireReply, WireRequest } from "../../../model/wire.ts";
import { errorTags } from "../../http/replies/error-body.ts";
import { answerOf, name, type ReplyContext, unexpectedShape } from "../../http/replies/replies.ts";
import { containerIn, type DeviceTree } from "../device/items.ts";
import { rootOf } from "../device/model.ts";
import { type ModuleTextsContext, moduleReader } from "./module-texts.ts";
import { type RestconfRequestContext, shownUnder } from "./places.ts";
import { fieldRequest, readRequest } from "./requests.ts";

/** What to read, and how. */
export interface ReadContext {
  readonly exchange: ReplyContext;
  readonly ground: RestconfRequestContext;
  readonly wire: Wire;
  readonly host: string;
}

/** The context, with the findings of this session's earlier reads. */
interface ContainersReadContext extends ReadContext {
  /** Top-level lists that a device serves only as part of all its data, as texts `HOST LIST`. Reads add to this set. */
  readonly lists: Set<string>;
}

interface ContainersRead {
  /** The existing containers, in one tree. Undefined: the device says that each container is absent. */
  readonly tree: DeviceTree | undefined;
  /** The ETags of the containers that are usable in writes. */
  readonly versions: ReadonlyMap<string, string>;
  /**
   * Why a container cannot be read as a whole (405). Absent: no read failed for this reason, or the device has one of
   * the containers.
   */
  readonly unserved?: Problem | undefined;
}

type ContainersResult = ContainersRead | { readonly problem: Problem };

/**
 * Reads these containers. An absence counts only if this device has answered for another container. If all containers
 * are missing, the container that every device has is therefore requested too.
 */
export async function readContainers(
  on: ContainersReadContext,
  containers: readonly string[],
  signal: AbortSignal,
): Promise<ContainersResult> {
  const root = rootOf(on.ground.dialect);
  const sight = await readEach(on, containers, signal);
  if ("problem" in sight || sight.tree !== undefined || containers.includes(root)) return sight;
  const proof = await readEach(on, [root], signal);
  // A device of another model lacks this container, which says nothing about the requested containers.
  if ("problem" in proof && proof.problem.code === unknownPathCode) return sight;
  if ("problem" in proof || sight.unserved === undefined) return proof;
  return proof.tree === undefined ? sight : { problem: sight.unserved };
}

async function readEach(
  on: ContainersReadContext,
  containers: readonly string[],
  signal: AbortSignal,
): Promise<ContainersResult> {
  let tree: DeviceTree | undefined;
  let unserved: Problem | undefined;
  const versions = new Map<string, string>();
  for (const container of containers) {
    const found = await readContainer(on, container, signal);
    if (!("tree" in found)) {
      if (found.state === "unknown" && !found.isUnserved) return found;
      if (found.state === "unknown") unserved = found.problem;
      continue;
    }
    tree = { ...tree, ...found.tree };
    if (isStrong(found.version)) versions.set(container, found.version);
  }
  if (tree !== undefined && unserved !== undefined) return { problem: unserved };
  return { tree, versions, unserved };
}

type Container =
  | { readonly tree: DeviceTree; readonly version: string | undefined }
  | { readonly state: "absent" }
  /** `isUnserved`: the device has this path, but serves no GET for it. */
  | { readonly state: "unknown"; readonly problem: Problem; readonly isUnserved: boolean };

const trees = new Stage<DeviceTree | undefined>();

async function readContainer(
  on: ContainersReadContext,
  container: string,
  signal: AbortSignal,
): Promise<Container> {
  const { exchange, ground, wire, host } = on;
  const list = `${host} ${container}`;
  if (on.lists.has(list)) return readAmongAll(on, container, signal);
  const request = readRequest(ground, host, { path: [container] });
  const reply = await wire.send(request, signal);
  const answer = answerOf(exchange, request, reply);
  const status = reply.outcome === "answered" ? reply.status : undefined;
  const isUnserved = status === 405;
  const unknown = unknownPath(exchange, request, reply);
  if (unknown) return { state: "unknown", problem: unknown, isUnserved };
  if (answer.state === "unknown" && status === 400 && container !== rootOf(ground.dialect)) {
    const shown = await readAmongAll(on, container, signal);
    if (!("tree" in shown)) return { ...answer, isUnserved };
    on.lists.add(list);
    return shown;
  }
  if (answer.state === "unknown") return { ...answer, isUnserved };
  // A 204 means that the device knows the container, and that the container is empty.
  if (answer.state === "absent" && status === 204) return { tree: {}, version: undefined };
  if (answer.state === "absent") return answer;
  const key = { place: `${exchange.target} ${list}`, from: [answer.body, ground.dialect] };
  const tree = trees.of(exchange.kept, key, () => {
    const shown = shownUnder(answer.body, container);
    return shown === undefined ? undefined : containerIn(ground.dialect, { [container]: shown }, container);
  });
  if (tree) return { tree, version: answer.headers.etag };
  const found = unexpectedShape(exchange, request, `has no ${container}`);
  return { state: "unknown", problem: found, isUnserved };
}

/**
 * Reads a top-level list as a field of all data (RFC 8040, 4.8.3). According to RFC 8040 (3.5.3), such a list is not a
 * resource: only its entries have addresses, so strict devices refuse to show it. The ETag of the reply does not apply
 * to the list.
 */
async function readAmongAll(
  { exchange, ground, wire, host }: ReadContext,
  container: string,
  signal: AbortSignal,
): Promise<Container> {
  const request = fieldRequest(ground, host, container);
  const reply = await wire.send(request, signal);
  const answer = answerOf(exchange, request, reply);
  if (answer.state === "unknown") return { ...answer, isUnserved: false };
  if (answer.state === "absent") return answer;
  const all = isObject(answer.body) ? answer.body["ietf-restconf:data"] : undefined;
  if (all !== undefined && isObject(all))
    return { tree: containerIn(ground.dialect, all, container) ?? {}, version: undefined };
  const found = unexpectedShape(exchange, request, "has no ietf-restconf:data");
  return { state: "unknown", problem: found, isUnserved: false };
}

/** False for a weak tag, which never matches in writes (RFC 9110, 13.1.1). */
export function isStrong(tag: string | undefined): tag is string {
  return tag !== undefined && !tag.startsWith("W/");
}

interface AskedDevice extends ModuleTextsContext {
  readonly host: string;
}

/**
 * The modules that devices implement, from `ietf-yang-library` (RFC 8040, 10). A 404 means either that there is
 * nothing at a path (RFC 8040, 4.3), or that the device has no RESTCONF at all. If the device's library contains the
 * path's module, there is nothing at the path.
 */
export class ImplementedModules {
  readonly #known = new Map<string, ReadonlySet<string>>();

  /**
   * True if the device's library contains the modules of all these members. The library is requested at each call until
   * the device has answered once.
   */
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

const unknownPathCode = "unknown-path";

/** Error tags for a requested node that the device does not know (RFC 6241, appendix A). */
const unknownTags: ReadonlySet<string> = new Set(["unknown-element", "unknown-namespace", "bad-element"]);

/** Returns the problem of a read if the device reports the path as unknown, otherwise undefined. */
export function unknownPath(
  { target }: ReplyContext,
  request: WireRequest,
  reply: WireReply,
): Problem | undefined {
  if (reply.outcome !== "answered" || (reply.status !== 404 && reply.status !== 400)) return undefined;
  const tag = errorTags(parseJson(reply.text)).find((each) => unknownTags.has(each));
  if (tag === undefined) return undefined;
  const message = `${target}: ${name(request)} was answered ${reply.status} (${tag}): the device has no such path.`;
  const hint = "Correct the path, or settings.module and settings.container of the target.";
  return problem(unknownPathCode, message, { hint });
}
