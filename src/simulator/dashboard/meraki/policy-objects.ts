/** Policy objects and their groups, as in Meraki. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import { withEntry } from "../../wire/entries.ts";
import { bare, isList } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { DashboardState } from "../state.ts";
import { notFound, paged, shows, wrong } from "./answers.ts";
import { defined, faultsOf } from "./networks.ts";
import { namedIn, policiesOf, withPolicies } from "./policies.ts";
import type { PolicyState } from "./state.ts";

const objects = "/api/v1/organizations/{organizationId}/policyObjects";
const groups = `${objects}/groups`;
const name = z.string().min(1);

const objectBody = z
  .object({ name, cidr: z.string(), fqdn: z.string(), groupIds: z.array(z.json()) })
  .partial();
const newObject = objectBody.required({ name: true }).extend({
  category: z.enum(["adaptivePolicy", "network"]),
  type: z.enum(["adaptivePolicyIpv4Cidr", "cidr", "fqdn", "ipAndMask"]),
});
const ids = z.array(z.union([z.string().regex(/^\d+$/), z.int()]));
const groupBody = z.object({ name, objectIds: ids }).partial();
const newGroup = groupBody.required({ name: true }).extend({ category: z.string().optional() });

type What = "objects" | "groups";

/**
 * The routes of policy objects and groups. The routes of groups come first, because otherwise `groups` would count as
 * the id of an object.
 */
export const policyObjectRoutes: readonly Route<DashboardState>[] = [
  ...routesOf("groups", groups),
  ...routesOf("objects", objects),
];

function routesOf(what: What, path: string): readonly Route<DashboardState>[] {
  return [
    { method: "GET", path, answer: inOrganization((state, call, own) => listed(state, call, own[what])) },
    {
      method: "POST",
      path,
      answer: inOrganization((state, call, own) => created(state, call, { own, what })),
    },
    ...(["GET", "PUT", "DELETE"] as const).map((method) => ({
      method,
      path: `${path}/{id}`,
      answer: inOrganization((state, call, own) =>
        own[what].has(idIn(call)) ? answers[method](state, call, { own, what }) : notFound(state),
      ),
    })),
  ];
}

interface Of {
  readonly own: PolicyState;
  readonly what: What;
}

const answers = { GET: shown, PUT: updated, DELETE: removed };

function inOrganization(
  answer: (state: DashboardState, call: Call, own: PolicyState) => Answer<DashboardState>,
) {
  return (state: DashboardState, call: Call): Answer<DashboardState> => {
    const { organizationId = "" } = call.parameters;
    if (!state.organizations.has(organizationId)) return notFound(state);
    return answer(state, call, policiesOf(state, organizationId));
  };
}

function idIn({ parameters }: Call): string {
  return parameters.id ?? "";
}

function listed(
  state: DashboardState,
  call: Call,
  of: ReadonlyMap<string, JsonObject>,
): Answer<DashboardState> {
  const items = [...of].map(([id, fields]) => ({ id, ...fields }));
  return paged(state, call, { items, by: "id", standard: 5000, largest: 5000 });
}

function shown(state: DashboardState, call: Call, { own, what }: Of): Answer<DashboardState> {
  return shows(state, { id: idIn(call), ...own[what].get(idIn(call)) });
}

function created(state: DashboardState, call: Call, { own, what }: Of): Answer<DashboardState> {
  const sent = (what === "objects" ? newObject : newGroup).safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const standard = what === "groups" ? { category: "NetworkObjectGroup", objectIds: [] } : { groupIds: [] };
  const id = String(1_000_001 + own.counted);
  const counted = own.counted + 1;
  const fields = { ...standard, ...defined(sent.data) };
  return stored(state, call, { own: { ...own, counted }, what, id, fields, status: 201 });
}

function updated(state: DashboardState, call: Call, { own, what }: Of): Answer<DashboardState> {
  const sent = (what === "objects" ? objectBody : groupBody).safeParse(call.body);
  if (!sent.success) return wrong(state, ...faultsOf(sent.error));
  const fields = { ...own[what].get(idIn(call)), ...defined(sent.data) };
  return stored(state, call, { own, what, id: idIn(call), fields, status: 200 });
}

interface Stored extends Of {
  readonly id: string;
  readonly fields: JsonObject;
  readonly status: number;
}

function stored(
  state: DashboardState,
  call: Call,
  { own, what, id, fields, status }: Stored,
): Answer<DashboardState> {
  const others = [...own[what]].filter(([other]) => other !== id);
  if (others.some(([, other]) => other.name === fields.name))
    return wrong(state, "Name has already been taken");
  const { objectIds } = fields;
  const members = isList(objectIds) ? objectIds.map(String) : [];
  const missing = members.find((member) => !own.objects.has(member));
  if (missing !== undefined) return wrong(state, `Policy object ${missing} does not exist`);
  const kept = { ...fields, ...(isList(objectIds) && { objectIds: members.map(Number) }) };
  const changed = { ...own, [what]: withEntry(own[what], id, kept) };
  return shows(withPolicies(state, call.parameters.organizationId ?? "", changed), { id, ...kept }, status);
}

/**
 * Removes an object or group, unless it is in use. It is an assumption that the product refuses to remove an object
 * that is in use.
 */
function removed(state: DashboardState, call: Call, { own, what }: Of): Answer<DashboardState> {
  const id = idIn(call);
  const rules = [...own.rules].filter(([path]) => isThere(state, path)).flatMap(([, each]) => namedIn(each));
  const byRule = rules.some((one) => one.what === what && one.id === id);
  const byGroup = what === "objects" && [...own.groups.values()].some(({ objectIds }) => has(objectIds, id));
  if (byRule || byGroup) return wrong(state, "It is in use, and cannot be deleted");
  const changed = { [what]: withEntry(own[what], id, undefined) };
  return { state: withPolicies(state, call.parameters.organizationId ?? "", changed), reply: bare(204) };
}

/** True if the network in the path of these rules still exists, or if the path names no network. */
function isThere({ networks }: DashboardState, path: string): boolean {
  const [, , , of, id = ""] = path.split("/");
  return of !== "networks" || networks.has(id);
}

function has(objectIds: JsonObject[string] | undefined, id: string): boolean {
  return isList(objectIds) && objectIds.map(String).includes(id);
}
