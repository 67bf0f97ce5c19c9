/**
 * The writes of one session. Each write is sent with one request, or with several for a list, and with the valid ETag.
 */

import { type Problem, problem } from "../../../model/problem.ts";
import type { Reply } from "../../../model/reply.ts";
import type { Wire, WireRequest } from "../../../model/wire.ts";
import type { Write } from "../../contract/contract.ts";
import { sentInOrder } from "../../contract/sending.ts";
import { name, type ReplyContext, replyOf } from "../../http/replies/replies.ts";
import { isHost } from "../device/container.ts";
import type { TreeStep } from "../device/kinds/data-path.ts";
import type { DeviceReads } from "./device-reads.ts";
import type { EntityTags, TaggedResource } from "./entity-tags.ts";
import { mergedWith } from "./merging.ts";
import { isMadeAlong, isMerged, isPatched, placeOf, type RestconfRequestContext, topOf } from "./places.ts";
import { mergeRequests, type WrittenDevice, writeRequest } from "./requests.ts";
import { isWholeList, type ListRequests, listRequests } from "./whole-lists.ts";

interface WritePorts {
  readonly exchange: ReplyContext;
  readonly ground: RestconfRequestContext;
  readonly wire: Wire;
  readonly tags: EntityTags;
  readonly reads: DeviceReads;
}

/** Writes to devices. */
export class DeviceWrites {
  readonly #on: WritePorts;

  constructor(on: WritePorts) {
    this.#on = on;
  }

  /** Sends a write, each of its requests once. */
  async send(of: Write, signal: AbortSignal): Promise<Reply> {
    const { exchange, ground, wire, tags } = this.#on;
    const host = of.scope.host ?? "";
    if (!isHost(host)) return { meaning: "refused", problem: noHost(exchange.target, host) };
    const { requests, masked } = this.#requestsOf(of);
    const [first] = requests;
    const [hidden] = masked;
    if (first !== undefined && hidden !== undefined && ground.dialect.maskedValues === "refuse")
      return { meaning: "refused", problem: maskedValue(exchange.target, first, hidden) };
    const send = async (request: WireRequest) => {
      const reply = await wire.send(request, signal);
      tags.sent(this.tagged(of), request, reply);
      const said = replyOf(exchange, request, reply);
      if (said.meaning === "accepted" && request.method !== "DELETE") this.#written(host, of);
      return said;
    };
    return first !== undefined && requests.length === 1 ? send(first) : sentInOrder(requests, send);
  }

  /**
   * Returns the condition under which the device accepts the write: the ETag, or `*`. If the resource has changed, the
   * device refuses the write. Undefined: the write is sent without a condition.
   */
  guard(of: Write): string | undefined {
    const { ground, tags } = this.#on;
    const missing = this.#madeAlong(of);
    // The request was built for a device that lacks this entry. If the entry exists by now, the device refuses the
    // request.
    if (missing !== undefined) return `* ${JSON.stringify(missing)}`;
    if (ground.dialect.entityTags !== "matched") return undefined;
    if (!isWholeList(ground.dialect, of) && of.operation === "create" && !this.#isMade(of))
      return isPatched(ground.dialect, of) && isMadeAlong(of) ? undefined : "*";
    return tags.holds(this.tagged(of)) ? tags.current(this.tagged(of)) : undefined;
  }

  /** Returns the written resource, with the ETag that it was read with. */
  tagged(of: Write): TaggedResource {
    const { ground, tags, reads } = this.#on;
    const { scope, identity, live } = of;
    const host = scope.host ?? "";
    // The tag of a list does not cover its entries, but the tag of the container covers everything.
    if (isWholeList(ground.dialect, of)) return tags.ofContainer({ host, identity, version: live?.version });
    if (!this.#isMade(of)) return { host, identity, version: live?.version };
    return { host, identity, version: reads.versionOf(host, this.#containerOf(of)) };
  }

  preview(of: Write): WireRequest {
    const device = { ...this.#deviceOf(of), tag: this.tagged(of).version };
    return writeRequest(this.#on.ground, of, device).request;
  }

  /**
   * Returns the requests for a list that is one resource, or for a resource that loses single values. Undefined: the
   * write has one request, which `preview` shows.
   */
  previews(of: Write): readonly WireRequest[] | undefined {
    const { dialect } = this.#on.ground;
    const isParted = isWholeList(dialect, of) || (mergedWith(dialect, of) ?? []).length > 0;
    return isParted ? this.#requestsOf(of).requests : undefined;
  }

  #requestsOf(of: Write): ListRequests {
    const { ground, reads } = this.#on;
    if (!isWholeList(ground.dialect, of)) {
      const device = this.#deviceOf(of);
      const merging = mergeRequests(ground, of, device.tag);
      if (merging) return { requests: merging, masked: [] };
      const { request, masked } = writeRequest(ground, of, device);
      return { requests: [request], masked };
    }
    const container = this.#containerOf(of);
    const isHeld = reads.holds(of.scope.host ?? "", container);
    return listRequests(ground, of, { tag: this.guard(of), container: isHeld ? container : undefined });
  }

  #deviceOf(of: Write): WrittenDevice {
    const { ground, tags, reads } = this.#on;
    const tagged = this.tagged(of);
    // A merge is safe without a tag, because it keeps everything that it does not name. A tag that is known to be
    // outdated is still sent, so that the device refuses the write.
    const isSent = !isPatched(ground.dialect, of) || tags.holds(tagged) || tags.isOutdated(tagged);
    return {
      tag: isSent ? tags.current(tagged) : undefined,
      holds: (container) => reads.holds(of.scope.host ?? "", container),
      missing: this.#madeAlong(of),
    };
  }

  /** True if the write is a PATCH of the resource's container. */
  #isMade(of: Write): boolean {
    const { ground, reads } = this.#on;
    if (!isMerged(ground.dialect, of) || (mergedWith(ground.dialect, of) ?? []).length > 0) return false;
    return reads.holds(of.scope.host ?? "", this.#containerOf(of));
  }

  /**
   * Returns the missing entry on a create's path that a PUT must create together with its contents. Undefined: no such
   * PUT is needed.
   */
  #madeAlong(of: Write): readonly TreeStep[] | undefined {
    const { ground, reads } = this.#on;
    const { dialect } = ground;
    if (of.operation !== "create" || isPatched(dialect, of) || isWholeList(dialect, of)) return undefined;
    return reads.missingOn(of.scope.host ?? "", placeOf(dialect, of).path);
  }

  #written(host: string, of: Write): void {
    const { path, entry } = placeOf(this.#on.ground.dialect, of);
    this.#on.reads.written(host, entry ? [...path, entry] : path);
  }

  #containerOf(of: Write): string {
    return topOf(placeOf(this.#on.ground.dialect, of));
  }
}

/** Returns the problem of an invalid host. */
export function noHost(target: string, host: string): Problem {
  const message = `${target}: ${JSON.stringify(host)} is not the host of a device; nothing was sent.`;
  return problem("no-host", message, { hint: "Set `host` of the device to an IP address or a host name." });
}

/** Returns the problem of a write that would remove a value that the device masks. */
export function maskedValue(target: string, request: WireRequest, at: string): Problem {
  const message = `${target}: ${name(request)} was not sent: it would delete ${at}, whose value the device masks.`;
  const hint =
    "Declare a path that does not contain the masked value, or set settings.maskedValues of the target " +
    "to omit.";
  return problem("masked-value", message, { hint });
}
