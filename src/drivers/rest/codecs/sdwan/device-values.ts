/** The codec `deviceValues`: a device attached to a template, with the values of the template's variables. */

import { asWireObject, type WireObject } from "../../../../catalog/fields/wire.ts";
import { asList, asObject, isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";
import { isSecretName } from "../../../../model/names/secret-names.ts";
import type { WireJson } from "../../../../model/wire.ts";
import type { Codec } from "../../codec.ts";
import { unvalued } from "./unvalued.ts";

/**
 * Converts a device that is attached to a template between the product's form, `{header: {columns}, data: [row]}`, and
 * the fields `uuid`, `templateId`, `variables` and `secretVariables`. The keys of a row are configuration paths. The
 * title of a column contains the variable's name: `Host name(system_host_name)`. A write sends the row that was read
 * before it, with the declared values. The values of variables with the name of a secret are never shown.
 */
export const deviceValues: Codec = {
  record(_, { header, data, ...shown }) {
    if (!isArray(data)) return shown;
    const row = asObject(data[0]);
    const names = [...namesIn(header ?? null)].filter(([, name]) => !isSecretName(name, []));
    const known = names.flatMap(([place, name]): readonly (readonly [string, Json])[] => {
      const value = row[place];
      return value === undefined || value === null || value === "" ? [] : [[name, String(value)]];
    });
    const templateId = row["csv-templateId"] ?? null;
    return { uuid: row["csv-deviceId"] ?? null, templateId, variables: Object.fromEntries(known) };
  },
  undeclared: () => [],
  body(_, { object: { uuid, templateId: _template, variables, secretVariables, ...along }, asked }) {
    const row = asObject(asList(asObject(asked).data)[0]);
    const { devices, deviceTemplateList } = along;
    // A device that is detached from its template is sent with its address.
    if (devices !== undefined) {
      const device = { deviceId: row["csv-deviceId"] ?? uuid ?? null, deviceIP: row["csv-deviceIP"] ?? "" };
      return { ...along, devices: [device] };
    }
    const values = { ...asWireObject(variables), ...asWireObject(secretVariables) };
    const device =
      asked === undefined ? { "csv-deviceId": uuid ?? null, ...values } : filled(row, asked, values);
    const [of = {}] = Array.isArray(deviceTemplateList) ? deviceTemplateList : [];
    return { ...along, deviceTemplateList: [{ ...asWireObject(of), device: [device] }] };
  },
  check: unvalued,
};

/** Returns a row with the declared values filled in. */
function filled(row: JsonObject, asked: Json, values: WireObject): WireObject {
  const places = [...namesIn(asObject(asked).header ?? null)].flatMap(
    ([place, name]): [string, WireJson][] => {
      const value = values[name];
      return value === undefined || value === null ? [] : [[place, value]];
    },
  );
  return { ...row, ...Object.fromEntries(places) };
}

/** The variable names that the product's own templates use for the first values of a device. */
const firstNames: Readonly<Record<string, string>> = {
  "//system/host-name": "system_host_name",
  "//system/system-ip": "system_system_ip",
  "//system/site-id": "system_site_id",
};

/** Returns the name of the variable at each path of a row. */
function namesIn(header: Json): ReadonlyMap<string, string> {
  const columns = asList(asObject(header).columns).filter(isObject);
  return new Map(
    columns.flatMap(({ property, title, templateType, editable }): readonly (readonly [string, string])[] => {
      if (typeof property !== "string" || typeof title !== "string" || editable === false) return [];
      const named = [...title.matchAll(/\(([^()]+)\)/g)].at(-1)?.[1];
      // The columns of a device with an unchanged configuration have only a title.
      const own = named ?? firstNames[property] ?? (templateType === undefined ? title : undefined);
      return own === undefined ? [] : [[property, own]];
    }),
  );
}
