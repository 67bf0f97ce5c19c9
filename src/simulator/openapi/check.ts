/** Validates a value against a schema of a description. The texts of errors are like those of a server. */

import { isArray, isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { formsOf, isReadOnly, isWriteOnly, membersOf, partsOf, typesIn } from "./reference.ts";
import { scalarFaults } from "./scalars.ts";

/**
 * The context of a check. `root` is the description that contains the schemas. `direction` says whether a client has
 * sent the value, or the server is about to show it.
 */
export interface CheckContext {
  readonly root: Json;
  readonly direction: "request" | "reply";
}

const maxFaults = 20;
const maxDepth = 64;
const maxSteps = 200_000;

interface Run extends CheckContext {
  left: number;
}

interface Place {
  readonly path: string;
  readonly depth: number;
  /** False inside one of several alternatives: the whole object has been checked for unknown fields before. */
  readonly strict: boolean;
}

/** Returns the errors in a value: at most 20, each with its place. */
export function faultsIn(value: Json, schema: Json | undefined, by: CheckContext): readonly string[] {
  if (schema === undefined) return [];
  const run = { ...by, left: maxSteps };
  const faults = check(run, value, { schema, path: "", depth: 0, strict: true });
  return [...new Set(faults)].slice(0, maxFaults);
}

function check(run: Run, value: Json, place: Place & { readonly schema: Json }): readonly string[] {
  run.left -= 1;
  if (run.left < 0 || place.depth > maxDepth || !isObject(place.schema)) return [];
  const parts = partsOf(run.root, place.schema);
  const name = place.path || "the body";
  if (value === null && parts.some(takesNull)) return [];
  const wrong = parts.flatMap((part) => [
    ...typeFaults(part, value, name),
    ...scalarFaults(part, value, name),
    ...formFaults(run, value, { ...place, part }),
  ]);
  if (wrong.length > 0) return wrong;
  if (isArray(value)) return listFaults(run, value, { ...place, parts });
  return isObject(value) ? objectFaults(run, value, { ...place, parts }) : [];
}

function takesNull({ nullable, type, enum: values }: JsonObject): boolean {
  return nullable === true || typesIn(type).includes("null") || (isArray(values) && values.includes(null));
}

function typeFaults({ type, enum: values, const: only }: JsonObject, value: Json, name: string): string[] {
  const types = typesIn(type);
  if (types.length > 0 && !types.some((each) => isOfType(value, each))) {
    return [`${name} must be ${article(types.join(" or "))}`];
  }
  const allowed = isArray(values) ? values : only === undefined ? undefined : [only];
  if (allowed === undefined || allowed.some((each) => sameJson(each, value))) return [];
  return [`${name} must be one of: ${allowed.map((each) => JSON.stringify(each)).join(", ")}`];
}

function isOfType(value: Json, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  return type === "number" || type === "string" || type === "boolean" ? typeof value === type : true;
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

function formFaults(run: Run, value: Json, place: Place & { readonly part: JsonObject }): readonly string[] {
  return formsOf(place.part).flatMap((forms) => {
    const faults: (readonly string[])[] = [];
    for (const schema of forms) {
      const found = check(run, value, { ...place, schema, depth: place.depth + 1, strict: false });
      if (found.length === 0) return [];
      faults.push(found);
    }
    const [first = []] = faults;
    return [`${place.path || "the body"} fits none of ${forms.length} forms; the first: ${first.join("; ")}`];
  });
}

interface Parts extends Place {
  readonly schema: Json;
  readonly parts: readonly JsonObject[];
}

function listFaults(run: Run, value: readonly Json[], { parts, path, depth }: Parts): readonly string[] {
  const schemas = parts.map(({ items }) => items).filter((items) => items !== undefined);
  const unique = parts.some(({ uniqueItems }) => uniqueItems === true);
  const texts = new Set(value.map((each) => JSON.stringify(each)));
  return [
    ...(unique && texts.size < value.length ? [`${path || "the body"} has an element twice`] : []),
    ...value.flatMap((each, index) =>
      schemas.flatMap((schema) =>
        check(run, each, { schema, path: `${path}[${index}]`, depth: depth + 1, strict: true }),
      ),
    ),
  ];
}

function objectFaults(run: Run, value: JsonObject, place: Parts): readonly string[] {
  const { root, direction } = run;
  const { parts, path, depth, strict } = place;
  const members = membersOf(root, place.schema);
  const name = (member: string) => (path === "" ? member : `${path}.${member}`);
  const open = parts.flatMap(({ additionalProperties: more }) => (more === undefined ? [] : [more]));
  const isOpen = open.some((each) => each !== false) || (members.size === 0 && !open.includes(false));
  const hidden = (schema: Json | undefined) =>
    direction === "request" ? isReadOnly(root, schema) : isWriteOnly(root, schema);
  const required = new Set(parts.flatMap(({ required: all }) => typesIn(all)));
  const lacking = [...required].filter(
    (member) => !Object.hasOwn(value, member) && !hidden(members.get(member)),
  );
  return [
    ...lacking.map((member) => `${name(member)} is required`),
    ...Object.entries(value).flatMap(([member, each]) => {
      const schema = members.get(member);
      const below = { path: name(member), depth: depth + 1, strict: true };
      if (schema !== undefined && direction === "request" && hidden(schema)) {
        return [`${name(member)} is read-only`];
      }
      if (schema !== undefined) return check(run, each, { ...below, schema });
      if (isOpen)
        return open.filter(isObject).flatMap((more) => check(run, each, { ...below, schema: more }));
      return strict && direction === "request" ? [`${name(member)} is unknown`] : [];
    }),
  ];
}
