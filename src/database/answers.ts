/** The text of an answer, as the database holds it: one that is too long is said to be. */

import type { SessionAnswer } from "../sessions/port.ts";
import { tooLongAnswer } from "./problems.ts";

/** In characters: of one answer, and of all that one look brings. A database takes no more than 1 GB at once. */
export const longestAnswer = 64 * 1024 * 1024;

/** JSON of an answer, or of why it is not told. */
export function answerText(answer: SessionAnswer): string {
  const raw = answer.is === "answered" && typeof answer.answer === "string" ? answer.answer.length : 0;
  // One of this length may be none at all once it is quoted.
  const text = raw > longestAnswer ? undefined : JSON.stringify(answer);
  if (text !== undefined && text.length <= longestAnswer) return text;
  const hint = "Divide the target into environments.";
  return JSON.stringify(tooLongAnswer(text?.length ?? raw, { reader: "the database takes", hint }));
}
