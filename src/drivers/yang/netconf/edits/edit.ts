/**
 * Carries out one edit: locks, edits, validates, commits and confirms, as far as the device supports it, in one
 * session.
 */

import { canonicalText } from "../../../../model/json.ts";
import type { Reply } from "../../../../model/reply.ts";
import type { Departure, WireReply } from "../../../../model/wire.ts";
import type { Write } from "../../../contract/contract.ts";
import { departure } from "../../../contract/sending.ts";
import { outdatedBy, seenBy, stillThereQuery } from "../../device/removal-check.ts";
import type { Fleet } from "../fleet.ts";
import { type Hello, offers } from "../hello.ts";
import { readDevice } from "../read-device.ts";
import { meaningOf } from "../replies.ts";
import {
  commitText,
  copyToStartupText,
  type Datastore,
  discardText,
  editText,
  lockText,
  saveConfigText,
  validateText,
} from "../rpcs.ts";
import type { XmlNode } from "./write-xml.ts";

/** An rpc to send. */
export interface Rpc {
  readonly name: string;
  readonly text: string;
  /** The session in which the rpc must be sent. Absent: any open session can be used. */
  readonly session?: string | undefined;
}

/** How rpcs are sent and interpreted. */
interface EditContext {
  readonly hello: Hello;
  readonly config: readonly XmlNode[];
  readonly confirmSeconds: number;
  /** True: a candidate is validated before it is committed, if the device supports validation. */
  readonly isChecked: boolean;
  send(rpc: Rpc): Promise<WireReply>;
  /** Called once everything is locked. Returns why the edit must not be made. Undefined: the edit may be made. */
  blocked(): Promise<Reply | undefined>;
  meaning(rpc: Rpc, reply: WireReply): Reply;
  /** Ends the session: the device releases locks and rolls back an unconfirmed commit. */
  end(session: string): Promise<void>;
}

/** Returns the datastore in which this device accepts edits. Undefined: the device accepts no edits. */
export function writtenStore(hello: Hello): Datastore | undefined {
  if (offers(hello, "candidate:1.0")) return "candidate";
  return offers(hello, "writable-running:1.0") ? "running" : undefined;
}

/**
 * Carries out an edit in these steps, and returns the reply.
 *
 * | step              | on a candidate | on running | on failure                              |
 * |-------------------|----------------|------------|-----------------------------------------|
 * | lock running      | yes            | yes        | nothing was changed                     |
 * | lock candidate    | yes            |            | unlock                                  |
 * | `blocked`         | yes            | yes        | unlock                                  |
 * | edit-config       | yes            | yes        | discard, unlock                         |
 * | validate          | if supported   |            | discard, unlock                         |
 * | commit            | yes            |            | discard, unlock                         |
 * | confirming commit | if supported   |            | the session ends: the device rolls back |
 * | discard           | after failures |            | the session ends, and with it the rest  |
 * | unlock            | both           | running    | the session ends, and the locks with it |
 */
export async function edit(on: EditContext, target: Datastore): Promise<Reply> {
  const locked: Datastore[] = [];
  const talk = talkOf(on);
  for (const each of target === "candidate" ? (["running", "candidate"] as const) : [target]) {
    const reply = await talk.ask(`lock of ${each}`, lockText("lock", each));
    if (reply.meaning !== "accepted") return unlocked(talk, locked, reply);
    locked.push(each);
  }
  const blocked = await on.blocked();
  if (blocked) return unlocked(talk, locked, blocked);
  const { reply, unconfirmed } = await changed(on, target, talk);
  const isLeft = reply.meaning !== "accepted" && target === "candidate";
  // Uncommitted changes would prevent everyone from locking the candidate.
  if (unconfirmed || (isLeft && !(await isDiscarded(talk)))) await talk.end();
  return unlocked(talk, locked, reply);
}

async function isDiscarded(talk: Talk): Promise<boolean> {
  return (await talk.ask("discard-changes", discardText)).meaning === "accepted";
}

/** An open session. Once the session is lost or closed, nothing more is sent. */
interface Talk {
  ask(name: string, text: string): Promise<Reply>;
  end(): Promise<void>;
}

