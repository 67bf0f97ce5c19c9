/** Describes the journal of an interrupted run as text. */

import type { AcceptedCreate } from "../../model/change.ts";
import type { FinishIntent, Intent } from "../../model/journal.ts";
import type { Memory } from "../../model/memory.ts";
import { acceptedSentence } from "../plan/accepted-unseen.ts";
import { visible } from "../text/escape.ts";
import { fewOf } from "../text/value.ts";

const maxNamed = 8;

/**
 * The text about the writes of an interrupted run, before anything is read. `ended`: the run was not interrupted, but
 * ended with unknown outcomes. Ends with a line break.
 */
export function interruptedRunText(intents: readonly Intent[], ended: boolean): string {
  const how = ended ? "ended with unknown outcomes" : "was interrupted";
  if (intents.length === 0) return `The last run ${how}; the outcome of each of its writes is known.\n`;
  const writes = intents.length === 1 ? "1 write" : `${intents.length} writes`;
  const some = intents.slice(0, maxNamed).map(nameOf).join(", ");
  const names = intents.length <= maxNamed ? some : `${some} and ${intents.length - maxNamed} more`;
  const unknown = `it is unknown whether ${writes} took effect: ${names}`;
  return `The last run ${how}: ${unknown}. trueup now reads the live state.\n`;
}

/** Writes of the last run that became tasks whose result is unknown. Empty if there are none. */
export function leftTasksText(intents: readonly Intent[]): string {
  const tasks = intents.filter(({ task }) => task !== undefined);
  const lines = tasks.slice(0, maxNamed).map((intent) => `  ${nameOf(intent)}\n`);
  const more = tasks.length > maxNamed ? [`  and ${tasks.length - maxNamed} more\n`] : [];
  if (tasks.length === 0) return "";
  return [
    "The last apply left tasks that may still run; the next apply polls them:\n",
    ...lines,
    ...more,
  ].join("");
}

/** Creates of the last run that were accepted and did not become visible. Empty if there are none. */
export function leftAcceptedText(unseen: readonly AcceptedCreate[]): string {
  if (unseen.length === 0) return "";
  const named = unseen.slice(0, maxNamed);
  const lines = named.map((one) => `  ${visible(acceptedSentence(one, undefined))}\n`);
  const more = unseen.length > maxNamed ? [`  and ${unseen.length - maxNamed} more\n`] : [];
  const head =
    "Accepted by an earlier apply, but not visible yet; the next apply searches for these resources:\n";
  return [head, ...lines, ...more].join("");
}

/** Fields that are stored in another form, or were not accepted, according to the record. Empty if there are none. */
export function settledFormsText(forms: Memory["forms"] = new Map()): string {
  const heads = {
    stored:
      "Stored in another form by their servers, and not written again; `trueup plan` shows both values:\n",
    notTaken: "Not accepted by their servers, and not written again without --retry:\n",
  } as const;
  return (["stored", "notTaken"] as const)
    .map((wanted) => {
      const fields = [...forms].flatMap(([address, all]) =>
        all.filter(({ is }) => is === wanted).map(({ path }) => `${address} ${path}`),
      );
      if (fields.length === 0) return "";
      const lines = fields.slice(0, maxNamed).map((each) => `  ${visible(each)}\n`);
      const more = fields.length > maxNamed ? [`  and ${fields.length - maxNamed} more\n`] : [];
      return [heads[wanted], ...lines, ...more].join("");
    })
    .join("");
}

/**
 * Activations that the last run requested without seeing their result. Ends with a line break; empty if there are
 * none.
 */
export function leftFinishesText(left: readonly FinishIntent[]): string {
  return left
    .map(({ target, verb, names, task }) => {
      const some = fewOf(names, visible);
      const named = task ? ` (task ${visible(task.id)})` : "";
      const what = `${visible(verb)} at ${visible(target)}: ${some}${named}`;
      const ended = task ? "the outcome of that task is unknown" : "it is unknown whether the server did it";
      return `The last run began to ${what}; ${ended}.\n`;
    })
    .join("");
}

/**
 * Lines about the interrupted writes: what the check of each resource found. Writes with the same finding are together;
 * many are only counted. Ends with a line break, unless empty.
 */
export function foundText(found: readonly { readonly intent: Intent; readonly is: string }[]): string {
  const lines = [...Map.groupBy(found, ({ is }) => is)].flatMap(([is, alike]) => {
    const named = alike.slice(0, maxNamed).map(({ intent }) => `  ${nameOf(intent)}: ${is}\n`);
    const more = alike.length - named.length;
    return more > 0 ? [...named, `  and ${more} more: ${is}\n`] : named;
  });
  return lines.join("");
}

function nameOf({ step, back, task }: Intent): string {
  const name = back ? `${visible(step)} (rollback)` : visible(step);
  return task ? `${name} (task ${visible(task.id)})` : name;
}
