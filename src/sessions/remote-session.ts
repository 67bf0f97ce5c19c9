/** A session that sends its requests through another process. A local session answers what needs no request. */

import type { FinishSession } from "../drivers/contract/activation.ts";
import type { BatchReply, BatchSession } from "../drivers/contract/batch-session.ts";
import type { Dialect, ReadRequest, Session, Write } from "../drivers/contract/contract.ts";
import type { Scope } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import type { Problem } from "../model/problem.ts";
import type { Target } from "../model/project.ts";
import type { Reply } from "../model/reply.ts";
import type { Departure } from "../model/wire.ts";
import { answerTo } from "./answer-shapes.ts";
import type { Answers, Ask } from "./ask.ts";
import { callText, type PlainRead, type PlainReply, readOf, replyOf } from "./codec.ts";
import { HiddenByName } from "./hidden-names.ts";
import type { KnownAnswers } from "./known-answers.ts";
import { type LostAnswer, nothing, tooManySecrets, unsent } from "./lost-answers.ts";
import type { SessionAnswer, SessionsPort } from "./port.ts";
import { shardOf } from "./shard.ts";
import type { OccurringSecret, ToldAnswer } from "./told.ts";

/** A target with a session in another process. */
export interface RemoteTarget {
  readonly target: Target;
  readonly dialect: Dialect;
  /** A local session that was opened without secrets. It sends nothing. */
  readonly local: Session;
  readonly port: SessionsPort;
  readonly bundle: string;
  /** Names this opened project. Each time a project is opened, it gets separate sessions. */
  readonly by: string;
  readonly listener: Listener;
  /**
   * Called with secrets that occur in what is read, so that they can be redacted. Returns false if they are too many:
   * then the answer is discarded, because its secrets would be shown.
   */
  readonly redact: (secrets: readonly OccurringSecret[]) => boolean;
  /** Answers of earlier runs, which need not be sent again. Default: none. */
  readonly known?: KnownAnswers | undefined;
}

/** A session, with the additional functions of a remote session. */
export interface RemoteSession {
  readonly session: Session;
  /** Returns the number of requests that were sent for the session's calls. */
  requests(): number;
  /** Asks a question for which a session has no method. */
  ask<Name extends "secrets">(
    ask: Extract<Ask, { is: Name }>,
    signal: AbortSignal,
  ): Promise<Answers[Name] | { readonly problem: Problem }>;
}

/** Opens a remote session. Sends nothing yet. */
export function remoteSession(on: RemoteTarget): RemoteSession {
  const asker = new Asker(on);
  const { local } = on;
  const session: Session = {
    read: (request, signal) => asker.read(request, signal),
    write: (write, signal) => asker.write(write, signal),
    preview: (write) => local.preview(write),
    guards: local.guards,
    previews: local.previews,
    reviewable: local.reviewable,
    logged: local.logged,
    askTask:
      local.askTask &&
      (async (task, signal) => {
        const said = await asker.ask<Answers["askTask"]>(
          { is: "askTask", task },
          { scope: asker.at(task), signal },
        );
        return "value" in said ? said.value : { state: "unclear", detail: said.problem.message };
      }),
    batching: local.batching && remoteBatching(asker, local.batching),
    changes:
      local.changes &&
      (async (of, signal) => {
        const said = await asker.ask<Answers["changes"]>(
          { is: "changes", ...of },
          { scope: of.scope, signal },
        );
        return "value" in said ? said.value : { state: "unknown", problem: said.problem };
      }),
    finishing: local.finishing && remoteFinishing(asker, on.dialect),
    post:
      local.post &&
      (async (message, signal) => {
        const said = await asker.ask<Reply>({ is: "post", ...message }, { scope: {}, signal });
        return "value" in said ? said.value : unsent(said);
      }),
    modules: local.modules && {
      list: async (host, signal) => {
        const said = await asker.ask<Answers["modules"]>(
          { is: "modules", host },
          { scope: { host }, signal },
        );
        return "value" in said ? said.value : { problem: said.problem };
      },
      text: async (host, module, signal) => {
        const ask = { is: "moduleText", host, module } as const;
        const said = await asker.ask<Answers["moduleText"]>(ask, { scope: { host }, signal });
        return "value" in said ? said.value : { problem: said.problem };
      },
    },
    close: (signal) => asker.close(signal),
  };
  return {
    session,
    requests: () => asker.requests,
    ask: async (ask, signal) => {
      const said = await asker.ask<Answers["secrets"]>(ask, { scope: {}, signal });
      return "value" in said ? said.value : { problem: said.problem };
    },
  };
}

