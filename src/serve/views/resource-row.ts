/** One resource as a row of a list, with its searchable text. Pure. */

import { type Address, type AddressParts, addressParts } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import type { Resource } from "../../model/desired.ts";
import { asList, isObject } from "../../model/json.ts";
import type { Redaction } from "../../model/secret.ts";
import type { ResourceState } from "./resource-states.ts";

/** One resource that is declared or will be removed. Nothing in it is escaped. */
export interface ResourceRow {
  readonly address: Address;
  readonly target: string;
  readonly kind: string;
  /** The title of the resource's kind. */
  readonly title: string;
  readonly key: string;
  readonly site?: string | undefined;
  readonly tags: readonly string[];
  readonly state: ResourceState;
  /** The number of differing fields; 0 for a resource that is created or removed. */
  readonly differences: number;
  /** The searchable text, in lower case. */
  readonly text: string;
}

/** The title of a kind at a target. */
export type TitleOf = (of: Pick<AddressParts, "target" | "kind">) => string;

/** The row of a resource in the given state. */
export function rowOf({
  address,
  resource,
  change,
  state,
  titleOf,
  secrets,
}: {
  readonly address: Address;
  readonly resource: Resource | undefined;
  readonly change: Change | undefined;
  readonly state: ResourceState;
  readonly titleOf: TitleOf;
  readonly secrets: Redaction | undefined;
}): ResourceRow {
  const parts = addressParts(address);
  const { target, kind, key } = parts;
  const title = titleOf(parts);
  // A declared value may contain a secret, which is neither shown nor found by searches.
  const shown = (text: string | undefined) => (text === undefined ? undefined : secrets?.value(text));
  const tags = secrets ? tagsOf(resource, secrets) : noTags;
  const site = shown(resource?.site);
  const words = `${address}\n${shown(resource?.identity) ?? ""}\n${site ?? ""}\n${title}\n${tags.join("\n")}`;
  return {
    address,
    target,
    kind,
    key,
    title,
    site,
    tags,
    state,
    differences: change?.action === "update" ? change.differences.length : 0,
    text: words.toLowerCase(),
  };
}

/** The texts of a resource that may contain a secret. */
export function searchableTexts(resource: Resource): readonly string[] {
  const { identity, site } = resource;
  return [identity, ...(site === undefined ? [] : [site]), ...tagsIn(resource)];
}

const noTags: readonly string[] = [];

function tagsOf(resource: Resource | undefined, secrets: Redaction): readonly string[] {
  const tags = resource ? tagsIn(resource) : noTags;
  return tags.length === 0 ? noTags : [...new Set(tags.map((tag) => secrets.value(tag)))];
}

/** The tags of a resource, which products keep as a list of texts in a field `tags`. */
function tagsIn({ value }: Resource): readonly string[] {
  if (!isObject(value)) return noTags;
  const tags = asList(value.tags);
  return tags.length === 0 ? noTags : tags.filter((tag) => typeof tag === "string");
}
