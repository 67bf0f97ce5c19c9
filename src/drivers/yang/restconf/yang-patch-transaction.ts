/**
 * Sends all changes of a device in one YANG Patch (RFC 8072), including removals. For devices without YANG Patch, the
 * other ways to send changes are used.
 */

import { parseJson } from "../../../model/json.ts";
import type { Problem } from "../../../model/problem.ts";
import type { Reply } from "../../../model/reply.ts";
import type { WireReply, WireRequest } from "../../../model/wire.ts";
import { type BatchReply, type BatchSession, departureOfAll } from "../../contract/batch-session.ts";
import type { Write } from "../../contract/contract.ts";
import type { LiveSecrets } from "../../contract/live-secrets.ts";
import { errorPaths, errorTags, isPatchStatus, refusedEdits } from "../../http/replies/error-body.ts";
import { replyOf } from "../../http/replies/replies.ts";
import { forEachOf, toldOf } from "../device/refused-transaction.ts";
import { changedBy, notAsSeen, outdatedBy, stillThereQuery } from "../device/removal-check.ts";
import { maskedValue } from "./device-writes.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import { listsYangPatch, noYangPatch } from "./module-texts.ts";
import { isPatched, placeOf } from "./places.ts";
import {
  isOutdated,
  sharedContainer,
  type TransactionPorts,
  transactionsOf,
  writesAbout,
} from "./transaction.ts";
import { isWholeList } from "./whole-lists.ts";
import { type PatchPart, patchPart, writeOfEdit, yangPatch } from "./yang-patch.ts";

/** How transactions are sent, and how a single write is sent. */
export interface YangPatchPorts extends TransactionPorts {
  alone(write: Write, signal: AbortSignal): Promise<Reply>;
  /** The live secrets of this run. Undefined: live state is compared without resolving its stand-ins. */
  readonly live: LiveSecrets | undefined;
}

/** The batches of a session, and the warnings since the last call. */
interface DeviceBatches extends BatchSession {
  readonly warnings?: () => readonly Problem[];
  /** Devices that are known to lack YANG Patch. Absent: YANG Patch is not used. */
  readonly without?: Set<string>;
}

/** Returns the batches of a session. Undefined: each change has its own request. */
export function batchingOf(on: YangPatchPorts): DeviceBatches | undefined {
  const plain = transactionsOf(on);
  if (plain === undefined || on.ground.dialect.write !== "yang-patch") return plain;
  const patches = new YangPatches(on, plain);
  return {
    ...plain,
    scopeOf: (write) => patches.scopeOf(write),
    send: (writes, signal) => patches.send(writes, signal),
    warnings: () => patches.warnings(),
    without: patches.without,
  };
}

/** Returns the YANG Patch that a write would send on its own. */
export function yangPatchPreview(on: Omit<YangPatchPorts, "wire">, write: Write): WireRequest {
  const { entityTags } = on.ground.dialect;
  const of = sharedContainer(on, [write]);
  const tag = of !== undefined && entityTags === "matched" ? on.tagged(write).version : undefined;
  return yangPatch(on.ground, [patched(on, write)], { of, tag, id: patchId(on, 1) });
}

/** The batches of one session. Devices that are known to lack YANG Patch are not tried again. */
class YangPatches {
  readonly #on: YangPatchPorts;
  readonly #plain: BatchSession;
  /** The hosts of devices that are known to lack YANG Patch. */
  readonly without = new Set<string>();
  /** Hosts that the next warning will name. */
  readonly #untold = new Set<string>();
  /**
   * For each host, true if the device's capabilities include YANG Patch. Capabilities are requested if a reply cannot
   * be interpreted without them.
   */
  readonly #lists = new Map<string, boolean | undefined>();
  #sent = 0;

  constructor(on: YangPatchPorts, plain: BatchSession) {
    this.#on = on;
    this.#plain = plain;
  }

  scopeOf(write: Parameters<BatchSession["scopeOf"]>[0]): string | undefined {
    const { host = "" } = write.scope;
    return this.without.has(host) ? this.#plain.scopeOf(write) : write.scope.host;
  }