function talkOf(on: EditContext): Talk {
  let session: string | undefined;
  let over = false;
  return {
    async ask(name, text) {
      if (over) return { meaning: "lost", detail: "the session has ended" };
      const rpc: Rpc = { name, text, session };
      const reply = await on.send(rpc);
      if (reply.outcome === "answered") session = reply.headers.session;
      else over = true;
      return on.meaning(rpc, reply);
    },
    async end() {
      if (!over && session !== undefined) await on.end(session);
      over = true;
    },
  };
}

async function changed(
  { hello, config, confirmSeconds, isChecked }: EditContext,
  target: Datastore,
  { ask }: Talk,
): Promise<{ readonly reply: Reply; readonly unconfirmed?: boolean }> {
  const rollback = offers(hello, "rollback-on-error:1.0");
  const edited = await ask(`edit-config of ${target}`, editText({ target, config, rollback }));
  if (edited.meaning !== "accepted" || target === "running") return { reply: edited };
  const validates = isChecked && (offers(hello, "validate:1.1") || offers(hello, "validate:1.0"));
  const valid = validates ? await ask("validate", validateText) : edited;
  if (valid.meaning !== "accepted") return { reply: valid };
  const confirms = offers(hello, "confirmed-commit:1.1") || offers(hello, "confirmed-commit:1.0");
  const committed = await ask("commit", commitText(confirms ? confirmSeconds : undefined));
  if (committed.meaning !== "accepted" || !confirms) return { reply: committed };
  const confirmed = await ask("confirming commit", commitText());
  return { reply: confirmed, unconfirmed: confirmed.meaning !== "accepted" };
}

/**
 * Releases the locks and returns the reply. If a lock cannot be released, the session is ended, which releases all
 * locks.
 */
async function unlocked(talk: Talk, locked: readonly Datastore[], reply: Reply): Promise<Reply> {
  for (const each of locked.toReversed()) {
    const given = await talk.ask(`unlock of ${each}`, lockText("unlock", each));
    if (given.meaning === "accepted") continue;
    await talk.end();
    break;
  }
  return reply;
}

const ciscoModule = "cisco-ia";

/**
 * Saves the running configuration with the rpc that the device offers, and returns the result. Nothing is sent if the
 * device offers neither `save-config` nor a startup datastore, because it then saves its configuration on its own.
 */
export async function saveDevice(
  fleet: Fleet,
  host: string,
  { signal, leaving }: { readonly signal: AbortSignal; readonly leaving?: Departure | undefined },
): Promise<Reply> {
  const device = await fleet.deviceAt(host, signal);
  if ("problem" in device) return device.reply;
  const { hello, modules } = device;
  const isOwn = modules.isAnnounced(ciscoModule);
  if (!isOwn && !offers(hello, "startup:1.0")) return { meaning: "accepted" };
  const [rpc, text] = isOwn ? ["save-config", saveConfigText] : ["copy-config", copyToStartupText];
  const request = { ...fleet.request(host, "POST", text), ...departure({ leaving }) };
  return meaningOf(fleet.exchange, { rpc, request }, await fleet.send(host, request, signal));
}

/**
 * Returns the state on which a write is based. Undefined: the write removes nothing, or its device cannot show
 * configuration without state.
 */
export function guardOf({ showsState }: Fleet, write: Write): string | undefined {
  if (!takesMore(write) || showsState.has(write.scope.host ?? "")) return undefined;
  return canonicalText(seenBy(write) ?? null);
}

/**
 * Returns the writes whose live state is no longer the expected state. If that cannot be determined, returns all
 * guarded writes.
 */
export async function outdatedAmong(
  fleet: Fleet,
  writes: readonly Write[],
  signal: AbortSignal,
): Promise<readonly Write[]> {
  const guarded = writes.filter((write) => guardOf(fleet, write) !== undefined);
  const [first] = guarded;
  if (first === undefined) return [];
  const host = first.scope.host ?? "";
  const read = await readDevice(fleet, stillThereQuery(host, guarded), signal);
  // A device without <get-config> returned its state too, so a comparison would have no meaning.
  if (read.state !== "whole" || fleet.showsState.has(host)) return guarded;
  return outdatedBy(read.items, guarded, fleet.live);
}

function takesMore({ operation, ownership }: Write): boolean {
  return operation === "remove" || ownership === "exclusive";
}
