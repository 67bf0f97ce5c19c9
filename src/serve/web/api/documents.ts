/** Converts the views' results to the API's documents. */

import type { z } from "@hono/zod-openapi";
import type { Address } from "../../../model/address.ts";
import type { Difference } from "../../../model/change.ts";
import type { Origin } from "../../../model/source.ts";
import type { LineLink } from "../../../report/text/line-link.ts";
import type { ServedEnvironment } from "../../served.ts";
import { groupFields } from "../../views/difference-groups.ts";
import type { ListedGroup } from "../../views/differences.ts";
import { type EnvironmentRow, offeredRequests } from "../../views/environments.ts";
import type { FilterChoice, ListFilter, ListPage } from "../../views/filter.ts";
import { queryOf } from "../../views/filter.ts";
import { linkIn, type ResourceField, type ResourceView } from "../../views/resource.ts";
import type { ListedResource } from "../../views/resources.ts";
import type { ListedRun } from "../../views/runs.ts";
import type { ListedUnmanaged } from "../../views/unmanaged.ts";
import { mayDo, type Role } from "../viewer.ts";
import type {
  differenceListSchema,
  environmentSchema,
  resourceListSchema,
  runListSchema,
  unmanagedListSchema,
  wholeEnvironmentSchema,
  wholeResourceSchema,
  wholeRunSchema,
} from "./schemas.ts";

const mostAddresses = 100;
const mostFields = 50;

/** One page of a list. */
export function listDocument<T, U>(
  path: string,
  {
    page,
    filter,
    choices,
  }: { page: ListPage<T>; filter: ListFilter; choices: Readonly<Record<string, readonly FilterChoice[]>> },
  document: (item: T) => U,
) {
  const { items, total, page: at, pages } = page;
  const next = at < pages ? `${path}${queryOf({ ...filter, page: at + 1 })}` : undefined;
  const copied = Object.entries(choices).map(
    ([name, all]) => [name, all.map((one) => ({ ...one }))] as const,
  );
  return { items: items.map(document), total, page: at, pages, next, choices: Object.fromEntries(copied) };
}

/** An environment in a list. */
export function environmentDocument(row: EnvironmentRow): z.input<typeof environmentSchema> {
  const { environment, counts, driftSince } = row;
  const {
    id,
    repository,
    branch,
    projectFile,
    environment: name,
    state,
    reasons,
    commit,
    applied,
    look,
    run,
  } = environment;
  return {
    id,
    repository,
    branch,
    projectFile,
    environment: name,
    state,
    reasons: reasons.map((one) => ({ ...one })),
    commit: commit && { ...commit },
    applied: applied && { ...applied },
    observedAt: look?.observedAt,
    fingerprint: look?.plan.fingerprint,
    counts: counts && { ...counts },
    driftSince,
    run: run && run.endedAt === undefined ? run.id : undefined,
  };
}

/** A single environment with all details, for a viewer with this role. */
export function wholeEnvironmentDocument(
  row: EnvironmentRow,
  role: Role,
): z.input<typeof wholeEnvironmentSchema> {
  const { targets, problems, history } = row.environment;
  return {
    ...environmentDocument(row),
    targets: targets.map((one) => ({ ...one })),
    problems: problems.map(({ code, severity, message, hint, at }) => ({
      code,
      severity,
      message,
      hint,
      file: at?.file,
      line: at?.line,
    })),
    history: history.map((one) => ({ ...one })),
    requests: offeredRequests(row.environment).filter((deed) => mayDo(role, deed)),
  };
}

function place(at: Origin | undefined, link: LineLink | undefined) {
  return { file: at?.file, line: at?.line, url: at && link?.(at.by ?? at) };
}

function fieldDocument(field: Difference | ResourceField, link: LineLink | undefined) {
  const { path, desired, base, live, cause, at } = field;
  return { path, desired, base, live, cause, ...place(at, link) };
}

/** A group of differences. */
export function differenceDocument(
  listed: ListedGroup,
): z.input<typeof differenceListSchema>["items"][number] {
  const { environment, group, addresses, since } = listed;
  const link = linkIn(environment);
  return {
    id: group.id,
    environment: environment.id,
    cause: group.cause,
    action: group.block.action,
    kind: group.block.kind,
    count: addresses.length,
    addresses: addresses.slice(0, mostAddresses),
    fields: groupFields(group)
      .slice(0, mostFields)
      .map((field) => fieldDocument(field, link)),
    since,
  };
}

/** A resource in a list. */
export function resourceDocument({
  environment,
  row,
}: ListedResource): z.input<typeof resourceListSchema>["items"][number] {
  const { address, target, kind, title, key, site, tags, state, differences } = row;
  return {
    environment: environment.id,
    address,
    target,
    kind,
    title,
    key,
    site,
    tags: [...tags],
    state,
    differences,
    since: environment.since.get(address)?.at,
    dueAt: environment.notDue?.get(address),
  };
}

/** A single resource with all details. */
export function wholeResourceDocument(view: ResourceView): z.input<typeof wholeResourceSchema> {
  const { environment, row, observed, fields, moreFields, reasons, events, link } = view;
  return {
    ...resourceDocument({ environment, row }),
    observed,
    fields: fields.map((field) => fieldDocument(field, link)),
    moreFields,
    reasons: [...reasons],
    events: events.map(({ run, event }) => ({ ...event, run: run.id, by: run.by, commit: run.commit })),
  };
}

/** A live resource that Git does not declare. */
export function unmanagedDocument({
  environment,
  row,
}: ListedUnmanaged): z.input<typeof unmanagedListSchema>["items"][number] {
  return { environment: environment.id, ...row };
}

/** A run in a list. */
export function runDocument({
  environment,
  run,
  state,
}: ListedRun): z.input<typeof runListSchema>["items"][number] {
  const { id, why, by, commit, fingerprint, startedAt, endedAt, message, steps } = run;
  const own = { id, environment: environment.id, state, why, by, commit };
  return { ...own, fingerprint, startedAt, endedAt, message, steps: { ...steps } };
}

/** A single run with all details. */
export function wholeRunDocument(listed: ListedRun): z.input<typeof wholeRunSchema> {
  const { waves, events, recorded } = listed.run;
  return {
    ...runDocument(listed),
    waves: waves.map(({ name, state, steps }) => ({ name, state, steps: { ...steps } })),
    events: events.map((one) => ({ ...one })),
    leftBehind: (recorded?.leftBehind ?? []).map(({ address, because }) => ({ address, because })),
  };
}

/** The address in a URL. It is only looked up, so any text is accepted. */
export function addressAsked(text: string): Address {
  const [target = "", kind = "", ...key] = text.split("/");
  return `${target}/${kind}/${key.join("/")}`;
}

/** The error message for an environment that was not observed yet. */
export function notObserved({ id }: ServedEnvironment): string {
  return `${id} was not observed yet.`;
}
