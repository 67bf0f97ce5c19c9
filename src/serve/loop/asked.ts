/** What somebody asks an environment for: what is put in turn, and why not. */

import type { ServedAnswer, ServedRequest } from "../served.ts";

/** What waits for its turn. */
export type AskedWork =
  | { readonly do: "look"; readonly full: boolean }
  | {
      readonly do: "apply" | "setBack";
      readonly fingerprint: string;
      readonly consents?: readonly string[] | undefined;
      readonly by: string;
    };

/** What an answer depends on. */
export interface Askable {
  readonly isApplying: boolean;
  /** Of the plan that is shown; undefined: there is none. */
  readonly fingerprint: string | undefined;
  /** True: another commit is checked out than the one of that plan. */
  readonly isMoved: boolean;
}

type Deferred = Extract<ServedRequest, { readonly do: "look" | "apply" | "setBack" }>;

/** What is put in turn for a request, with the answer; without it it is refused. */
export function askedBy(
  request: Deferred,
  by: string,
  { isApplying, fingerprint, isMoved }: Askable,
): { readonly asked?: AskedWork; readonly answer: ServedAnswer } {
  if (request.do === "look")
    return {
      asked: { do: "look", full: request.full ?? false },
      answer: acceptedAnswer("It is looked at now."),
    };
  if (isApplying) return { answer: refusedAnswer("An apply is under way: wait for its end.") };
  if (fingerprint === undefined) return { answer: refusedAnswer("There is no plan yet.") };
  if (fingerprint !== request.fingerprint || isMoved)
    return { answer: refusedAnswer("The plan that is shown is another one by now: look at it first.") };
  const consents = request.do === "apply" ? request.consents : undefined;
  const said = request.do === "apply" ? "It is applied now." : "It is set back now.";
  return { asked: { do: request.do, fingerprint, consents, by }, answer: acceptedAnswer(said) };
}

/** It is done, or will be. */
export function acceptedAnswer(message: string): ServedAnswer {
  return { is: "accepted", message };
}

/** It is not done. */
export function refusedAnswer(message: string): ServedAnswer {
  return { is: "refused", message };
}
