/** The queue of requests to an environment, and the reasons for refusing a request. */

import type { ServedAnswer, ServedRequest } from "../served.ts";

/** A requested apply. */
export interface AskedApply {
  readonly do: "apply" | "setBack";
  /** The fingerprint of the shown plan. */
  readonly fingerprint: string;
  readonly consents?: readonly string[] | undefined;
  readonly by: string;
  /** The id of the run for this request. */
  readonly run: string;
}

/** A queued request. */
export type AskedWork = { readonly do: "look"; readonly full: boolean } | AskedApply;

/** A running or queued apply that an equal request can join. */
export type Joinable = Pick<AskedApply, "run" | "fingerprint" | "consents"> & {
  /** What was requested. If absent, nobody could have requested this apply. */
  readonly do?: AskedApply["do"] | undefined;
};

/** The facts that the answer to a request depends on. */
export interface Askable {
  /** The running apply. */
  readonly underWay: Joinable | undefined;
  /** The fingerprint of the shown plan; undefined if there is none. */
  readonly fingerprint: string | undefined;
  /** True if the shown plan was made for another commit than the one that is checked out. */
  readonly isMoved: boolean;
  readonly newRun: () => string;
}

type Deferred = Extract<ServedRequest, { readonly do: "look" | "apply" | "setBack" }>;

/** The queued requests of one environment. */
export class AskedQueue {
  readonly #waiting: AskedWork[] = [];

  /** Takes the next request from the queue; undefined if the queue is empty. */
  shift(): AskedWork | undefined {
    return this.#waiting.shift();
  }

  /** Queues a request, or says why not. */
  ask(
    request: Deferred,
    by: string,
    on: Askable,
  ): { readonly isNew: boolean; readonly answer: ServedAnswer } {
    if (request.do === "look") {
      this.#waiting.push({ do: "look", full: request.full ?? false });
      return { isNew: true, answer: acceptedAnswer("The environment is being observed.") };
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
    const said = act === "apply" ? "The plan is being applied." : "The drift is being reverted.";
    return { isNew: true, answer: acceptedAnswer(said, run) };
  }
}

const alreadyUnderWay = "This plan is already being applied.";

/** True if a run does what is requested: it applies the same plan, with all consents of the request. */
function isSame(run: Joinable, request: Exclude<Deferred, { readonly do: "look" }>): boolean {
  const given = request.do === "apply" ? (request.consents ?? []) : [];
  const isConsented = given.every((one) => run.consents?.includes(one) === true);
  return run.do === request.do && run.fingerprint === request.fingerprint && isConsented;
}

function refusalOf(
  request: Pick<AskedApply, "fingerprint">,
  { underWay, fingerprint, isMoved }: Askable,
): string | undefined {
  if (underWay) return "An apply is running: wait until it ends.";
  if (fingerprint === undefined) return "There is no plan yet.";
  const isOther = fingerprint !== request.fingerprint || isMoved;
  return isOther ? "There is a newer plan by now: review it first." : undefined;
}

/** The answer that a request is accepted. `run` is the run that does what was requested. */
export function acceptedAnswer(message: string, run?: string): ServedAnswer {
  return { is: "accepted", message, ...(run !== undefined && { run }) };
}

/** The answer that the request is refused. */
export function refusedAnswer(message: string): ServedAnswer {
  return { is: "refused", message };
}
