/**
 * The questions to a session that another process holds, and the answers. There is one question for each method of a
 * session that sends requests.
 */

import type { WaitingItem } from "../drivers/contract/activation.ts";
import type { BatchReply } from "../drivers/contract/batch-session.ts";
import type { ChangesReply } from "../drivers/contract/change-log.ts";
import type { ReadReply, ReadRequest, Session, Write } from "../drivers/contract/contract.ts";
import type { ModuleReader } from "../drivers/contract/target-model.ts";
import type { Scope } from "../model/desired.ts";
import type { Reply, Task, TaskReply } from "../model/reply.ts";
import type { AskedSecrets, ToldSecrets } from "./secrets.ts";

type Module = Parameters<ModuleReader["text"]>[1];

/** The questions, by their names. */
interface Questions {
  /** `known`: the token of an answer to the same question, if the asking process still has this answer. */
  readonly read: { readonly request: ReadRequest; readonly known?: string | undefined };
  readonly write: { readonly write: Write };
  readonly batch: { readonly writes: readonly Write[] };
  readonly findTasks: { readonly writes: readonly Write[] };
  readonly askTasks: { readonly tasks: readonly Task[] };
  readonly askTask: { readonly task: Task };
  readonly changes: { readonly scope: Scope; readonly since: string };
  readonly waiting: { readonly written: readonly Scope[] };
  readonly finish: { readonly items: readonly WaitingItem[] };
  readonly askFinish: { readonly task: Task };
  readonly post: { readonly room: string; readonly text: string };
  readonly modules: { readonly host: string };
  readonly moduleText: { readonly host: string; readonly module: Module };
  /** Opens the secrets of a run, and reports facts about them, but not their values. Sends nothing to a target. */
  readonly secrets: AskedSecrets;
  /** Asked once the run no longer needs the session. */
  readonly close: object;
}

/** The answers, by the names of their questions. */
export interface Answers {
  readonly read: ReadReply;
  readonly write: Reply;
  readonly batch: BatchReply;
  readonly findTasks: { readonly tasks?: readonly Task[] | undefined };
  readonly askTasks: readonly TaskReply[];
  readonly askTask: TaskReply;
  readonly changes: ChangesReply;
  readonly waiting: Awaited<ReturnType<NonNullable<Session["finishing"]>["waiting"]>>;
  readonly finish: Reply;
  readonly askFinish: TaskReply;
  readonly post: Reply;
  readonly modules: Awaited<ReturnType<ModuleReader["list"]>>;
  readonly moduleText: Awaited<ReturnType<ModuleReader["text"]>>;
  readonly secrets: ToldSecrets;
  readonly close: object;
}

/** A question with its name. */
export type Ask = { [Name in keyof Questions]: Questions[Name] & { readonly is: Name } }[keyof Questions];

/** One question. `by` names the opened project that asks. Each time a project is opened, it gets separate sessions. */
export interface AskedBy {
  readonly by: string;
  readonly ask: Ask;
}
