/** Messages for texts that do not match a pattern, or could not be matched within its limits. Pure. */

import { whyUnsaid } from "../patterns/pattern.ts";

/** The message for a text that does not match. */
type Fault = (issue: { readonly input?: unknown }) => string | undefined;

/**
 * Returns the arguments of a schema's `regex` check. If a limit was reached while matching, the message says that the
 * result is undetermined.
 */
export function heldAgainst(pattern: RegExp, fault?: string): [RegExp, { readonly error: Fault }] {
  const unsaid = (text: unknown) => (typeof text === "string" ? whyUnsaid(pattern, text) : undefined);
  const error: Fault = ({ input }) => {
    const reason = unsaid(input);
    return reason === undefined
      ? fault
      : `cannot be checked against the pattern ${shortly(pattern.source)}, because ${reason}`;
  };
  return [pattern, { error }];
}

function shortly(source: string): string {
  return source.length > 60 ? `${source.slice(0, 60)}...` : source;
}
