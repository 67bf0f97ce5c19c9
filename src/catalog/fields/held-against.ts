/** What a schema says of a text that its pattern does not fit, or cannot be held against within its bounds. Pure. */

import { whyUnsaid } from "../patterns/pattern.ts";

/** What is said where a check does not fit. */
type Fault = (issue: { readonly input?: unknown }) => string | undefined;

/** A pattern, and what is said where it does not fit: where its bounds are reached, that it could not be told. */
export function heldAgainst(pattern: RegExp, fault?: string): [RegExp, { readonly error: Fault }] {
  const unsaid = (text: unknown) => (typeof text === "string" ? whyUnsaid(pattern, text) : undefined);
  const error: Fault = ({ input }) => {
    const reason = unsaid(input);
    return reason === undefined
      ? fault
      : `cannot be held against the pattern ${shortly(pattern.source)}: ${reason}`;
  };
  return [pattern, { error }];
}

function shortly(source: string): string {
  return source.length > 60 ? `${source.slice(0, 60)}…` : source;
}
