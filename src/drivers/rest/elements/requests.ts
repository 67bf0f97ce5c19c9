/** Writes of a list in order, element by element: the requests. */

import { fieldOf } from "../../../catalog/fields/field-of.ts";
import { sendable, toWire, type WireObject } from "../../../catalog/fields/wire.ts";
import { writeTemplateOf } from "../../../catalog/operations.ts";
import { filledPath, filledQuery, filledValue, type WordValue } from "../../../catalog/templates.ts";
import type { ElementWords } from "../../../catalog/vocabulary/elements.ts";
import type { Fields } from "../../../catalog/vocabulary/field.ts";
import type { WriteTemplate } from "../../../catalog/vocabulary/request.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import type { WireRequest } from "../../../model/wire.ts";
import type { Write } from "../../contract.ts";
import { laidUnder, withIds } from "../bodies.ts";
import { kindOfWrite, type RequestContext, requestOf } from "../requests.ts";
import { requestWords, wordsOf } from "../words.ts";
import { type ElementStep, elementSteps } from "./steps.ts";

/** The requests that a write of a kind with `elements` takes, in order; undefined: it is no such kind. */
export function elementRequestsOf(on: RequestContext, write: Write): readonly WireRequest[] | undefined {
  const of = kindOfWrite(on.dialect, write);
  const { file } = of;
  const { elements: own } = file;
  if (own === undefined) return undefined;
  const { desired = { [own.field]: [] }, live } = withIds(of, write);
  const lists = { desired: listAt(desired, own.field), live: listAt(live?.value, own.field) };
  const raw = listAt(live?.raw, file.fields[own.field]?.wire ?? own.field);
  const inner = file.fields[own.field]?.items?.properties ?? {};
  return elementSteps(file, live?.value, desired).map((step) => {
    const template = writeTemplateOf(file[step.operation]);
    if (template === undefined) throw new Error(`a ${file.title} has no ${step.operation} of its elements`);
    const id = step.operation === "create" ? undefined : fieldOf(raw[step.live] ?? null, own.id);
    const words = requestWords(of, stepWords(wordsOf(of, on.dialect, write), step, id));
    const body = step.operation === "remove" ? undefined : bodyOf(inner, own, { step, lists });
    return requestOf(on, write, {
      method: template.method,
      path: filledPath(template.path, words) + filledQuery(template.query ?? {}, words),
      body: body && { ...along(template, words), ...body },
    });
  });
}

interface BodyParts {
  readonly step: Exclude<ElementStep, { readonly operation: "remove" }>;
  readonly lists: { readonly desired: readonly Json[]; readonly live: readonly Json[] };
}

/** What is declared of an element, of an update over what is live of its fields. Where it stands is no part of it. */
function bodyOf(fields: Fields, { groups }: ElementWords, { step, lists }: BodyParts): WireObject {
  const declared = objectOf(lists.desired[step.desired]);
  const known = step.operation === "update" ? sendable(fields, objectOf(lists.live[step.live])) : {};
  const whole = Object.entries(laidUnder(declared, known)).filter(([name]) => name !== groups?.field);
  return toWire(fields, Object.fromEntries(whole), () => {
    throw new Error("an element of a list in order has no secret");
  });
}

function stepWords(words: WordValue, step: ElementStep, id: Json | undefined): WordValue {
  const place = step.operation === "create" ? step : undefined;
  const own = new Map([
    ["element", typeof id === "string" || typeof id === "number" ? String(id) : undefined],
    ["group", place?.group],
    ["after", place?.after?.toString()],
    ["before", place?.before?.toString()],
    ["number", place?.number.toString()],
  ]);
  return (word) => (own.has(word) ? own.get(word) : words(word));
}

function along({ with: values = {} }: WriteTemplate, words: WordValue): JsonObject {
  const filled = filledValue(values, words);
  return isObject(filled) ? filled : {};
}

function listAt(value: Json | undefined, field: string): readonly Json[] {
  const list = value === undefined ? undefined : fieldOf(value, field);
  return list !== undefined && isArray(list) ? list : [];
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}
