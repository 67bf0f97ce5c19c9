/** Describes held changes, waves in their order, and why a rollout stopped, as text and Markdown. */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import { healthConsent } from "../../model/health.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { ApplyResult } from "../../model/reply.ts";
import { code, prose, visible } from "../text/escape.ts";
import type { Style } from "../text/style.ts";
import { counted, nameCode, nameShown } from "../text/value.ts";
import { changeText } from "./change-text.ts";

/** The changes that are held back because of health, and the option that allows them. */
export function heldText(plan: Plan, style: Style): readonly string[] {
  if (plan.held.length === 0) return [];
  const changes = changesOf(plan);
  const blocks = plan.held.map(({ address, action, reason }) => {
    const [head, ...fields] = changeLines(changes.get(address), { style, titles: plan.titles });
    const line = `  ${style.red("!")} ${action} ${nameShown(address)}: ${visible(reason)}`;
    return (head === undefined ? [line] : [line, ...fields]).join("\n");
  });
  const hint = `  To allow these changes, for example because they are a repair: apply with ${consentOf(plan)}`;
  return [[style.bold("Held back because of health"), ...blocks, hint].join("\n")];
}

/** Does the same as `heldText`, but for a pull request. */
export function heldMarkdown(plan: Plan): readonly string[] {
  if (plan.held.length === 0) return [];
  const lines = plan.held.map(
    ({ address, action, reason }) => `- ${action} ${nameCode(address)}: ${prose(reason)}`,
  );
  const hint = `To allow these changes, for example because they are a repair: apply with ${code(consentOf(plan))}.`;
  return [["### Held back because of health", "", ...lines, "", hint].join("\n")];
}

/** Why apply has left out changes because of health; undefined if nothing is held back. Without a final line break. */
export function heldRefusal(plan: Plan): string | undefined {
  const { held, steps } = plan;
  if (held.length === 0) return undefined;
  const what = steps.length === 0 ? "Refused: " : "";
  const them = held.length === 1 ? "it" : "them";
  const said = `${what}${counted(held.length, "change")} held back because of health`;
  return `${said}. To allow ${them}, add: ${consentOf(plan)}`;
}

/** The waves with their steps, in order; empty if there are no waves. */
export function wavesText({ waves, steps }: Plan, style: Style): readonly string[] {
  if (waves.length === 0) return [];
  const addresses = new Map(steps.map(({ id, address }) => [id, address]));
  const width = Math.max(...waves.map(({ name }) => name.length));
  const lines = waves.map(({ name, steps: own }, at) => {
    const some = someOf(
      own.flatMap((id) => addresses.get(id) ?? []),
      nameShown,
    );
    return `  ${at + 1}. ${visible(name).padEnd(width)}  ${counted(own.length, "step")}: ${style.dim(some)}`;
  });
  return [[style.bold("In waves, one after the other"), ...lines].join("\n")];
}

/** Does the same as `wavesText`, but for a pull request. */
export function wavesMarkdown({ waves, steps }: Plan): readonly string[] {
  if (waves.length === 0) return [];
  const addresses = new Map(steps.map(({ id, address }) => [id, address]));
  const lines = waves.map(({ name, steps: own }, at) => {
    const some = someOf(
      own.flatMap((id) => addresses.get(id) ?? []),
      nameCode,
    );
    return `${at + 1}. ${prose(name)}, ${counted(own.length, "step")}: ${some}`;
  });
  return [["### In waves, one after the other", "", ...lines].join("\n")];
}

/** Why the rollout stopped; empty if it did not stop. */
export function haltText({ halted, settled }: ApplyResult, style: Style): readonly string[] {
  if (!halted) return [];
  const after = halted.wave === undefined ? "" : ` after wave ${visible(halted.wave)}`;
  const left = settled.filter(({ outcome }) => outcome.state === "skipped" && isStopped(outcome.because));
  const rest = left.length === 0 ? "" : `: ${counted(left.length, "step")} of later waves not tried`;
  if (halted.because === "asked") return [style.yellow(`Stopped${after} as requested${rest}`)];
  if (halted.because === "failed") return [style.red(`Stopped${after}, which failed${rest}`)];
  const head =
    left.length === 0 ? `Health declined${after}` : `Stopped${after} because health declined${rest}`;
  const lines = halted.ailments.map(({ reason }) => `  ${style.red("!")} ${visible(reason)}`);
  return [[style.red(head), ...lines].join("\n")];
}

function isStopped(because: string): boolean {
  return because === "health" || because === "wave" || because === "asked";
}

function consentOf(plan: Plan): string {
  return `--allow ${healthConsent(plan)}`;
}

function changesOf({ changes }: Plan): ReadonlyMap<Address, Change> {
  return new Map(changes.map((change) => [change.address, change]));
}

function changeLines(change: Change | undefined, on: Parameters<typeof changeText>[1]): readonly string[] {
  return change ? changeText(change, on).split("\n") : [];
}

function someOf(addresses: readonly Address[], shown: (text: string) => string): string {
  const max = 6;
  const some = addresses.slice(0, max).map(shown).join(", ");
  return addresses.length <= max ? some : `${some} and ${addresses.length - max} more`;
}
