/** Reads the containers of a device's tree: which are there, and which state of theirs was seen. */

import type { Problem } from "../../model/problem.ts";
import type { Wire } from "../../model/wire.ts";
import { containerIn, type DeviceTree } from "../device/items.ts";
import { rootOf } from "../device/model.ts";
import { answerOf, type ReadAnswer, type ReplyContext, unexpectedShape } from "../replies.ts";
import { type RestconfRequestContext, readRequest } from "./requests.ts";

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
  return readEach(on, [root], signal);
}

async function readEach(
  on: ReadContext,
  containers: readonly string[],
  signal: AbortSignal,
): Promise<ContainersResult> {
  let tree: DeviceTree | undefined;
  const versions = new Map<string, string>();
  for (const container of containers) {
    const found = await readContainer(on, container, signal);
    if (!("tree" in found)) {
      if (found.state === "unknown") return found;
      continue;
    }
    tree = { ...tree, ...found.tree };
    if (isStrong(found.version)) versions.set(container, found.version);
  }
  return { tree, versions };
}

type Container =
  | { readonly tree: DeviceTree; readonly version: string | undefined }
  | Exclude<ReadAnswer, { state: "answered" }>;

async function readContainer(
  { exchange, ground, wire, host }: ReadContext,
  container: string,
  signal: AbortSignal,
): Promise<Container> {
  const request = readRequest(ground, host, [container]);
  const answer = answerOf(exchange, request, await wire.send(request, signal));
  if (answer.state !== "answered") return answer;
  const tree = containerIn(ground.dialect, answer.body, container);
  if (tree) return { tree, version: answer.headers.etag };
  return { state: "unknown", problem: unexpectedShape(exchange, request, `has no ${container}`) };
}

/** A weak tag matches nothing that is written (RFC 9110, 13.1.1). */
export function isStrong(tag: string | undefined): tag is string {
  return tag !== undefined && !tag.startsWith("W/");
}
