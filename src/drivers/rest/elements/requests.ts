/** Writes of a list in order, element by element: the requests. */

import { fieldOf, textFrom } from "../../../catalog/fields/field-of.ts";
import { withKept } from "../../../catalog/fields/kept.ts";
import { sendable, toWire, type WireObject } from "../../../catalog/fields/wire.ts";
import { writeTemplateOf } from "../../../catalog/operations.ts";
import type { ElementWords } from "../../../catalog/schema/elements.ts";
import type { Fields } from "../../../catalog/schema/field.ts";
import { filledFields, type WordValue } from "../../../catalog/templates.ts";
import { asList, asObject, filterMembers, type Json } from "../../../model/json.ts";
import type { WireRequest } from "../../../model/wire.ts";
import type { Write } from "../../contract/contract.ts";
import { departure } from "../../contract/sending.ts";
import { laidUnder, withIds } from "../bodies.ts";
import { kindOfWrite, type RequestContext, requestTo, requestWords } from "../requests.ts";
import { withNames } from "../sent-names.ts";
import { type ElementStep, elementSteps } from "./steps.ts";

/** The requests that a write of a kind with `elements` takes, in order; undefined: it is no such kind. */
export function elementRequestsOf(on: RequestContext, write: Write): readonly WireRequest[] | undefined {
  const of = kindOfWrite(on.dialect, write);
  const { file } = of;
  const { elements: own } = file;
  if (own === undefined) return undefined;
  const { desired = { [own.field]: [] }, live } = withIds(of, write);
  const list = file.fields[own.field];
  const lists = { desired: listAt(desired, own.field), live: listAt(live?.value, own.field) };
  const raw = listAt(live?.raw, list?.wire ?? own.field);
  return elementSteps(file, live?.value, desired).map((step) => {
    const template = writeTemplateOf(file[step.operation]);
    if (template === undefined) throw new Error(`a ${file.title} has no ${step.operation} of its elements`);
    const id = step.operation === "create" ? undefined : fieldOf(raw[step.live], own.id);
    const words = stepWords(requestWords(of, on.dialect, write), step, textFrom(id));
    const sent =
      step.operation === "remove"
        ? undefined
        : bodyOf(list?.items?.properties ?? {}, own, { step, lists, write });
    const body = sent && { ...filledFields(template.with, words), ...sent };
    return { ...requestTo(on, template, { words, scope: write.scope, body }), ...departure(write) };
  });
}

interface BodyParts {
  readonly write: Write;
  readonly step: Exclude<ElementStep, { readonly operation: "remove" }>;
  readonly lists: { readonly desired: readonly Json[]; readonly live: readonly Json[] };
}

/** What is declared of an element, of an update over what is live of its fields. Where it stands is no part of it. */
function bodyOf(fields: Fields, { groups }: ElementWords, { step, lists, write }: BodyParts): WireObject {
  const declared = asObject(lists.desired[step.desired]);
  const live = step.operation === "update" ? asObject(lists.live[step.live]) : {};
  const own = withKept(fields, declared, { live, exclusive: write.ownership === "exclusive" });
  const whole = filterMembers(laidUnder(own, sendable(fields, live)), (name) => name !== groups?.field);
  return toWire(fields, withNames(fields, write, whole), () => {
    throw new Error("an element of a list in order has no secret");
  });
}

function stepWords(words: WordValue, step: ElementStep, element: string | undefined): WordValue {
  const { group, after, before, number } = step.operation === "create" ? step : {};
  const places = { after: after?.toString(), before: before?.toString(), number: number?.toString() };
  const own: Readonly<Record<string, string | undefined>> = { element, group, ...places };
  return (word) => (Object.hasOwn(own, word) ? own[word] : words(word));
}

function listAt(value: Json | undefined, field: string): readonly Json[] {
  return asList(fieldOf(value, field));
}
