/** The text of an answer for the database. An answer that is too long is replaced by a problem. */

import type { SessionAnswer } from "../sessions/port.ts";
import { tooLongAnswer } from "./problems.ts";

/**
 * The maximum length in characters of one answer, and of all answers that are read at once. PostgreSQL accepts at most
 * 1 GB at once.
 */
export const longestAnswer = 64 * 1024 * 1024;

/** The JSON of an answer, or of the problem that replaces it. */
export function answerText(answer: SessionAnswer): string {
  const raw = answer.is === "answered" && typeof answer.answer === "string" ? answer.answer.length : 0;
  // If the raw text is too long already, its JSON may exceed the maximum length of a string.
  const text = raw > longestAnswer ? undefined : JSON.stringify(answer);
  if (text !== undefined && text.length <= longestAnswer) return text;
  const hint = "Divide the target into several environments.";
  return JSON.stringify(tooLongAnswer(text?.length ?? raw, { reader: "the database accepts", hint }));
}
