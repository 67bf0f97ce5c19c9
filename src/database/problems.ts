/** What goes wrong between those who ask and those who answer, in words. */

import { problem } from "../model/problem.ts";
import type { SessionAnswer } from "../sessions/port.ts";

/** The answer to a write that an owner was let go with, who is gone. */
export const lostWrite: SessionAnswer = {
  is: "lost",
  sent: true,
  problem: problem("worker-lost", "the worker that was writing ended without reporting how far it got."),
};

/** The answer to a call that nobody takes. */
export const untaken: SessionAnswer = {
  is: "lost",
  sent: false,
  problem: problem("no-worker", "no worker has taken the request, and none was seen lately.", {
    hint: "Start `trueup work` with the same database on a machine that reaches the target.",
  }),
};

/** A call that is no longer in the database. */
export function forgottenCall(isWrite: boolean): SessionAnswer {
  const message =
    "the database no longer has the requests to the workers: this process was away for too long.";
  return { is: "lost", sent: isWrite, problem: problem("worker-lost", message) };
}

/** An answer that cannot be told. */
export function failedAnswer(error: unknown, isWrite: boolean): SessionAnswer {
  const what = error instanceof Error ? error.message : String(error);
  return {
    is: "lost",
    sent: isWrite,
    problem: problem("worker-lost", `a worker could not answer: ${what}.`),
  };
}

/** Who reads an answer, and what to do about one that is too long. */
interface AnswerReader {
  /** As in `its server reads`. */
  readonly reader: string;
  readonly hint: string;
}

/** The answer of a call whose own is longer than can be told. What it wrote is looked at again. */
export function tooLongAnswer(length: number, { reader, hint }: AnswerReader): SessionAnswer {
  const size = `${Math.ceil(length / 1024 / 1024)} MB`;
  const message = `the answer of a worker has ${size}, which is more than ${reader}.`;
  return { is: "lost", sent: true, problem: problem("worker-answer-large", message, { hint }) };
}
