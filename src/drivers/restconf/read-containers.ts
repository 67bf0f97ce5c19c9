/** Reads the containers of a device's tree: which are there, and which state of theirs was seen. */

import type { Problem } from "../../model/problem.ts";
import type { Wire } from "../../model/wire.ts";
import { containerIn, type DeviceTree } from "../device/items.ts";
import { rootOf } from "../device/model.ts";
import { answerOf, type ReplyContext, unexpectedShape } from "../replies.ts";
import { unknownPath } from "./fresh-devices.ts";
import type { RestconfRequestContext } from "./places.ts";
import { readRequest } from "./requests.ts";

/** What is read, and through what. */
export interface ReadContext {
  readonly exchange: ReplyContext;
  readonly ground: RestconfRequestContext;
  readonly wire: Wire;
  readonly host: string;
}

/** The containers that are there, in one tree; none when the device says of each that it is not. */
interface ContainersRead {
  readonly tree: DeviceTree | undefined;
  /** ETags of the containers, where the device gave some that a write can name. */
  readonly versions: ReadonlyMap<string, string>;
  /** Why one of them cannot be read as a whole (405); set only where none is there. */
  readonly unserved?: Problem | undefined;
}

type ContainersResult = ContainersRead | { readonly problem: Problem };

/**
 * Reads these containers. One that is not there counts as absent only when this device has answered for another one:
 * where all are missing, the container that every device has is asked for too.
 */
export async function readContainers(
  on: ReadContext,
  containers: readonly string[],
  signal: AbortSignal,
): Promise<ContainersResult> {
  const root = rootOf(on.ground.dialect);
  const sight = await readEach(on, containers, signal);
  if ("problem" in sight || sight.tree !== undefined || containers.includes(root)) return sight;
  const proof = await readEach(on, [root], signal);
  if ("problem" in proof || sight.unserved === undefined) return proof;
  return proof.tree === undefined ? sight : { problem: sight.unserved };
}

async function readEach(
  on: ReadContext,
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
  /** `isUnserved`: the device has this path, and no GET for it. */
  | { readonly state: "unknown"; readonly problem: Problem; readonly isUnserved: boolean };

async function readContainer(
  { exchange, ground, wire, host }: ReadContext,
  container: string,
  signal: AbortSignal,
): Promise<Container> {
  const request = readRequest(ground, host, { path: [container] });
  const reply = await wire.send(request, signal);
  const answer = answerOf(exchange, request, reply);
  const isUnserved = reply.outcome === "answered" && reply.status === 405;
  const unknown = unknownPath(exchange, request, reply);
  if (unknown) return { state: "unknown", problem: unknown, isUnserved };
  if (answer.state === "unknown") return { ...answer, isUnserved };
  // 204: the device knows the container, and has nothing in it.
  if (answer.state === "absent" && reply.outcome === "answered" && reply.status === 204)
    return { tree: {}, version: undefined };
  if (answer.state === "absent") return answer;
  const tree = containerIn(ground.dialect, answer.body, container);
  if (tree) return { tree, version: answer.headers.etag };
  const found = unexpectedShape(exchange, request, `has no ${container}`);
  return { state: "unknown", problem: found, isUnserved };
}

/** A weak tag matches nothing that is written (RFC 9110, 13.1.1). */
export function isStrong(tag: string | undefined): tag is string {
  return tag !== undefined && !tag.startsWith("W/");
}
