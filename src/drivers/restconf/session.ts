/** A conversation with the devices of a fleet: reads their trees, sends its writes; each request once. */

import { type Problem, problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import { withTokenOrBasic } from "../auth/credentials.ts";
import type { Item, OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { isHost } from "../device/container.ts";
import { dataPath, deviceItems } from "../device/items.ts";
import { members } from "../device/kinds/data-path.ts";
import { type DeviceKind, rootOf } from "../device/model.ts";
import { ofKind } from "../of-kind.ts";
import { name, replyOf, unexpectedShape } from "../replies.ts";
import { readAlone } from "./alone.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import { EntityTags, type TaggedResource } from "./entity-tags.ts";
import { type ReadContext, readContainers } from "./read-containers.ts";
import { readRequest, writeRequest } from "./requests.ts";

/** Opens a session; sends nothing yet. */
export function openRestconf(options: OpenSessionOptions<RestconfDialect>): Session {
  const { dialect, target } = options;
  const exchange = { target: target.name, rules: dialect.replies };
  const ground = { url: target.url, dialect };
  const wire = withTokenOrBasic(options.wire, options.credential, dialect.tokenHeader);
  const root = rootOf(dialect);
  const tags = new EntityTags();

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const host = request.scope.host ?? "";
    if (!isHost(host)) return { state: "unknown", problem: noHost(target.name, host) };
    const on = { exchange, ground, wire, host };
    if (!request.alone) return readTree(on, request, signal);
    // Only the container can tell whether its tag, which was refused, is of any use.
    const whole = tags.isDoubtful(host) ? await readTree(on, request, signal) : undefined;
    if (whole && !tags.isUseless(host)) return whole;
    const item = await aloneOf(on, request, signal);
    return item ? { state: "whole", items: [item] } : (whole ?? readTree(on, request, signal));
  }

  async function readTree(on: ReadContext, request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const { host } = on;
    const sight = await readContainers(on, containersOf(root, request.wanted), signal);
    if ("problem" in sight) return { state: "unknown", problem: sight.problem };
    for (const version of sight.versions.values()) tags.seen(host, version);
    const first = readRequest(ground, host, [root]);
    if (sight.tree === undefined) return { state: "unknown", problem: noTree(target.name, first) };
    const items = deviceItems(dialect, sight.tree, { host, wanted: request.wanted });
    if (items !== undefined)
      return { state: "whole", items: items.map((item) => dated(item, sight.versions)) };
    return { state: "unknown", problem: unexpectedShape(exchange, first, "has an interface without a name") };
  }

  /** The one resource that is asked for; undefined where the device does not show it by itself. */
  async function aloneOf(on: ReadContext, { wanted }: ReadRequest, signal: AbortSignal) {
    const [one, ...others] = wanted;
    const item = one && others.length === 0 ? await readAlone(on, one, signal) : undefined;
    if (!item || dialect.entityTags !== "matched") return item && versionless(item);
    tags.seenAlone({ host: on.host, identity: item.identity, version: item.version });
    return item;
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const host = of.scope.host ?? "";
    if (!isHost(host)) return { meaning: "refused", problem: noHost(target.name, host) };
    const { request, masked } = writeRequest(ground, of, tags.current(tagged(of)));
    const [first] = masked;
    if (first !== undefined && dialect.maskedValues === "refuse")
      return { meaning: "refused", problem: maskedValue(target.name, request, first) };
    const reply = await wire.send(request, signal);
    tags.sent(tagged(of), request, reply);
    return replyOf(exchange, request, reply);
  }

  /** An item with the ETag of the container that it is in. */
  function dated(item: Item, versions: ReadonlyMap<string, string>): Item {
    const version = versions.get(containerOf(root, item));
    return version === undefined || dialect.entityTags !== "matched" ? item : { ...item, version };
  }

  function guards(of: Write): boolean {
    if (dialect.entityTags !== "matched") return false;
    return of.operation === "create" || tags.holds(tagged(of));
  }

  return { read, write, guards, preview: (of) => writeRequest(ground, of, of.live?.version).request };
}

function tagged({ scope, identity, live }: Write): TaggedResource {
  return { host: scope.host ?? "", identity, version: live?.version };
}

function versionless({ version: _, ...item }: Item): Item {
  return item;
}

/** The top-level containers that hold what is wanted; the one that every device has when nothing is. */
function containersOf(root: string, wanted: ReadRequest["wanted"]): readonly string[] {
  const named = wanted.map((each) => containerOf(root, each));
  return named.length === 0 ? [root] : [...new Set(named)];
}

/** Whether a kind may stand in another container than the one that every device has. */
const isElsewhere: Readonly<Record<DeviceKind, boolean>> = {
  deviceHostname: false,
  deviceInterface: false,
  deviceConfiguration: true,
};

function containerOf(root: string, { kind, identity }: Pick<Item, "kind" | "identity">): string {
  return ofKind(isElsewhere, kind) ? (members(dataPath(identity))[0] ?? root) : root;
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
