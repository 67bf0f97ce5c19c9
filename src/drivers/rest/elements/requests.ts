/** Requests for writing an ordered list element by element. */

import { fieldOf, textFrom } from "../../../catalog/fields/field-of.ts";
import { withKept } from "../../../catalog/fields/kept.ts";
import { sendable, toWire, type WireObject } from "../../../catalog/fields/wire.ts";
import { writeTemplateOf } from "../../../catalog/operations.ts";
import type { ElementWords } from "../../../catalog/schema/elements.ts";
import type { Fields } from "../../../catalog/schema/field.ts";
import { filledFields, type WordValue } from "../../../catalog/templates.ts";
import { asObject, filterMembers, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { elementIdentity } from "../../../model/list-identity.ts";
import { type Pointer, pointer, segments } from "../../../model/pointer.ts";
import type { WireRequest } from "../../../model/wire.ts";
import type { Write } from "../../contract/contract.ts";
import { departure } from "../../contract/sending.ts";
import { laidUnder, withIds } from "../bodies.ts";
import { kindOfWrite, type RequestContext, requestTo, requestWords } from "../requests.ts";
import { withNames } from "../sent-names.ts";
import { listAt, rawElements, withinOf } from "./live-parts.ts";
import { type ElementStep, elementSteps } from "./steps.ts";

/** Returns the requests for a write of a kind with `elements`, in order. Undefined: the kind has no `elements`. */
export function elementRequestsOf(on: RequestContext, write: Write): readonly WireRequest[] | undefined {
  const of = kindOfWrite(on.dialect, write);
  const { file } = of;
  const { elements: own } = file;
  if (own === undefined) return undefined;
  const { desired = { [own.field]: [] }, live } = withIds(of, write);
  const list = file.fields[own.field];
  const lists = { desired: listAt(desired, own.field), live: listAt(live?.value, own.field) };
  const raw = rawElements(file, live);
  const sides = { live: live?.value, desired };
  return elementSteps(file, sides, withinOf(file, live)).map((step) => {
    const template = writeTemplateOf(file[step.operation]);
    if (template === undefined) throw new Error(`a ${file.title} has no ${step.operation} of its elements`);
    const id = step.operation === "create" ? undefined : fieldOf(raw[step.live], own.id);
    const words = stepWords(requestWords(of, on.dialect, write), step, textFrom(id));
    const sent =
      step.operation === "remove"
        ? undefined
        : bodyOf(list?.items?.properties ?? {}, own, { step, lists, raw, write });
    const body = sent && { ...filledFields(template.with, words), ...sent };
    return { ...requestTo(on, template, { words, scope: write.scope, body }), ...departure(write) };
  });
}

interface BodyParts {
  readonly write: Write;
  readonly step: Exclude<ElementStep, { readonly operation: "remove" }>;
  readonly lists: { readonly desired: readonly Json[]; readonly live: readonly Json[] };
  readonly raw: readonly Json[];
}

/** Returns an element's declared values merged over its live values, without its group and the part of its group. */
function bodyOf(fields: Fields, words: ElementWords, { step, lists, raw, write }: BodyParts): WireObject {
  const { groups, within } = words;
  const isPlace = (name: string) => name === groups?.field || (within && fields[name]?.wire === within.wire);
  const declared = asObject(lists.desired[step.desired]);
  const live = step.live === undefined ? {} : asObject(lists.live[step.live]);
  const exclusive = write.ownership === "exclusive";
  const differing = differingInside(declared, pointer([words.field]), write);
  const own = withKept(fields, declared, { live, exclusive, differing });
  const whole = filterMembers(laidUnder(own, sendable(fields, live)), (name) => !isPlace(name));
  const sent = toWire(fields, withNames(fields, write, whole), () => {
    throw new Error("an element of an ordered list cannot contain a secret");
  });
  return { ...unknownIn(fields, words, step.live === undefined ? undefined : raw[step.live]), ...sent };
}

/** Returns the differing fields of an element of a list, by the path inside it. */
function differingInside(element: JsonObject, list: Pointer, write: Write): readonly Pointer[] {
  const name = elementIdentity(element, write.lists[list] ?? []) ?? "";
  const own = pointer([...segments(list), name]);
  return write.differences.flatMap(({ path }) =>
    path.startsWith(`${own}/`) ? [path.slice(own.length)] : [],
  );
}

/** Returns the members of a live element that have no field and that were not added by the server. */
function unknownIn(fields: Fields, { id, readOnly }: ElementWords, raw: Json | undefined): JsonObject {
  if (readOnly === undefined || raw === undefined || !isObject(raw)) return {};
  const [first = ""] = id.split(".");
  const known = new Set([first, ...readOnly, ...Object.entries(fields).map(wireNameOf)]);
  return filterMembers(raw, (name) => !known.has(name));
}

function wireNameOf([name, { wire = name }]: readonly [string, Fields[string]]): string {
  return wire.split(".")[0] ?? wire;
}

function stepWords(words: WordValue, step: ElementStep, element: string | undefined): WordValue {
  const { group, within, after, before, number } = step.operation === "create" ? step : {};
  const places = { after: after?.toString(), before: before?.toString(), number: number?.toString() };
  const part = { within, group: within === undefined ? group : undefined };
  const own: Readonly<Record<string, string | undefined>> = { element, ...part, ...places };
  return (word) => (Object.hasOwn(own, word) ? own[word] : words(word));
}
