/**
 * Checks the bodies of writes against the facts of their type. Members are refused if they are unknown, read-only, or
 * of the wrong type.
 */

import { isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { isList } from "../../wire/message.ts";
import { IntersightRefusal } from "./answers.ts";
import type { IntersightState } from "./state.ts";
import { choicesOfParts, type Properties, type PropertyFacts, partTypes, type TypeFacts } from "./types.ts";

/** The properties that all objects have, in addition to the properties of their type. */
const ofAllObjects: Properties = new Map<string, PropertyFacts>([
  ["Name", { kind: { is: "text" }, standard: undefined }],
  ["Description", { kind: { is: "text" }, standard: "" }],
  [
    "Organization",
    { kind: { is: "reference", type: "organization.Organization", isMany: false }, standard: undefined },
  ],
  ["Tags", { kind: { is: "part", type: "mo.Tag", isMany: true }, standard: undefined }],
]);

const readOnly = [
  "AccountMoid",
  "Ancestors",
  "CreateTime",
  "ModTime",
  "Moid",
  "Owners",
  "Parent",
  "SharedScope",
];

const tag: Properties = new Map<string, PropertyFacts>([
  ["Key", { kind: { is: "text" }, standard: undefined }],
  ["Value", { kind: { is: "text" }, standard: undefined }],
]);

/** Returns the stored form of a body. In it, references and parts have their types. */
export function judgedBody(state: IntersightState, of: TypeFacts, body: Json): JsonObject {
  if (!isObject(body)) throw refused("an object is required");
  const said = judgedMembers(
    state,
    { type: of.type, properties: new Map([...ofAllObjects, ...of.properties]) },
    body,
  );
  const { ClassId: _, ObjectType: __, ...own } = said;
  return own;
}

/** Returns the default values of a type's properties. */
export function standardsOf({ properties }: Pick<TypeFacts, "properties">): JsonObject {
  const own = [...properties].flatMap(([name, { standard }]) =>
    standard === undefined ? [] : [[name, standard] as const],
  );
  return Object.fromEntries(own);
}

interface ObjectShape {
  readonly type: string;
  readonly properties: Properties;
}

function refused(message: string, code = "InvalidRequest"): IntersightRefusal {
  return new IntersightRefusal(400, code, `The request body is not valid: ${message}.`);
}

function judgedMembers(
  state: IntersightState,
  { type, properties }: ObjectShape,
  body: JsonObject,
): JsonObject {
  const members = Object.entries(body).map(([name, value]): [string, Json] => {
    if (name === "ClassId" || name === "ObjectType") {
      if (value !== type) throw refused(`${name} must be ${type}`);
      return [name, value];
    }
    const facts = properties.get(name);
    if (facts?.kind.is === "own" || readOnly.includes(name))
      throw refused(`it contains the '${name}' property, which is read-only`);
    if (facts === undefined) throw refused(`${type} has no property '${name}'`);
    return [name, judgedValue(state, { name, facts }, value)];
  });
  return Object.fromEntries(members);
}

interface NamedProperty {
  readonly name: string;
  readonly facts: PropertyFacts;
}

function judgedValue(state: IntersightState, { name, facts }: NamedProperty, value: Json): Json {
  const { kind, standard = null } = facts;
  if (value === null) return standard;
  const fits = (isRight: boolean): Json => {
    if (!isRight) throw refused(`'${name}' is no ${kind.is}`);
    return value;
  };
  switch (kind.is) {
    case "text":
      return fits(typeof value === "string");
    case "whole":
      return fits(Number.isInteger(value));
    case "flag":
      return fits(typeof value === "boolean");
    case "texts":
      return fits(isList(value) && value.every((each) => typeof each === "string"));
    case "choice":
      return fits(kind.of.includes(String(value)));
    case "reference":
    case "part": {
      const one = (each: Json) =>
        kind.is === "part"
          ? judgedPart(state, kind.type, each)
          : judgedReference(state, { name, type: kind.type }, each);
      if (!kind.isMany) return one(value);
      if (!isList(value)) throw refused(`'${name}' is no list`);
      return value.map(one);
    }
    case "own":
      throw refused(`'${name}' is read-only`);
  }
}

/** Returns the stored form of a part. If several types are possible, the part must name its type. */
function judgedPart(state: IntersightState, type: string, value: Json): Json {
  if (!isObject(value)) throw refused(`a ${type} is an object`);
  const choices = choicesOfParts.get(type);
  const own = choices === undefined ? type : String(value.ObjectType);
  const properties = type === "mo.Tag" ? tag : partTypes.get(own);
  if (properties === undefined || choices?.includes(own) === false) throw refused(`${own} is no ${type}`);
  const said = judgedMembers(state, { type: own, properties }, value);
  if (type === "mo.Tag") return said;
  return { ClassId: own, ObjectType: own, ...standardsOf({ properties }), ...said };
}

const moidForm = /^[0-9a-f]{24}$/;

/**
 * Returns the stored form of a reference, which names an object by its Moid. If the Moid has the form of a simulated
 * one, the object must exist.
 */
function judgedReference(
  { objects }: IntersightState,
  { name, type }: { readonly name: string; readonly type: string | undefined },
  value: Json,
): Json {
  if (!isObject(value)) throw refused(`'${name}' is a reference`);
  const { ObjectType, Moid, ClassId = "mo.MoRef", ...others } = value;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined || ClassId !== "mo.MoRef")
    throw refused(`'${name}' is a reference, without '${stranger}'`);
  if (typeof ObjectType !== "string" || typeof Moid !== "string")
    throw refused(`the reference '${name}' needs ObjectType and Moid`);
  if (type !== undefined && type !== ObjectType)
    throw refused(`'${name}' refers to a ${type}, not a ${ObjectType}`);
  const found = objects.get(Moid);
  const isSimulated = found !== undefined && found.ObjectType === ObjectType;
  if (moidForm.test(Moid) && !isSimulated && !isElsewhere(ObjectType))
    throw refused(`there is no ${ObjectType} with the Moid ${Moid}`, "NotFound");
  return { ClassId, ObjectType, Moid, link: `https://intersight.example.net/api/v1/mo/${Moid}` };
}

/** True for types that are not simulated, such as servers, interconnects and roles. */
function isElsewhere(type: string): boolean {
  return /^(?:compute|network|equipment|chassis\.Iom|iam\.EndPointRole|iam\.TrustPoint|resource|resourcepool)\b/.test(
    type,
  );
}
