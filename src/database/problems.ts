/** The problems between callers and workers, in words. */

import { problem } from "../model/problem.ts";
import type { SessionAnswer } from "../sessions/port.ts";

/** The answer to a call if one of its writes was permitted, but its worker is gone. */
export const lostWrite: SessionAnswer = {
  is: "lost",
  sent: true,
  problem: problem(
    "worker-lost",
    "the worker ended during a write, without reporting how far the write got.",
  ),
};

/** The answer to a call that no worker takes. */
export const untaken: SessionAnswer = {
  is: "lost",
  sent: false,
  problem: problem("no-worker", "no worker has accepted the request, and none was active lately.", {
    hint: "Start `trueup work` with the same database on a machine that reaches the target.",
  }),
};

/** The answer to a call that is no longer in the database. */
export function forgottenCall(isWrite: boolean): SessionAnswer {
  const message =
    "this process was offline for so long that the database has removed its requests to the workers.";
  return { is: "lost", sent: isWrite, problem: problem("worker-lost", message) };
}

/** The answer to a call if the database no longer holds what trueup stored there. */
export function changedCall(what: "request" | "answer", isWrite: boolean): SessionAnswer {
  const message = `the database holds ${what === "answer" ? "an answer" : "a request"} that trueup did not store.`;
  const hint = "Let nothing else write to the schemas trueup_v1 and trueup_v1_queue, then run again.";
  return { is: "lost", sent: isWrite, problem: problem("database-changed", message, { hint }) };
}

/** The answer to a call that a worker failed to answer. */
export function failedAnswer(error: unknown, isWrite: boolean): SessionAnswer {
  const what = error instanceof Error ? error.message : String(error);
  return {
    is: "lost",
    sent: isWrite,
    problem: problem("worker-lost", `a worker could not answer: ${what}.`),
  };
}

/** The part that reads an answer, and what to do about an answer that is too long. */
interface AnswerReader {
  /** The end of the comparison in the message, such as `its server reads`. */
  readonly reader: string;
  readonly hint: string;
}

/**
 * The answer to a call if its actual answer is too long to be passed on. If the call wrote something, the result is
 * read again.
 */
export function tooLongAnswer(length: number, { reader, hint }: AnswerReader): SessionAnswer {
  const size = `${Math.ceil(length / 1024 / 1024)} MB`;
  const message = `the answer of a worker has ${size}, which is more than ${reader}.`;
  return { is: "lost", sent: true, problem: problem("worker-answer-large", message, { hint }) };
}