  async send(writes: readonly Write[], signal: AbortSignal): Promise<BatchReply> {
    const host = writes[0]?.scope.host ?? "";
    if (this.without.has(host)) return this.#sendPlainly(writes, signal);
    const { exchange, ground, tags, reads } = this.#on;
    const made = writes.map((write) => patched(this.#on, write));
    const of = sharedContainer(this.#on, writes);
    const isTagged = of !== undefined && ground.dialect.entityTags === "matched";
    const tag = isTagged ? tags.common(writes.map(this.#on.tagged)) : undefined;
    const departure = departureOfAll(writes);
    const once = writes.some((write) => write.once) && { once: true as const };
    this.#sent += 1;
    const id = patchId(this.#on, this.#sent);
    const request = yangPatch(ground, made, {
      of,
      tag,
      id,
      departure: { leaving: departure.leaving, ...once },
    });
    const masked = made.map(({ masked: [at] }) => at);
    if (ground.dialect.maskedValues === "refuse" && masked.some((at) => at !== undefined))
      return {
        meaning: "held",
        problems: masked.map((at) =>
          at === undefined ? undefined : maskedValue(exchange.target, request, at),
        ),
      };
    const outdated = tag === undefined ? await this.#outdated(writes, signal) : [];
    if (outdated.length > 0)
      return conflictOf(
        writes,
        notAsSeen,
        outdated.map((each) => writes.indexOf(each)),
      );
    const answer = await this.#on.wire.send(request, signal);
    const held = departure.held();
    if (held) return { meaning: "held", problems: held };
    for (const write of writes) tags.sent(this.#on.tagged(write), request, answer);
    const reply = replyOf(exchange, request, asTold(answer));
    if (reply.meaning === "accepted")
      for (const write of writes.filter(({ operation }) => operation !== "remove")) {
        const { path, entry } = placeOf(ground.dialect, write);
        reads.written(host, entry ? [...path, entry] : path);
      }
    if (reply.meaning === "refused" && (isUnknown(answer) || (await this.#isMisread(host, answer, signal)))) {
      this.without.add(host);
      this.#untold.add(host);
      return this.#sendPlainly(writes, signal);
    }
    return this.#told(writes, { answer, reply });
  }

  warnings(): readonly Problem[] {
    const hosts = [...this.#untold].sort();
    this.#untold.clear();
    return hosts.length === 0 ? [] : [noYangPatch(this.#on.exchange.target, hosts)];
  }

  /**
   * True if the device has misread the patch as invalid data because it lacks YANG Patch. The device's capabilities
   * decide, if the device shows them.
   */
  async #isMisread(host: string, answer: WireReply, signal: AbortSignal): Promise<boolean> {
    if (answer.outcome !== "answered" || answer.status !== 400 || isPatchStatus(parseJson(answer.text)))
      return false;
    if (!this.#lists.has(host)) this.#lists.set(host, await listsYangPatch(this.#on, host, signal));
    return this.#lists.get(host) === false;
  }

  #told(
    writes: readonly Write[],
    { answer, reply }: { readonly answer: WireReply; readonly reply: Reply },
  ): BatchReply {
    const { exchange, ground } = this.#on;
    const isConflict = reply.meaning === "conflict" && !isOutdated(answer);
    if (answer.outcome !== "answered" || !(reply.meaning === "refused" || isConflict))
      return forEachOf(writes, reply);
    const body = parseJson(answer.text);
    const named = refusedEdits(body)
      .map(writeOfEdit)
      .filter((at) => writes[at] !== undefined);
    const about = [...new Set([...named, ...writesAbout(ground.dialect, writes, errorPaths(body))])];
    if (reply.meaning === "conflict") return conflictOf(writes, reply, about);
    return reply.meaning === "refused"
      ? { meaning: "over", replies: toldOf(exchange.target, writes, { reply, about }) }
      : forEachOf(writes, reply);
  }

  /**
   * Checks the writes that might remove unseen values and have no ETag as a guard. All of them are checked with one
   * read.
   */
  async #outdated(writes: readonly Write[], signal: AbortSignal): Promise<readonly Write[]> {
    const taking = writes.filter(({ once }) => once);
    const host = taking[0]?.scope.host;
    if (host === undefined) return [];
    const { exchange, ground, wire, reads, live } = this.#on;
    const read = await reads.read({ exchange, ground, wire, host }, stillThereQuery(host, taking), signal);
    if (read.state !== "whole") return taking;
    // Any change outdates a replacement, because a replacement is built from everything that was read. A merge removes
    // only the values that it names.
    const removed = taking.filter(isRemoval);
    const replaced = taking.filter((write) => !isRemoval(write) && !isMerged(ground.dialect, write));
    return [...outdatedBy(read.items, removed, live), ...changedBy(read.items, replaced, live)];
  }

  /**
   * Sends writes to a device without YANG Patch. If a PATCH can carry out each of several writes, all of them are sent
   * in one PATCH. Otherwise nothing is sent, and the reply names the writes that the caller must send separately. A
   * single write is sent on its own.
   */
  async #sendPlainly(writes: readonly Write[], signal: AbortSignal): Promise<BatchReply> {
    const { dialect } = this.#on.ground;
    const other = writes.flatMap((write, at) => (write.once || !isPatched(dialect, write) ? [at] : []));
    const [one, ...others] = writes;
    if (one === undefined || (other.length === 0 && others.length > 0))
      return this.#plain.send(writes, signal);
    // After this reply, the caller sends the named writes one by one, so that each has its own result.
    if (others.length > 0) return conflictOf(writes, apart, other);
    return { meaning: "over", replies: [await this.#on.alone(one, signal)] };
  }
}

function isMerged(dialect: RestconfDialect, write: Write): boolean {
  return isPatched(dialect, write) && !isWholeList(dialect, write);
}

function isRemoval({ operation }: Write): boolean {
  return operation === "remove";
}

type Conflict = Extract<Reply, { meaning: "conflict" }>;

const apart: Conflict = { meaning: "conflict", detail: "the device does not support YANG Patch" };

/**
 * Returns a reply which says that no write was carried out. The caller then separately sends the writes that the errors
 * concern. If there was only one write, its resource is read again.
 */
function conflictOf(writes: readonly Write[], reply: Conflict, named: readonly number[]): BatchReply {
  return writes.length === 1 ? forEachOf(writes, reply) : { ...reply, named };
}

function patched({ ground, reads }: Pick<YangPatchPorts, "ground" | "reads">, write: Write): PatchPart {
  const place = placeOf(ground.dialect, write);
  const host = write.scope.host ?? "";
  return patchPart(ground, write, reads.isAround(host, place.path));
}

function patchId({ exchange }: Pick<YangPatchPorts, "exchange">, count: number): string {
  return `trueup-${exchange.target}-${count}`;
}

/** Statuses of a device that lacks YANG Patch, in general or for this resource (RFC 8040, 5.2). */
const unknown: readonly number[] = [404, 405, 415, 501];

function isUnknown(answer: WireReply): boolean {
  if (answer.outcome !== "answered") return false;
  const body = parseJson(answer.text);
  if (isPatchStatus(body)) return false;
  return unknown.includes(answer.status) || errorTags(body).includes("operation-not-supported");
}

/** Tags that belong to the status 409 (RFC 8040, 7). */
const conflicts: ReadonlySet<string> = new Set([
  ...["data-exists", "data-missing", "in-use", "lock-denied", "resource-denied"],
]);

/**
 * Returns the answer with the status that belongs to its error tag. The device's own status does not count: some
 * servers answer an error with 200, or any error in an edit with 409.
 */
function asTold(answer: WireReply): WireReply {
  if (answer.outcome !== "answered" || (answer.status >= 300 && answer.status !== 409)) return answer;
  const body = parseJson(answer.text);
  const tags = isPatchStatus(body) ? errorTags(body) : [];
  if (tags.length === 0) return answer;
  if (tags.some((tag) => conflicts.has(tag))) return { ...answer, status: 409 };
  return answer.status === 409 && tags.includes("operation-failed") ? answer : { ...answer, status: 400 };
}
