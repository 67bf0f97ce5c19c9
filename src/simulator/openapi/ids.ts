/**
 * Chooses the ids of new items. A client's own id is used if the description allows it, otherwise an id of the server.
 */

import type { Json, JsonObject } from "../../model/json.ts";
import { partsOf } from "./reference.ts";
import type { ItemForm } from "./resources.ts";
import { isThere, type OpenApiState } from "./state.ts";

/** Returns the id of an item that is about to be created. */
export function idFor(state: OpenApiState, form: ItemForm, sent: JsonObject): string {
  const own = form.idMembers.map((name) => sent[name]).find(isId);
  return own === undefined ? freshId(state, form) : String(own);
}

function isId(value: Json | undefined): boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}

const firstId = 1001;

function freshId(state: OpenApiState, form: ItemForm): string {
  for (let count = state.made + firstId; ; count += 1) {
    const id = idText(state, form, count);
    const isTaken = [...state.held.values()].some(
      ({ template, parameters }) => template === form.template && parameters[form.parameter] === id,
    );
    if (!isTaken && !isThere(state, form, { [form.parameter]: id })) return id;
  }
}

function idText(state: OpenApiState, { idSchema }: ItemForm, count: number): string {
  const root = state.api?.root ?? null;
  const parts = partsOf(root, idSchema);
  if (parts.some(({ format }) => format === "uuid")) {
    return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
  }
  return String(count);
}
