/** The policy objects, groups and firewall rules of an organization, and the references in rules, as in Meraki. */

import type { JsonObject } from "../../../model/json.ts";
import { withEntry } from "../../wire/entries.ts";
import { isList, isRecord } from "../../wire/message.ts";
import type { DashboardState } from "../state.ts";
import { freshMeraki, type PolicyState } from "./state.ts";

const none: PolicyState = { objects: new Map(), groups: new Map(), rules: new Map(), counted: 0 };

/** Returns the policies of an organization. */
export function policiesOf(state: DashboardState, organizationId: string): PolicyState {
  return state.meraki?.policies?.get(organizationId) ?? none;
}

/** Returns the state in which some of an organization's policies are replaced. */
export function withPolicies(
  state: DashboardState,
  organizationId: string,
  changed: Partial<PolicyState>,
): DashboardState {
  const { meraki = freshMeraki } = state;
  const own = { ...policiesOf(state, organizationId), ...changed };
  return {
    ...state,
    meraki: { ...meraki, policies: withEntry(meraki.policies ?? new Map(), organizationId, own) },
  };
}

/** A reference in a rule: `OBJ(1)` is the object 1, and `GRP(2)` is the group 2. */
export interface NamedPolicy {
  readonly what: "objects" | "groups";
  readonly id: string;
}

/** Returns the references in the sources and destinations of these rules. */
export function namedIn({ rules }: JsonObject): readonly NamedPolicy[] {
  if (!isList(rules)) return [];
  return rules.flatMap((rule) =>
    isRecord(rule) ? [rule.srcCidr, rule.destCidr].flatMap((text) => namedInText(String(text ?? ""))) : [],
  );
}

function namedInText(text: string): readonly NamedPolicy[] {
  return text.split(",").flatMap((part): readonly NamedPolicy[] => {
    const [, word, id] = /^\s*(OBJ|GRP)\((.*)\)\s*$/.exec(part) ?? [];
    return id === undefined ? [] : [{ what: word === "OBJ" ? "objects" : "groups", id }];
  });
}
