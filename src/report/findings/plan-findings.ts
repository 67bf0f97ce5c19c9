/** Converts a plan to findings: one sentence each, with a rule and a place, for machine formats. Pure. */

import type { Address } from "../../model/address.ts";
import { type Change, type Difference, isInConflict } from "../../model/change.ts";
import type { KindTitles } from "../../model/place.ts";
import { changeAt, type Plan } from "../../model/plan/plan.ts";
import type { SourcePosition } from "../../model/source.ts";
import { driftOf } from "../drift/drift.ts";
import { missingScopes } from "../missing-scopes.ts";
import { acceptedHint, acceptedSentence } from "../plan/accepted-unseen.ts";
import { alikeHint, renamedHint, renamedSentence, secretName, secretsHint } from "../plan/first-apply.ts";
import { settledLists, settledSentence } from "../plan/settled-fields.ts";
import { whyUnwritable } from "../plan/unwritable-text.ts";
import { differenceShown } from "../text/difference.ts";
import { visible } from "../text/escape.ts";
import { fieldName, resourceName } from "../text/value.ts";
import type { Finding } from "./findings.ts";

/** The findings of a plan, the most urgent first. */
export function planFindings(plan: Plan): readonly Finding[] {
  const guards = plan.guards.map(({ message, addresses: [first], hint, at }): Finding => {
    const where = first === undefined ? {} : { address: first, ...(at ? { at } : placeOf(plan, first)) };
    return { rule: "guard", level: "error", message: `${visible(message)}. ${visible(hint)}`, ...where };
  });
  const advised = (plan.policyWarnings ?? []).map(({ message, addresses: [address], fix, at }): Finding => {
    const said = fix === undefined ? message : `${message}. ${fix}`;
    return { rule: "policy", level: "warning", isAdvice: true, message: visible(said), address, at };
  });
  const named = new Set(
    [...(plan.alike ?? []), ...(plan.acceptedUnseen ?? [])].map(({ address }) => address),
  );
  const declared = plan.unwritable.filter(
    (one) => !one.unexpected && !one.missing && !named.has(one.address),
  );
  const unwritable = declared.map((one): Finding => {
    const { address, action, at } = one;
    const why = visible(whyUnwritable(plan, one));
    const message = `${resourceName(address, plan.titles)}: trueup cannot ${action} it: ${why}`;
    return { rule: "cannot-be-written", level: "warning", message, address, at };
  });
  const held = plan.held.map(({ address, action, reason, at }): Finding => {
    const message = `${resourceName(address, plan.titles)}: ${action} held back: ${visible(reason)}`;
    return { rule: "held", level: "warning", message, address, at };
  });
  const first = firstApplyFindings(plan);
  return sorted([
    ...missingFindings(plan),
    ...acceptedFindings(plan),
    ...settledFindings(plan),
    ...guards,
    ...advised,
    ...held,
    ...unwritable,
    ...first,
    ...comparedFindings(plan, hasStep(plan)),
  ]);
}

/** The missing resources that trueup cannot create, although they contain declared resources. */
function missingFindings(plan: Plan): readonly Finding[] {
  return missingScopes(plan).map(({ scope: { address, reason, at } }): Finding => {
    const message = `${resourceName(address, plan.titles)}: missing: ${visible(reason)}`;
    return { rule: "cannot-be-written", level: "error", message, address, at };
  });
}

/** Accepted creates that no list shows yet. */
function acceptedFindings(plan: Plan): readonly Finding[] {
  return (plan.acceptedUnseen ?? []).map((one): Finding => {
    const { address } = one;
    const message = `${acceptedSentence(one, plan.titles)}. ${acceptedHint()}`;
    return { rule: "accepted-unseen", level: "note", message, address, ...placeOf(plan, address) };
  });
}

/** Fields that servers store in another form, or did not accept. */
function settledFindings(plan: Plan): readonly Finding[] {
  return settledLists.flatMap(({ of, rule, level, hint }) =>
    (plan[of] ?? []).map((one): Finding => {
      const { address, path, at } = one;
      return {
        rule,
        level,
        message: visible(`${settledSentence(one, plan.titles)}. ${hint}`),
        address,
        path,
        at,
      };
    }),
  );
}

