/** A conversation with the devices of a fleet: reads their trees, sends its writes; each request once. */

import { type Problem, problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import { withTokenOrBasic } from "../auth/credentials.ts";
import type { OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { isHost } from "../device/container.ts";
import { deviceUrl } from "../device/device-url.ts";
import { savingWith } from "../device/saving.ts";
import { sentInOrder } from "../in-order.ts";
import { name, replyOf } from "../replies.ts";
import { DeviceReads } from "./device-reads.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import { EntityTags, type TaggedResource } from "./entity-tags.ts";
import { moduleReader } from "./module-texts.ts";
import { isPatched } from "./patches.ts";
import { placeOf } from "./places.ts";
import { saveRequest, type WrittenDevice, writeRequest } from "./requests.ts";
import { transactionsOf } from "./transaction.ts";
import { isWholeList, type ListRequests, listRequests } from "./whole-lists.ts";

/** Opens a session; sends nothing yet. */
export function openRestconf(options: OpenSessionOptions<RestconfDialect>): Session {
  const { dialect, target } = options;
  const exchange = { target: target.name, rules: dialect.replies };
  const ground = { urlOf: (host: string) => deviceUrl(target, host), dialect };
  const wire = wireOf(options);
  const tags = new EntityTags();
  const reads = new DeviceReads(dialect, tags);

  /** Whether it is made by a change of the container that it is in. */
  const isMade = (of: Write) =>
    of.operation === "create" &&
    isPatched(dialect, of) &&
    reads.holds(of.scope.host ?? "", placeOf(dialect, of).path[0] ?? "");

  function tagged(of: Write): TaggedResource {
    const { scope, identity, live } = of;
    const host = scope.host ?? "";
    // The tag of a list says nothing of its entries, that of the container of all.
    if (isWholeList(dialect, of)) return tags.ofContainer({ host, identity, version: live?.version });
    const [container = ""] = isMade(of) ? placeOf(dialect, of).path : [];
    return { host, identity, version: isMade(of) ? reads.versionOf(host, container) : live?.version };
  }

  const deviceOf = (of: Write): WrittenDevice => ({
    // Without a tag that holds a merge still keeps what it does not name.
    tag: isPatched(dialect, of) && !tags.holds(tagged(of)) ? undefined : tags.current(tagged(of)),
    holds: (container) => reads.holds(of.scope.host ?? "", container),
  });

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const host = request.scope.host ?? "";
    if (!isHost(host)) return { state: "unknown", problem: noHost(target.name, host) };
    return reads.read({ exchange, ground, wire, host }, request, signal);
  }

  /** One for most; for a list that is one resource one for its entries, or each of them. */
  function requestsOf(of: Write): ListRequests {
    if (!isWholeList(dialect, of)) {
      const { request, masked } = writeRequest(ground, of, deviceOf(of));
      return { requests: [request], masked };
    }
    const container = placeOf(dialect, of).path[0] ?? "";
    const { holds } = deviceOf(of);
    const tag = guards(of);
    return listRequests(ground, of, { tag, container: holds(container) ? container : undefined });
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const host = of.scope.host ?? "";
    if (!isHost(host)) return { meaning: "refused", problem: noHost(target.name, host) };
    const { requests, masked } = requestsOf(of);
    const [first] = requests;
    const [hidden] = masked;
    if (first !== undefined && hidden !== undefined && dialect.maskedValues === "refuse")
      return { meaning: "refused", problem: maskedValue(target.name, first, hidden) };
    const send = async (request: WireRequest) => {
      const reply = await wire.send(request, signal);
      tags.sent(tagged(of), request, reply);
      return replyOf(exchange, request, reply);
    };
    return first !== undefined && requests.length === 1 ? send(first) : sentInOrder(requests, send);
  }

  function guards(of: Write): string | undefined {
    if (dialect.entityTags !== "matched") return undefined;
    if (!isWholeList(dialect, of) && of.operation === "create" && !isMade(of)) return "*";
    return tags.holds(tagged(of)) ? tags.current(tagged(of)) : undefined;
  }

  async function save(host: string, signal: AbortSignal): Promise<Reply> {
    const request = saveRequest(ground, host);
    return replyOf(exchange, request, await wire.send(request, signal));
  }

  const finishing = savingWith(save);
  const modules = moduleReader({ exchange, ground, wire });
  return {
    read,
    write,
    guards,
    finishing,
    modules,
    batching: transactionsOf({ exchange, ground, wire, tags, reads, tagged }),
    preview: (of) => writeRequest(ground, of, { ...deviceOf(of), tag: tagged(of).version }).request,
    previews: (of) => (isWholeList(dialect, of) ? requestsOf(of).requests : undefined),
  };
}

/** Each device gets its own credential where it has one; what is for no device gets the target's. */
function wireOf({ wire, credential, deviceCredentials, dialect }: OpenSessionOptions<RestconfDialect>): Wire {
  const dressed = (own: typeof credential) => withTokenOrBasic(wire, own, dialect.tokenHeader);
  const usual = dressed(credential);
  const own = new Map([...(deviceCredentials ?? [])].map(([host, each]) => [host, dressed(each)]));
  return { send: (request, signal) => (own.get(request.budget ?? "") ?? usual).send(request, signal) };
}

function noHost(target: string, host: string): Problem {
  const message = `${target}: ${JSON.stringify(host)} is not the host of a device; nothing was sent.`;
  return problem("no-host", message, { hint: "Give the device its `host`: an IP address or a name." });
}

function maskedValue(target: string, request: WireRequest, at: string): Problem {
  const message = `${target}: ${name(request)} was not sent: it would delete ${at}, which the device shows masked.`;
  const hint = "Declare a narrower path, or set settings.maskedValues to omit on the target.";
  return problem("masked-value", message, { hint });
}
