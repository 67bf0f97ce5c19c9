/** What somebody asks an environment for: what is put in turn, and why not. */

import type { ServedAnswer, ServedRequest } from "../served.ts";

/** An apply that somebody asks for. */
export interface AskedApply {
  readonly do: "apply" | "setBack";
  /** Of the plan that was shown. */
  readonly fingerprint: string;
  readonly consents?: readonly string[] | undefined;
  readonly by: string;
  /** The id that its run has. */
  readonly run: string;
}

/** What waits for its turn. */
export type AskedWork = { readonly do: "look"; readonly full: boolean } | AskedApply;

/** An apply under way, or waiting, as somebody could have asked for it. */
export type Joinable = Pick<AskedApply, "run" | "fingerprint" | "consents"> & {
  /** Absent: nobody can ask for this one. */
  readonly do?: AskedApply["do"] | undefined;
};

/** What an answer depends on. */
export interface Askable {
  /** The apply under way. */
  readonly underWay: Joinable | undefined;
  /** Of the plan that is shown; undefined: there is none. */
  readonly fingerprint: string | undefined;
  /** True: another commit is checked out than the one of that plan. */
  readonly isMoved: boolean;
  readonly newRun: () => string;
}

type Deferred = Extract<ServedRequest, { readonly do: "look" | "apply" | "setBack" }>;

/** What waits for its turn in one environment. */
export class AskedQueue {
  readonly #waiting: AskedWork[] = [];

  /** The next one. */
  shift(): AskedWork | undefined {
    return this.#waiting.shift();
  }

  /** Puts in turn what is asked for, or says why not. */
  ask(
    request: Deferred,
    by: string,
    on: Askable,
  ): { readonly isNew: boolean; readonly answer: ServedAnswer } {
    if (request.do === "look") {
      this.#waiting.push({ do: "look", full: request.full ?? false });
      return { isNew: true, answer: acceptedAnswer("It is looked at now.") };
    }
    const waiting = this.#waiting.flatMap((one) => (one.do === "look" ? [] : [one]));
    const joined = [...(on.underWay ? [on.underWay] : []), ...waiting].find((one) => isSame(one, request));
    if (joined) return { isNew: false, answer: acceptedAnswer(alreadyUnderWay, joined.run) };
    const wrong = refusalOf(request, on);
    if (wrong !== undefined) return { isNew: false, answer: refusedAnswer(wrong) };
    const { do: act, fingerprint } = request;
    const run = on.newRun();
    const consents = request.do === "apply" ? request.consents : undefined;
    this.#waiting.push({ do: act, fingerprint, consents, by, run });
    const said = act === "apply" ? "It is applied now." : "It is set back now.";
    return { isNew: true, answer: acceptedAnswer(said, run) };
  }
}

const alreadyUnderWay = "This plan is being applied already.";

/** Whether a run does what is asked for: the same plan, with all consents that are given. */
function isSame(run: Joinable, request: Exclude<Deferred, { readonly do: "look" }>): boolean {
  const given = request.do === "apply" ? (request.consents ?? []) : [];
  const isConsented = given.every((one) => run.consents?.includes(one) === true);
  return run.do === request.do && run.fingerprint === request.fingerprint && isConsented;
}

function refusalOf(
  request: Pick<AskedApply, "fingerprint">,
  { underWay, fingerprint, isMoved }: Askable,
): string | undefined {
  if (underWay) return "An apply is under way: wait for its end.";
  if (fingerprint === undefined) return "There is no plan yet.";
  const isOther = fingerprint !== request.fingerprint || isMoved;
  return isOther ? "The plan that is shown is another one by now: look at it first." : undefined;
}

/** It is done, or will be: by this run. */
export function acceptedAnswer(message: string, run?: string): ServedAnswer {
  return { is: "accepted", message, ...(run !== undefined && { run }) };
}

/** It is not done. */
export function refusedAnswer(message: string): ServedAnswer {
  return { is: "refused", message };
}
