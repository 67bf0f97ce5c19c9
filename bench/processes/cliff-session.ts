/**
 * Live resources that equal the declarations, except for one in a hundred. This works for any kind, and uses ids as
 * references.
 */

import type {
  Driver,
  Item,
  OpenTarget,
  ReadReply,
  ReadRequest,
  Session,
} from "../../src/drivers/contract/contract.ts";
import type { Address } from "../../src/model/address.ts";
import type { Desired, Resource } from "../../src/model/desired.ts";
import { canonicalText, isObject, type Json } from "../../src/model/json.ts";
import type { Project, Target } from "../../src/model/project.ts";
import { mapReferences } from "../../src/model/references.ts";

/** Targets whose sessions answer with the declarations. Nothing can be written. */
export function cliffTargets(
  project: Project,
  desired: Desired,
  drivers: readonly Driver[],
): ReadonlyMap<string, OpenTarget> {
  const byScope = new Map<string, Resource>();
  for (const resource of desired.resources.values())
    byScope.set(called(resource.kind, resource.scope), resource);
  const open = (target: Target): OpenTarget => {
    const driver = drivers.find((each) => each.interface === target.interface);
    if (!driver) throw new Error(`no driver for ${target.interface}`);
    let asked = 0;
    const read = async ({ wanted }: ReadRequest): Promise<ReadReply> => {
      asked += 1;
      return { state: "whole", items: wanted.flatMap((one) => itemsOf(byScope, desired, one)) };
    };
    const session: Session = { read, write: refuse, preview: refuse };
    const dialect = driver.dialect(target.dialect, target.settings);
    return { target, driver, dialect, session, requests: () => asked };
  };
  return new Map([...project.targets.values()].map((target) => [target.name, open(target)]));
}

function itemsOf(
  byScope: ReadonlyMap<string, Resource>,
  desired: Desired,
  { kind, identity, scope }: ReadRequest["wanted"][number],
): readonly Item[] {
  const resource = byScope.get(called(kind, scope));
  if (!resource) return [];
  const idOf = (found: Json, named: string): Json => {
    const other = desired.resources.get(`${resource.target}/${named}/${String(found)}` as Address);
    return other ? `id of ${other.identity}` : found;
  };
  const copy: Json = JSON.parse(JSON.stringify(resource.value));
  const live = resource.refersTo ? mapReferences(copy, resource.refersTo, idOf) : copy;
  return [{ kind, identity, id: `id of ${identity}`, value: withoutSecrets(live, resource) }];
}

function withoutSecrets(value: Json, { secrets }: Resource): Json {
  if (!isObject(value) || secrets.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([field]) => !secrets.includes(`/${field}`)));
}

function called(kind: string, scope: Readonly<Record<string, string>>): string {
  return `${kind} ${canonicalText(scope)}`;
}

function refuse(): never {
  throw new Error("the benchmark writes nothing");
}