/** How a question is asked. */
interface Asking {
  readonly scope: Scope;
  readonly signal: AbortSignal;
  /** For questions that may write: the function to call before each write is sent, by the write's position. */
  readonly leaving?: readonly (Departure | undefined)[];
}

/** The maximum number of times that a question is asked, if its holder is lost before any request was sent. */
const most = 3;

/** Asks the questions of one session. */
class Asker {
  readonly #on: RemoteTarget;
  readonly #hidden = new HiddenByName();
  /** The scopes of the tasks that this session has begun, by the task's id. */
  readonly #tasks = new Map<string, Scope>();
  readonly #shards = new Set<string>();
  requests = 0;

  constructor(on: RemoteTarget) {
    this.#on = on;
  }

  /** Returns the scope in which a task was begun; an empty scope for a task of an earlier run. */
  at({ id }: { readonly id: string }): Scope {
    return this.#tasks.get(id) ?? {};
  }

  async read(request: ReadRequest, signal: AbortSignal): ReturnType<Session["read"]> {
    const { known } = this.#on;
    const key = known?.keyOf(request);
    const before = key === undefined ? undefined : known?.get(key);
    const ask = { is: "read", request, known: before?.token } as const;
    const said = await this.#told<PlainRead>(ask, { scope: request.scope, signal });
    if ("problem" in said) return { state: "unknown", problem: said.problem };
    if (said.value === undefined)
      return before?.reply ?? { state: "unknown", problem: nothing(this.#on.target.name).problem };
    const reply = readOf(said.value);
    if (key !== undefined && said.token !== undefined) known?.set(key, { token: said.token, reply });
    return reply;
  }

  async write(write: Write, signal: AbortSignal): Promise<Reply> {
    const { scope, leaving } = write;
    const said = await this.ask<PlainReply>({ is: "write", write }, { scope, signal, leaving: [leaving] });
    if (!("value" in said)) return unsent(said);
    const reply = replyOf(said.value);
    if (reply.meaning === "pending") this.#tasks.set(reply.task.id, scope);
    return reply;
  }

  async batch(writes: readonly Write[], signal: AbortSignal): Promise<BatchReply> {
    const scope = writes[0]?.scope ?? {};
    const leaving = writes.map((write) => write.leaving);
    const said = await this.ask<PlainBatch>({ is: "batch", writes }, { scope, signal, leaving });
    if (!("value" in said)) return unsent(said);
    const { value } = said;
    if (value.meaning === "tasks") for (const { id } of value.tasks) this.#tasks.set(id, scope);
    // JSON has no undefined, so a missing problem arrives as null.
    if (value.meaning === "held")
      return { ...value, problems: value.problems.map((each) => each ?? undefined) };
    return value.meaning === "over" ? { ...value, replies: value.replies.map(replyOf) } : value;
  }

  /** Ends the session at every process that used it. */
  async close(signal: AbortSignal): Promise<void> {
    const { port, bundle, target, by, listener } = this.#on;
    const ask = callText({ by, ask: { is: "close" } }, this.#hidden);
    const call = (shard: string) =>
      port.call({ bundle, shard, target: target.name, ask, isWrite: false }, { signal, listener });
    const answers = await Promise.all([...this.#shards].map(call));
    for (const answer of answers) if (answer.is === "answered") this.requests += answer.requests;
  }

  /** Returns the value of the answer, or `LostAnswer` if there is no valid answer. */
  async ask<T>(ask: Ask, how: Asking): Promise<{ readonly value: T } | LostAnswer> {
    const said = await this.#told<T>(ask, how);
    if ("problem" in said) return said;
    return said.value === undefined ? nothing(this.#on.target.name) : { value: said.value };
  }

  async #told<T>(ask: Ask, { scope, signal, leaving }: Asking): Promise<ToldAnswer<T> | LostAnswer> {
    const { port, bundle, target, dialect, by, listener } = this.#on;
    const shard = shardOf(target, dialect, scope);
    this.#shards.add(shard);
    const isWrite = leaving !== undefined;
    const call = { bundle, shard, target: target.name, ask: callText({ by, ask }, this.#hidden), isWrite };
    for (let tries = 1; ; tries += 1) {
      let hasLeft = false;
      const answer = await port.call(call, {
        signal,
        listener,
        leaving:
          leaving &&
          (async (index, fence) => {
            const held = await leaving[index]?.(fence);
            hasLeft ||= held === undefined;
            return held;
          }),
      });
      if (answer.is === "answered") return this.#taken<T>(ask, answer);
      const lost = { ...answer, sent: answer.sent || hasLeft };
      if (lost.sent || tries >= most) return lost;
      signal.throwIfAborted();
    }
  }

  /** Returns the value of an answer, or `LostAnswer` if it is not an answer to this question. */
  #taken<T>(ask: Ask, { answer, requests }: Extract<SessionAnswer, { is: "answered" }>) {
    const { name } = this.#on.target;
    this.requests += requests;
    const told = answerTo<T>(ask.is, answer, this.#hidden);
    if (told === undefined) return nothing(name);
    if (told.redact && !this.#on.redact(told.redact)) return tooManySecrets(name);
    if (told.learned !== undefined) this.#on.local.learned?.take(told.learned);
    return told;
  }
}

type PlainBatch =
  | Exclude<BatchReply, { meaning: "over" }>
  | { readonly meaning: "over"; readonly replies: readonly PlainReply[] };

function remoteBatching(asker: Asker, local: BatchSession): BatchSession {
  const { tasks } = local;
  return {
    size: local.size,
    from: local.from,
    running: local.running,
    scopeOf: (write) => local.scopeOf(write),
    send: (writes, signal) => asker.batch(writes, signal),
    tasks: tasks && {
      ...(tasks.find && {
        find: async (writes: readonly Write[], signal: AbortSignal) => {
          const how = { scope: writes[0]?.scope ?? {}, signal };
          const said = await asker.ask<Answers["findTasks"]>({ is: "findTasks", writes }, how);
          return "value" in said ? said.value.tasks : undefined;
        },
      }),
      ask: async (all, signal) => {
        const scope = all[0] ? asker.at(all[0]) : {};
        const said = await asker.ask<Answers["askTasks"]>({ is: "askTasks", tasks: all }, { scope, signal });
        if ("value" in said) return said.value;
        return all.map(() => ({ state: "unclear", detail: said.problem.message }));
      },
    },
  };
}

function remoteFinishing(asker: Asker, { finishing: facts }: Dialect): FinishSession {
  const by = facts?.by;
  return {
    announces: true,
    waiting: async (written, signal) => {
      const how = { scope: written[0] ?? {}, signal };
      const said = await asker.ask<Answers["waiting"]>({ is: "waiting", written }, how);
      return "value" in said ? said.value : { state: "unknown", problem: said.problem };
    },
    finish: async (items, signal, leaving) => {
      const [first] = items;
      const scope = by === undefined || first?.unit === undefined ? {} : { [by]: first.unit };
      const said = await asker.ask<Reply>({ is: "finish", items }, { scope, signal, leaving: [leaving] });
      return "value" in said ? said.value : unsent(said);
    },
    askFinish: async (task, signal) => {
      const said = await asker.ask<Answers["askFinish"]>({ is: "askFinish", task }, { scope: {}, signal });
      return "value" in said ? said.value : { state: "unclear", detail: said.problem.message };
    },
  };
}
