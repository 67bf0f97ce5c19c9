/** The results of questions that nobody has answered. */

import { problem } from "../model/problem.ts";
import type { SessionAnswer } from "./port.ts";

/** The result if nobody answered. */
export type LostAnswer = Extract<SessionAnswer, { is: "lost" }>;

/** The reply to a write that nobody answered: lost if it may have been sent, otherwise busy, so it is sent again. */
export function unsent({ sent, problem: { message: detail } }: LostAnswer) {
  return sent
    ? ({ meaning: "lost", detail } as const)
    : ({ meaning: "busy", reason: "unavailable", detail } as const);
}

/** The result if the text of an answer answers something else. */
export function nothing(target: string): LostAnswer {
  const message = `${target}: the process with the session of this target gave an empty answer`;
  return { is: "lost", sent: true, problem: problem("session-failed", message) };
}

/** The result if an answer names more secrets than can be hidden. */
export function tooManySecrets(target: string): LostAnswer {
  const message = `${target}: the worker names so many secrets in what it has read that they cannot be hidden`;
  const hint = "Divide the target into several environments.";
  return { is: "lost", sent: true, problem: problem("session-failed", message, { hint }) };
}
