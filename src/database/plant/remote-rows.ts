/** The database access of a worker that cannot reach the database: it asks a trueup server over HTTP. */

import type { Json } from "../../model/json.ts";
import { parseJson } from "../../model/json.ts";
import type { Problem } from "../../model/problem.ts";
import type { Secret } from "../../model/secret.ts";
import type { Clock, Random, Wire, WireJson } from "../../model/wire.ts";
import { anyKey } from "../channel-keys.ts";
import type { WorkerName, WorkerRows } from "../contract.ts";
import { noToken, refusedProblem, unexpectedProblem } from "./problems.ts";
import { type WorkQuestion, workPath } from "./protocol.ts";
import { reporter } from "./reporter.ts";

/** How to reach the server. */
export interface RemoteRowsOptions {
  /** The server's URL, without a trailing slash. */
  readonly url: string;
  /** Wires by timeout: `long` for reports, bundles and news, `soon` for all other questions. */
  readonly wires: { readonly soon: Wire; readonly long: Wire };
  /** Reads the token for each request, because its file may change. */
  readonly token: () => Promise<Secret | undefined>;
  readonly worker: WorkerName;
  readonly clock: Clock;
  readonly random: Random;
  /** Called whenever the reason why the server does not answer changes; with undefined once it answers again. */
  readonly told: (found: Problem | undefined) => void;
}

/** The database access, and how to close it. */
export interface RemoteRows {
  readonly rows: WorkerRows;
  /** Checks whether the server answers this worker; returns the problem if not. */
  check(): Promise<Problem | undefined>;
  close(): Promise<void>;
}

/** Thrown if the server gives no answer; to callers, it is like a failed statement. */
class Unanswered extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Opens the database access through a server. Questions are not repeated here, because the caller knows which of them
 * can be repeated.
 */
export function remoteRows(options: RemoteRowsOptions): RemoteRows {
  const { worker, clock, random } = options;
  const ended = new AbortController();
  const ask = asking(options, ended.signal);
  const heard = new Set<(about: string) => void>();
  let listening: Promise<void> | undefined;
  const report = reporter((told) => ask("report", told));
  const rows: WorkerRows = {
    bundle: (digest) => wholeBundle(ask, digest),
    hello: async (_, shards) => void (await ask("hello", { version: worker.version, shards })),
    goodbye: async () => void (await ask("goodbye", {})),
    claim: async (most) => (await ask("claim", { most })).claimed,
    touch: async (holdings) => new Set((await ask("touch", { holdings: holdings.map(plain) })).owned),
    complete: async (holding) => {
      report.forget(holding);
      await ask("complete", { holding: plain(holding) });
    },
    look: async (holding, { calls, waiting, isTaking }) =>
      ask("look", { holding: plain(holding), mine: { calls: [...calls], waiting: [...waiting], isTaking } }),
    wait: async ({ fence, call, index }) => {
      await ask("wait", { write: { fence: { ...plain(fence), call: fence.call }, call, index } });
    },
    report: report.send,
    onWork: (each) => {
      heard.add(each);
      const tell = (about: string) => {
        for (const one of heard) one(about);
      };
      listening ??= listen({ ask, tell, clock, random, ended: ended.signal });
      return () => void heard.delete(each);
    },
  };
  return {
    rows,
    check: async () => {
      try {
        await rows.hello(worker, 0);
        return undefined;
      } catch (error) {
        if (error instanceof Unanswered) return error.problem;
        throw error;
      }
    },
    close: async () => {
      ended.abort(new Error("closed"));
      await listening;
    },
  };
}

function plain({
  shard,
  job,
  attempt,
}: {
  readonly shard: string;
  readonly job: string;
  readonly attempt: number;
}) {
  return { shard, job, attempt };
}

/** An answer of the server. Its shape is not checked: the protocol's version is part of the path. */
type Answer = ReturnType<typeof JSON.parse>;

/** Asks one question. */
type AskWork = (question: WorkQuestion, body: { readonly [key: string]: WireJson }) => Promise<Answer>;

function asking(options: RemoteRowsOptions, ended: AbortSignal): AskWork {
  const { url, wires, worker } = options;
  let last: string | undefined;
  const settle = (found: Problem | undefined) => {
    if (found?.code === last) return;
    last = found?.code;
    options.told(found);
  };
  return async (question, body) => {
    const token = await options.token();
    if (token === undefined) {
      settle(noToken());
      throw new Unanswered(noToken());
    }
    const isLong = question === "news" || question === "report" || question === "bundle";
    const reply = await (isLong ? wires.long : wires.soon).send(
      {
        method: "POST",
        url: `${url}${workPath}/${question}`,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          authorization: { scheme: "bearer", token },
        },
        body: { ...body, worker: worker.name },
      },
      ended,
    );
    const isOurs =
      reply.outcome === "answered" && /^application\/json/.test(reply.headers["content-type"] ?? "");
    const answer: Json | undefined = isOurs ? parseJson(reply.text) : undefined;
    const isAnswer = isOurs && reply.status === 200 && answer !== undefined;
    const found = isAnswer ? undefined : reply.outcome === "answered" ? refusedProblem(reply) : reply.problem;
    if (!ended.aborted) settle(found);
    if (found) throw new Unanswered(found);
    return answer;
  };
}

/** Reads a bundle in pieces, because it can be longer than an answer. Undefined if the server does not have it. */
async function wholeBundle(ask: AskWork, digest: string): Promise<string | undefined> {
  let text = "";
  for (;;) {
    const { piece, size } = await ask("bundle", { digest, from: text.length });
    if (typeof piece !== "string") return undefined;
    text += piece;
    if (text.length >= size) return text;
    if (piece === "") throw new Unanswered(unexpectedProblem());
  }
}

interface Listening {
  readonly ask: AskWork;
  readonly tell: (about: string) => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly ended: AbortSignal;
}

const [firstMs, longestMs] = [500, 30_000];

/** Asks for news, again and again. After a failure, any news may have been missed. */
async function listen({ ask, tell, clock, random, ended }: Listening): Promise<void> {
  let failed = 0;
  while (!ended.aborted) {
    try {
      const { about } = await ask("news", {});
      if (failed > 0) tell(anyKey);
      failed = 0;
      for (const each of about) tell(each);
    } catch {
      failed += 1;
      const most = Math.min(longestMs, firstMs * 2 ** Math.min(failed - 1, 10));
      await clock.wait(most * (0.5 + random() / 2), ended).catch(() => {});
    }
  }
}
