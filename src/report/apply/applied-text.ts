/** Shows the applied ref with its record, and the lock of an environment, as text. */

import type { Address } from "../../model/address.ts";
import type { Memory } from "../../model/memory.ts";
import type {
  ApplyRecord,
  IncompleteEntry,
  IncompleteReason,
  LockRecord,
  RecordSummary,
} from "../../model/record.ts";
import { visible } from "../text/escape.ts";
import { counted, fieldName, resourceName } from "../text/value.ts";

/**
 * One line about a plan's base. Without a base, it says whether nothing was applied yet or the remote did not answer.
 */
export function baseText(
  applied: { readonly commit: string; readonly record: ApplyRecord } | undefined,
  isRemoteAsked: boolean,
): string {
  if (!applied && !isRemoteAsked)
    return (
      "Last applied state: unknown, because the remote did not answer and this clone has no record. " +
      "Existing resources are adopted.\n"
    );
  if (!applied)
    return "Last applied state: nothing was applied from this repository yet. Existing resources are adopted.\n";
  const { commit, record } = applied;
  const left = record.leftBehind.length;
  const rest = left === 0 ? "" : `; ${counted(left, "resource")} left behind`;
  const by = `${visible(record.time)} by ${visible(record.actor)}`;
  return `Last applied state: ${shortCommit(commit)}, applied ${by}${rest}.\n`;
}

const why: Readonly<Record<IncompleteReason, string>> = {
  failed: "failed",
  skipped: "not tried",
  rolledBack: "rolled back",
  unknown: "unknown",
  held: "cannot be written",
  excluded: "not selected",
  kept: "no longer declared, but not removed",
  uncommitted: "not committed",
  forgotten: "forgotten",
};

/** The text after a record was written: the recorded commit, and the resources that were left behind. */
export function recordedText({ ref, commit, leftBehind: left }: RecordSummary): string {
  const head = `Recorded: ${shortCommit(commit)} is applied (${visible(ref)})`;
  if (left.length === 0) return `${head}.\n`;
  return `${head}, except for ${counted(left.length, "resource")} left behind:\n${leftBehindText(left)}`;
}

/** Pending activations at products that have no pending list: one line each. */
export function unfinishedText({ unfinished = [] }: Pick<ApplyRecord, "unfinished">): string {
  return unfinished
    .map(
      ({ target, names }) =>
        `  still to be activated at ${visible(target)}: ${names.map(visible).join(", ")}\n`,
    )
    .join("");
}

/** The resources that were left behind, by reason. */
export function leftBehindText(left: readonly IncompleteEntry[]): string {
  const lines = [...Map.groupBy(left, ({ because }) => because)].map(
    ([because, all]) => `  ${why[because]}: ${someOf(all.map(({ address }) => address))}\n`,
  );
  return lines.join("");
}

/** The result of `trueup forget`; empty if nothing was forgotten. */
export function forgottenText(addresses: readonly Address[]): string {
  return headed("Forgotten. The live resources stay as they are:", addresses);
}

/** The accepted creates that are no longer searched for; empty if there are none. */
export function forgottenAcceptedText(addresses: readonly Address[]): string {
  return headed(
    "No longer searched for. The next apply creates these resources again if they are missing:",
    addresses,
  );
}

/** The applied resources whose ids were forgotten; trueup finds them by name from now on. Empty if there are none. */
export function forgottenIdsText(addresses: readonly Address[]): string {
  return headed("Ids forgotten. From now on, trueup recognizes these resources by their names:", addresses);
}

function headed(head: string, addresses: readonly Address[]): string {
  const what = addresses.map((address) => `  ${resourceName(address)}\n`).join("");
  return what === "" ? "" : `${head}\n${what}`;
}

/**
 * What trueup remembers: one line per address with its live id and name, then accepted creates that are not visible
 * yet.
 */
export function memoryText({ resources, unseen, removed, forms = new Map() }: Memory): string {
  const known = [...resources].map(
    ([address, { id, name, within }]) =>
      `  ${resourceName(address)}: id ${visible(id)}, name ${visible(JSON.stringify(name))}${inside(within)}\n`,
  );
  const waiting = [...unseen].map(
    ([address, { since, id }]) =>
      `  ${resourceName(address)}: accepted ${visible(since)}${id ? `, id ${visible(id)}` : ""}, not visible yet\n`,
  );
  const gone = [...removed].flatMap(([target, all]) =>
    all.map(
      ({ time, kind, removed: count, of }) =>
        `  ${visible(target)}: ${count} of ${counted(of, kind)} removed at ${visible(time)}\n`,
    ),
  );
  const settled = [...forms].flatMap(([address, all]) =>
    all.map(({ path, is }) => {
      const what = is === "stored" ? "stored in another form by its server" : "not accepted by its server";
      return `  ${resourceName(address)} ${fieldName(path)}: ${what}\n`;
    }),
  );
  const lines = [...known, ...waiting, ...settled, ...gone];
  return lines.length === 0 ? "Nothing is remembered.\n" : `Remembered:\n${lines.join("")}`;
}

function inside(within: readonly string[]): string {
  return within.length === 0 ? "" : ` in ${within.map((id) => visible(id)).join(", ")}`;
}

/** Refuses an apply because there are uncommitted changes. */
export function uncommittedText(addresses: readonly Address[]): string {
  const what = `the declarations in the work tree differ from those of the checked-out commit: ${someOf(addresses)}`;
  const hint =
    "Commit the changes first. With --allow-dirty, trueup applies them but does not record them as applied.";
  return `Refused: ${what}.\n  ${hint}`;
}

/** A commit in the form for people: its first 12 digits. */
function shortCommit(commit: string): string {
  return commit.slice(0, 12);
}

function someOf(addresses: readonly Address[]): string {
  const max = 8;
  const some = addresses
    .slice(0, max)
    .map((each) => resourceName(each))
    .join(", ");
  return addresses.length <= max ? some : `${some} and ${addresses.length - max} more`;
}

/** Refuses an apply because another run holds the lock. */
export function heldLockText(environment: string, by: LockRecord | undefined): string {
  const who = by ? `by ${holderText(by)}` : "by a run whose lock this version of trueup cannot read";
  const hint = "Wait until that run ends. If it has ended without releasing the lock, run: trueup unlock";
  return `Refused: ${environment} is locked ${who}.\n  ${hint}\n`;
}

/** Refuses an apply because a killed run has left its journal in another database than the one in use. */
export function leftLockText(environment: string, { owner, journal = "" }: LockRecord): string {
  const message = `Refused: a run of ${visible(owner)} ended without releasing the lock of ${environment}`;
  const where = `and left its journal in another database (${visible(journal)})`;
  const hint =
    "Start `trueup serve` with that database. If the database is lost for good, look on the controllers for what " +
    "that run left half done, then run: trueup unlock";
  return `${message}, ${where}.\n  ${hint}\n`;
}

/** The message after an expired lock was taken over. */
export function staleText(by: LockRecord): string {
  return `The lock of ${visible(by.owner)} had expired at ${visible(by.expires)}, so trueup took it over.\n`;
}

/** The holder of a lock, since when it holds the lock, and until when. */
export function holderText({ owner, since, expires }: LockRecord): string {
  return `${visible(owner)}, since ${visible(since)}, until ${visible(expires)} unless it is renewed`;
}
