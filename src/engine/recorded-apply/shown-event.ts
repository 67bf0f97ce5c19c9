/** Redacts the events and endings of a recorded apply, except for plans and results, which are already redacted. */

import type { GuardFinding } from "../../model/plan/guard.ts";
import type { Redactions } from "../../model/secret.ts";
import { problemsWithout, problemWithout } from "../../report/without-secrets.ts";
import type { ApplyEnding, ApplyEvent, ApplyRefusal } from "./events.ts";

/** An event, redacted for output. */
export function shownEvent(event: ApplyEvent, secrets: Redactions): ApplyEvent {
  switch (event.type) {
    case "warned":
    case "notRecorded":
      return { ...event, problem: problemWithout(event.problem, secrets) };
    case "opened":
      return { ...event, problems: problemsWithout(event.problems, secrets) };
    case "planned":
      return { ...event, policyWarnings: event.policyWarnings.map((one) => withoutSecrets(one, secrets)) };
    default:
      return event;
  }
}

/** An ending, redacted for output. */
export function shownEnding(ending: ApplyEnding, secrets: Redactions): ApplyEnding {
  switch (ending.is) {
    case "failed":
      return { ...ending, problems: problemsWithout(ending.problems, secrets) };
    case "refused":
      return { ...ending, refusal: shownRefusal(ending.refusal, secrets) };
    default:
      return ending;
  }
}

function shownRefusal(refusal: ApplyRefusal, secrets: Redactions): ApplyRefusal {
  const shown = withoutSecrets(refusal, secrets);
  if (shown.because !== "consentMissing") return shown;
  const isPolicy = ({ guard }: GuardFinding) => guard === "policy";
  const findings = shown.findings.map((one) => (isPolicy(one) ? withoutSecrets(one, secrets) : one));
  return { ...shown, findings };
}

function withoutSecrets<T extends { readonly message: string }>(one: T, secrets: Redactions): T {
  return { ...one, message: secrets.text(one.message) };
}