/** What to check before a resource's first apply: possible duplicates, and secrets that stay unchanged. */
function firstApplyFindings(plan: Plan): readonly Finding[] {
  const renamed = plan.perhapsRenamed.map((one): Finding => {
    const message = `${renamedSentence(one, plan.titles)}. ${renamedHint}`;
    return { rule: "perhaps-renamed", level: "warning", message, address: one.address };
  });
  const alike = (plan.alike ?? []).map((one): Finding => {
    const message = `${renamedSentence(one, plan.titles)}. ${alikeHint(plan)}`;
    const at = plan.unwritable.find(({ address }) => address === one.address)?.at;
    return { rule: "alike-name", level: "warning", message, address: one.address, at };
  });
  const kept = plan.secretsTakenOver.map((one): Finding => {
    const message = `${secretName(one, plan.titles)}: stays as it is, since it was never applied. ${secretsHint(plan)}`;
    return { rule: "secret-kept", level: "note", message, address: one.address, path: one.path };
  });
  return [...alike, ...renamed, ...kept];
}

/** The findings of a drift report: what differs or is unknown, without what apply would do. */
export function driftFindings(plan: Plan): readonly Finding[] {
  const stepped = hasStep(plan);
  const { drifted, expected } = driftOf(plan);
  const addresses = new Set(drifted.map(({ address }) => address));
  const compared = comparedFindings(plan, (change) => {
    return stepped(change) || (change.action !== "remove" && addresses.has(change.address));
  });
  return sorted([
    ...missingFindings(plan),
    ...acceptedFindings(plan),
    ...settledFindings(plan),
    ...compared,
    ...expected.flatMap((change) => expectedFinding(change, plan.titles)),
  ]);
}

function expectedFinding(change: Change, titles: KindTitles): readonly Finding[] {
  const found = changeFindings(change, titles).map(
    (one): Finding => ({ ...one, rule: "expected", level: "warning" }),
  );
  if (change.action !== "create") return found;
  return found.map((one) => ({
    ...one,
    message: `${resourceName(one.address ?? change.address, titles)}: does not exist`,
  }));
}

function hasStep(plan: Plan): (change: Change) => boolean {
  const stepped = new Set(plan.steps.flatMap(({ because }) => because));
  return ({ address }) => stepped.has(address);
}

function comparedFindings(plan: Plan, isShown: (change: Change) => boolean): readonly Finding[] {
  const unknown = plan.unknown.map(({ address, problem }): Finding => {
    const message = `${resourceName(address, plan.titles)}: unknown: ${visible(problem.message)}`;
    return { rule: "unknown", level: "error", message, address };
  });
  const unexpected = driftOf(plan).unexpected.map((address): Finding => {
    const message = `${resourceName(address, plan.titles)}: is live and not declared`;
    return { rule: "unexpected", level: "warning", message, address };
  });
  const changes = plan.changes.filter((change) => isShown(change) || isInConflict(change));
  return sorted([
    ...unknown,
    ...unexpected,
    ...changes.flatMap((change) => changeFindings(change, plan.titles)),
  ]);
}

function changeFindings(change: Change, titles: KindTitles): readonly Finding[] {
  const { address } = change;
  const name = resourceName(address, titles);
  switch (change.action) {
    case "create": {
      const at = change.at && { at: change.at };
      return change.cause === "drift"
        ? [
            {
              rule: "drift",
              level: "warning",
              message: `${name}: was removed outside of Git`,
              address,
              ...at,
            },
          ]
        : [{ rule: "create", level: "note", message: `${name}: will be created`, address, ...at }];
    }
    case "update":
      return change.differences.map((one) => differenceFinding(address, name, one));
    case "remove":
      return [{ rule: "remove", level: "warning", message: `${name}: will be removed`, address }];
  }
}

/** The maximum length of each side in brief messages. */
const briefSide = 300;

function differenceFinding(address: Address, name: string, difference: Difference): Finding {
  const { path, desired, cause, rotated, at } = difference;
  const since = rotated ? ", rotated since it was applied" : "";
  const sentence = (most?: number) => {
    const sides = differenceShown(difference, most);
    const wanted = desired === undefined ? "no longer declared" : `declared ${sides.desired}`;
    return `${name} ${fieldName(path)}: live ${sides.live}, ${wanted}${since}`;
  };
  return {
    rule: cause === "pending" ? "update" : cause,
    level: cause === "pending" ? "note" : "warning",
    message: sentence(),
    brief: sentence(briefSide),
    address,
    path,
    at,
  };
}

function placeOf(plan: Plan, address: Address): { readonly at?: SourcePosition | undefined } {
  const change = changeAt(plan, address);
  return change && change.action !== "remove" && change.at ? { at: change.at } : {};
}

const levels = ["error", "warning", "note"] as const;

function sorted(findings: readonly Finding[]): readonly Finding[] {
  return levels.flatMap((level) => findings.filter((one) => one.level === level));
}
