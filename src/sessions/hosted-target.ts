/** Answers questions to a session that this process holds. Sends only what the session sends. */

import type { Session, Write } from "../drivers/contract/contract.ts";
import type { Scope } from "../model/desired.ts";
import type { Json } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import { digest } from "../runtime/digest.ts";
import type { Ask, AskedBy } from "./ask.ts";
import { callText, callValue, plainRead, plainReply, type ReferencesByValue } from "./codec.ts";
import type { HiddenNames } from "./hidden-names.ts";
import type { CallOptions, SessionAnswer } from "./port.ts";
import type { AskedSecrets, ToldSecrets } from "./secrets.ts";
import type { OccurringSecret, ToldAnswer } from "./told.ts";

/** The references whose secrets this process has opened. */
export interface OpenReferences extends ReferencesByValue {
  /** Opens the references that are not open yet. Returns the reasons why some of them cannot be opened. */
  open(references: readonly string[]): Promise<readonly Problem[]>;
}

/** A target with a session in this process, for one opened project. */
export interface HostedTarget {
  readonly name: string;
  readonly session: Session;
  readonly hidden: HiddenNames;
  readonly references: OpenReferences;
  /** Returns the number of requests that were sent since its last call. */
  requests(): number;
  /** Returns the secrets in a text. */
  occurring(text: string): readonly OccurringSecret[];
  secrets(asked: AskedSecrets): Promise<ToldSecrets>;
}

/** Returns the question in the text of a call. */
export function askedIn(text: Json, names: HiddenNames): AskedBy {
  return callValue(typeof text === "string" ? text : JSON.stringify(text), names);
}

/** Answers one question. Rejects only with the signal's reason. */
export async function answerAt(on: HostedTarget, asked: Json, options: CallOptions): Promise<SessionAnswer> {
  const { ask } = askedIn(asked, on.hidden);
  const departures = new Departures(options);
  try {
    const faults = await on.references.open(referencesIn(String(asked)));
    const [missing] = faults;
    const refused = missing && refusal(ask, missing);
    const value = refused ?? (await performed(on, ask, departures));
    return { is: "answered", answer: told(on, ask, value), requests: on.requests() };
  } catch (error) {
    if (options.signal.aborted && !departures.hasLeft) throw options.signal.reason;
    const why = error instanceof Error ? error.message : String(error);
    const failed = problem(
      "session-failed",
      `${on.name}: the process that connects to this target failed: ${why}`,
    );
    return { is: "lost", sent: departures.hasLeft, problem: failed };
  }
}

/** Asks the caller before each write of a call is sent. */
class Departures {
  readonly options: CallOptions;
  hasLeft = false;

  constructor(options: CallOptions) {
    this.options = options;
  }

  /** Returns the function to call before one write is sent; undefined if the caller does not want to be asked. */
  of(index: number): Write["leaving"] {
    const { leaving } = this.options;
    if (!leaving) return undefined;
    return async (fence) => {
      const held = await leaving(index, fence);
      if (held === undefined) this.hasLeft = true;
      return held;
    };
  }
}

/** The answer to a question, as plain data. */
async function performed(on: HostedTarget, ask: Ask, departures: Departures): Promise<unknown> {
  const { session } = on;
  const { signal } = departures.options;
  const whole = (write: Write, index: number) => ({ ...write, leaving: departures.of(index) });
  switch (ask.is) {
    case "read":
      return plainRead(await session.read(ask.request, signal), on.references);
    case "write":
      return plainReply(await session.write(whole(ask.write, 0), signal), on.references);
    case "batch": {
      const reply = await having(session.batching).send(ask.writes.map(whole), signal);
      if (reply.meaning !== "over") return reply;
      return { ...reply, replies: reply.replies.map((each) => plainReply(each, on.references)) };
    }
    case "findTasks":
      return { tasks: await having(session.batching?.tasks).find?.(ask.writes, signal) };
    case "askTasks":
      return having(session.batching?.tasks).ask(ask.tasks, signal);
    case "askTask":
      return having(session.askTask)(ask.task, signal);
    case "changes":
      return having(session.changes)({ scope: ask.scope, since: ask.since }, signal);
    case "waiting":
      return having(session.finishing).waiting(ask.written, signal);
    case "finish":
      return having(session.finishing).finish(ask.items, signal, departures.of(0));
    case "askFinish":
      return having(session.finishing).askFinish(ask.task, signal);
    case "post":
      return having(session.post)({ room: ask.room, text: ask.text }, signal);
    case "modules":
      return having(session.modules).list(ask.host, signal);
    case "moduleText":
      return having(session.modules).text(ask.host, ask.module, signal);
    case "secrets":
      return on.secrets(ask);
    case "close":
      return {};
  }
}

function having<T>(capability: T | undefined): T {
  if (capability === undefined)
    throw new Error("the session of this target does not support the requested operation");
  return capability;
}

/**
 * Returns the answer to a question that writes, if a secret is missing; undefined for any other question. Reads are
 * answered: they compare only the secrets that are open.
 */
function refusal(ask: Ask, missing: Problem): unknown {
  if (ask.is === "write") return { meaning: "refused", problem: missing };
  return ask.is === "batch" ? { meaning: "held", problems: ask.writes.map(() => missing) } : undefined;
}

function told({ session, hidden, occurring }: HostedTarget, ask: Ask, value: unknown): string {
  const text = callText(value, hidden);
  const token = ask.is === "read" ? digest(text) : undefined;
  const isSame = ask.is === "read" && ask.known === token && !text.includes('"$of":"');
  const redact = occurring(text);
  const about = askedAbout(ask);
  const along: ToldAnswer<never> = {
    token,
    learned: about && session.learned?.after(about),
    ...(redact.length > 0 && { redact }),
  };
  const rest = JSON.stringify(along).slice(1, -1);
  if (isSame) return `{${rest}}`;
  return `{"value":${text}${rest === "" ? "" : `,${rest}`}}`;
}

/**
 * Returns the scope of a read or write, after which the session may have learned something; undefined for any other
 * question.
 */
function askedAbout(ask: Ask): { readonly scope: Scope; readonly collection?: string } | undefined {
  if (ask.is === "read") return ask.request;
  if (ask.is === "write") return ask.write;
  return ask.is === "batch" ? ask.writes[0] : undefined;
}

/** The references that a question contains. */
function referencesIn(text: string): readonly string[] {
  if (!text.includes('{"secret":"')) return [];
  const found = text.matchAll(/\{"secret":("(?:[^"\\]|\\.)*")\}/g);
  return [...new Set([...found].map(([, reference = '""']) => textIn(reference)))];
}

function textIn(quoted: string): string {
  return JSON.parse(quoted);
}
