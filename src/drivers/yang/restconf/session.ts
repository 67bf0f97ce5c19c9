/** A RESTCONF session with the devices of a fleet: reads their trees, sends writes; each request once. */

import type { Reply } from "../../../model/reply.ts";
import type { Departure, Wire } from "../../../model/wire.ts";
import type { OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../../contract/contract.ts";
import { departure } from "../../contract/sending.ts";
import { withTokenOrBasic } from "../../http/auth/credentials.ts";
import { replyOf } from "../../http/replies/replies.ts";
import { deviceUrl, isHost } from "../device/container.ts";
import { reviewableWrite } from "../device/places/reviewable.ts";
import { savingWith } from "../device/saving.ts";
import { DeviceReads, type ReadFacts } from "./device-reads.ts";
import { DeviceWrites, noHost } from "./device-writes.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import { EntityTags, type TagFacts } from "./entity-tags.ts";
import { moduleReader } from "./module-texts.ts";
import { saveRequest } from "./requests.ts";
import { batchingOf, yangPatchPreview } from "./yang-patch-transaction.ts";

/** Opens a session. Sends nothing. */
export function openRestconf(options: OpenSessionOptions<RestconfDialect>): Session {
  const { dialect, target } = options;
  const exchange = { target: target.name, rules: dialect.replies, kept: options.kept };
  const ground = { urlOf: (host: string) => deviceUrl(target, host), dialect };
  const wire = wireOf(options);
  const tags = new EntityTags();
  const reads = new DeviceReads(dialect, tags, options.live);
  const writing = { exchange, ground, wire, tags, reads };
  const writes = new DeviceWrites(writing);

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const host = request.scope.host ?? "";
    if (!isHost(host)) return { state: "unknown", problem: noHost(target.name, host) };
    const reply = await reads.read({ exchange, ground, wire, host }, request, signal);
    const more = reply.state === "whole" ? (batching?.warnings?.() ?? []) : [];
    return more.length === 0 || reply.state !== "whole"
      ? reply
      : { ...reply, warnings: [...(reply.warnings ?? []), ...more] };
  }

  async function save(host: string, signal: AbortSignal, leaving?: Departure): Promise<Reply> {
    const request = { ...saveRequest(ground, host), ...departure({ leaving }) };
    return replyOf(exchange, request, await wire.send(request, signal));
  }

  const finishing = savingWith(save);
  const together = {
    ...writing,
    live: options.live,
    tagged: (of: Write) => writes.tagged(of),
    alone: (of: Write, signal: AbortSignal) => writes.send(of, signal),
  };
  const batching = batchingOf(together);
  const isPatch = batching !== undefined && dialect.write === "yang-patch";
  const modules = moduleReader({ exchange, ground, wire });
  const preview = (of: Write) => (isPatch ? yangPatchPreview(together, of) : writes.preview(of));
  const previews = (of: Write) => (isPatch ? undefined : writes.previews(of));
  return {
    read,
    write: (of, signal) => writes.send(of, signal),
    guards: (of) => writes.guard(of),
    finishing,
    modules,
    batching,
    preview,
    previews,
    reviewable: (of, declared) => {
      const bound = reviewableWrite(of, declared);
      return previews(bound) ?? [preview(bound)];
    },
    learned: learnedOf({ tags, reads, without: batching?.without }),
  };
}

/** The facts about one device, as data. */
interface DeviceFacts {
  readonly host: string;
  readonly tags: TagFacts;
  readonly reads: ReadFacts;
  readonly isWithoutPatch: boolean;
}

function learnedOf({
  tags,
  reads,
  without,
}: {
  readonly tags: EntityTags;
  readonly reads: DeviceReads;
  readonly without: Set<string> | undefined;
}): NonNullable<Session["learned"]> {
  return {
    after: ({ scope: { host } }) => {
      if (host === undefined) return undefined;
      const isWithoutPatch = without?.has(host) === true;
      const facts: DeviceFacts = { host, tags: tags.facts(host), reads: reads.facts(host), isWithoutPatch };
      return JSON.stringify(facts);
    },
    take: (known) => {
      if (typeof known !== "string") return;
      const facts: DeviceFacts = JSON.parse(known);
      tags.take(facts.host, facts.tags);
      reads.take(facts.host, facts.reads);
      if (facts.isWithoutPatch) without?.add(facts.host);
    },
  };
}

/**
 * Returns the wire of a session. Requests to a device with its own credential carry that credential. All other requests
 * carry the target's credential.
 */
function wireOf({ wire, credential, deviceCredentials, dialect }: OpenSessionOptions<RestconfDialect>): Wire {
  const dressed = (own: typeof credential) => withTokenOrBasic(wire, own, dialect.tokenHeader);
  const usual = dressed(credential);
  const own = new Map([...(deviceCredentials ?? [])].map(([host, each]) => [host, dressed(each)]));
  return { send: (request, signal) => (own.get(request.budget ?? "") ?? usual).send(request, signal) };
}
