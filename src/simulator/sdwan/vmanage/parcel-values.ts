/**
 * Values in parcels. Each value is an object with `optionType`. The secrets in parcels and templates are shown
 * encrypted.
 */

import type { Json, JsonObject } from "../../../model/json.ts";
import { isList, isRecord } from "../../wire/message.ts";

const optionTypes: readonly Json[] = ["global", "variable", "default"];

/** Returns an error in a parcel's data. Returns undefined if the data violates none of the checked rules. */
export function faultOf(body: JsonObject): string | undefined {
  if (!isRecord(body.data)) return body.data === undefined ? undefined : "data is not an object";
  return faultIn(body.data, "data");
}

function faultIn(value: Json, at: string): string | undefined {
  if (isList(value)) return first(value.map((each, index) => faultIn(each, `${at}[${index}]`)));
  if (!isRecord(value)) return undefined;
  if (!("optionType" in value))
    return first(Object.entries(value).map(([name, each]) => faultIn(each, `${at}.${name}`)));
  const { optionType = null, value: own } = value;
  if (!optionTypes.includes(optionType)) return `${at}.optionType is not one of ${optionTypes.join(", ")}`;
  if (optionType === "global" && own === undefined) return `${at}.value is required`;
  const isVariable = typeof own === "string" && /^\{\{[./[\]a-zA-Z0-9_-]+\}\}$/.test(own);
  return optionType === "variable" && !isVariable ? `${at}.value is not a {{variable}}` : undefined;
}

function first(faults: readonly (string | undefined)[]): string | undefined {
  return faults.find((each) => each !== undefined);
}

/** Members whose values are shown encrypted. */
const secrets: ReadonlySet<string> = new Set([
  ...["password", "passphrase", "key", "keyString", "keystring", "authKey", "authPassword", "privPassword"],
  ...["md5", "md5Value", "hmacSha2Value", "cmacAes128Value", "devicePassword", "sxpDefaultPassword"],
  ...["umbrellaDNSAuthSecret", "umbrellaSIGAuthSecret", "ciscoSSEAuthSecret", "zscalerPassword"],
]);

/** Returns a record as it is shown, with its secrets encrypted. */
export function withSecretsEncrypted(record: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, encryptedValue(name, value)]),
  );
}

function encryptedValue(name: string, value: Json): Json {
  if (isList(value)) return value.map((each) => encryptedValue("", each));
  if (!isRecord(value)) return value;
  const isConstant = value.vipType === "constant" && typeof value.vipValue === "string";
  if (secrets.has(name) && isConstant) return { ...value, vipValue: encrypted };
  const isGlobal = value.optionType === "global" && typeof value.value === "string";
  return secrets.has(name) && isGlobal ? { ...value, value: encrypted } : withSecretsEncrypted(value);
}

const encrypted = "$CRYPT_CLUSTER$simulated";
