/** How each question of a worker is answered: by the database's rows, limited to the worker's own shards. */

import type { z } from "zod";
import type { Ownership } from "../../database/contract.ts";
import { type WorkQuestion, workBounds } from "../../database/plant/protocol.ts";
import { questions } from "./questions.ts";
import type { Seat } from "./seats.ts";

/** The worker that asks. */
export interface AskingWorker {
  readonly seat: Seat;
  /** Records a question about a shard that the worker does not own. */
  readonly foreign: (holding: Ownership) => void;
  /** Records that a worker has connected. */
  readonly came: () => void;
  /** Aborted once the worker no longer waits for the answer. */
  readonly ends: AbortSignal;
}

/** Answers a question, given its body. `bad`: why the body is invalid. */
type Answering = (
  body: unknown,
  askerFor: (process: string) => AskingWorker,
) => Promise<{ readonly bad: string } | { readonly value: object }>;

function on<Question extends { readonly worker: string }>(
  schema: z.ZodType<Question>,
  does: (asker: AskingWorker, question: Question) => Promise<object>,
): Answering {
  return async (body, askerFor) => {
    const read = schema.safeParse(body);
    if (read.success) return { value: await does(askerFor(read.data.worker), read.data) };
    const [issue] = read.error.issues;
    return { bad: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not understood"}` };
  };
}

/**
 * Runs `does` if the worker owns the shard. Otherwise records the question and returns undefined. A worker thus learns
 * nothing about other shards, and what it sends about them is discarded.
 */
async function ofOwn<Answer extends object>(
  { seat, foreign }: AskingWorker,
  holding: Ownership,
  does: () => Promise<Answer>,
): Promise<Answer | undefined> {
  if (await seat.owns(holding)) return does();
  foreign(holding);
  return undefined;
}

const done = {};

/** The function that answers each question. */
export const answers: Readonly<Record<WorkQuestion, Answering>> = {
  bundle: on(questions.bundle, async ({ seat }, { digest, from }) => {
    const text = await seat.rows.bundle(digest);
    return text === undefined
      ? done
      : { piece: text.slice(from, from + workBounds.piece), size: text.length };
  }),
  hello: on(questions.hello, async ({ seat, came }, { version, shards }) => {
    await seat.rows.hello({ name: seat.name, version }, shards);
    came();
    return done;
  }),
  goodbye: on(questions.goodbye, async ({ seat }) => {
    await seat.rows.goodbye({ name: seat.name, version: "" });
    return done;
  }),
  claim: on(questions.claim, async ({ seat }, { most }) => {
    const claimed = await seat.rows.claim(most);
    seat.hold(claimed);
    return { claimed };
  }),
  touch: on(questions.touch, async ({ seat, foreign }, { holdings }) => {
    const owned = await seat.rows.touch(holdings);
    const lost = holdings.filter(({ job }) => !owned.has(job));
    for (const each of lost) foreign(each);
    seat.drop(lost);
    seat.hold(holdings.filter(({ job }) => owned.has(job)));
    return { owned: [...owned] };
  }),
  complete: on(questions.complete, async (asker, { holding }) => {
    const { seat } = asker;
    await ofOwn(asker, holding, async () => {
      await seat.rows.complete(holding);
      seat.drop([holding]);
      return done;
    });
    return done;
  }),
  look: on(questions.look, async (asker, { holding, mine }) => {
    const { seat } = asker;
    const seen = await ofOwn(asker, holding, async () =>
      seat.fitting(holding, await seat.rows.look(holding, seat.withRest(holding, mine))),
    );
    return seen ?? { calls: [], gone: mine.calls, decided: [] };
  }),
  wait: on(questions.wait, async (asker, { write }) => {
    await ofOwn(asker, write.fence, async () => {
      await asker.seat.rows.wait(write);
      return done;
    });
    return done;
  }),
  report: on(questions.report, async (asker, { holding, told }) => {
    await ofOwn(asker, holding, async () => {
      await asker.seat.rows.report(holding, told);
      return done;
    });
    return done;
  }),
  news: on(questions.news, async ({ seat, ends }) => ({ about: await seat.news(ends) })),
};
