/** A conversation with the devices of a fleet: reads their trees, sends its writes; each request once. */

import { type Problem, problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import { withTokenOrBasic } from "../auth/credentials.ts";
import type { OpenOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { type Answer, answerOf, name, replyOf, unexpectedShape } from "../replies.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import { isHost } from "./holder.ts";
import { members } from "./kinds/data-path.ts";
import { containerIn, dataPath, itemsOf, type Tree } from "./replies.ts";
import { putRequest, readRequest, rootOf } from "./requests.ts";

type Container = { readonly tree: Tree } | Exclude<Answer, { state: "answered" }>;
type Sight = { readonly tree: Tree | undefined } | { readonly problem: Problem };

/** Opens a session; sends nothing yet. */
export function openRestconf(options: OpenOptions<RestconfDialect>): Session {
  const { dialect, target } = options;
  const exchange = { target: target.name, rules: dialect.replies };
  const ground = { url: target.url, dialect };
  const wire = withTokenOrBasic(options.wire, options.credential, dialect.tokenHeader);
  const root = rootOf(dialect);

  async function readContainer(host: string, container: string, signal: AbortSignal): Promise<Container> {
    const request = readRequest(ground, host, container);
    const answer = answerOf(exchange, request, await wire.send(request, signal));
    if (answer.state !== "answered") return answer;
    const tree = containerIn(dialect, answer.body, container);
    return tree
      ? { tree }
      : { state: "unknown", problem: unexpectedShape(exchange, request, `has no ${container}`) };
  }

  /** The containers that are there, in one tree; none when the device says of each that it is not. */
  async function readEach(host: string, containers: readonly string[], signal: AbortSignal): Promise<Sight> {
    let tree: Tree | undefined;
    for (const container of containers) {
      const found = await readContainer(host, container, signal);
      if ("tree" in found) tree = { ...tree, ...found.tree };
      else if (found.state === "unknown") return found;
    }
    return { tree };
  }

  /**
   * A container that is not there counts as absent only when this device has answered for another one: where all
   * are missing, the container that every device has is asked for too.
   */
  async function readTree(host: string, containers: readonly string[], signal: AbortSignal): Promise<Sight> {
    const sight = await readEach(host, containers, signal);
    if ("problem" in sight || sight.tree !== undefined || containers.includes(root)) return sight;
    return readEach(host, [root], signal);
  }

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const host = request.scope.host ?? "";
    if (!isHost(host)) return { state: "unknown", problem: noHost(target.name, host) };
    const sight = await readTree(host, containersOf(root, request.wanted), signal);
    if ("problem" in sight) return { state: "unknown", problem: sight.problem };
    const first = readRequest(ground, host, root);
    if (sight.tree === undefined) return { state: "unknown", problem: noTree(target.name, first) };
    const items = itemsOf(dialect, sight.tree, { host, wanted: request.wanted });
    if (items !== undefined) return { state: "whole", items };
    return { state: "unknown", problem: unexpectedShape(exchange, first, "has an interface without a name") };
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const host = of.scope.host ?? "";
    if (!isHost(host)) return { meaning: "refused", problem: noHost(target.name, host) };
    const { request, masked } = putRequest(ground, of);
    const [first] = masked;
    if (first !== undefined && dialect.maskedValues === "refuse")
      return { meaning: "refused", problem: maskedValue(target.name, request, first) };
    return replyOf(exchange, request, await wire.send(request, signal));
  }

  return { read, write, preview: (of) => putRequest(ground, of).request };
}

/** The top-level containers that hold what is wanted; the one that every device has when nothing is. */
function containersOf(root: string, wanted: ReadRequest["wanted"]): readonly string[] {
  const named = wanted.map(({ kind, identity }) =>
    kind === "deviceConfiguration" ? (members(dataPath(identity))[0] ?? root) : root,
  );
  return named.length === 0 ? [root] : [...new Set(named)];
}

function noHost(target: string, host: string): Problem {
  const message = `${target}: ${JSON.stringify(host)} is no host of a device; nothing was sent.`;
  return problem("no-host", message, { hint: "Give the device its `host`: an IPv4 address or a name." });
}

function noTree(target: string, request: WireRequest): Problem {
  const message = `${target}: ${name(request)} was answered 404: the device has no such container.`;
  const hint = "Check that RESTCONF is on, and settings.module and settings.container of the target.";
  return problem("no-tree", message, { hint });
}

function maskedValue(target: string, request: WireRequest, at: string): Problem {
  const message = `${target}: ${name(request)} was not sent: it would delete ${at}, which the device shows masked.`;
  const hint = "Declare a narrower path, or set settings.maskedValues to omit on the target.";
  return problem("masked-value", message, { hint });
}
