/** Assurance and profiles of a simulated Catalyst Center: issues, feature templates, network profiles, and logins. */

import { z } from "zod";
import type { JsonObject } from "../../../model/json.ts";
import { json } from "../../wire/message.ts";
import type { Answer, Call, Route } from "../../wire/route.ts";
import type { ControllerState } from "../state.ts";
import { inResponse } from "./answers.ts";
import { definitions } from "./definitions.ts";
import { listed } from "./lists.ts";
import { judged, missing, type RecordPath, recordRoutes, recordsNamed } from "./records.ts";
import { begin, catalystIn } from "./tasks.ts";

const intent = "/dna/intent/api/v1";
const users = "/dna/system/api/v1/users";
const text = z.string().min(1);
const flag = z.boolean().exactOptional();
const priority = z.enum(["P1", "P2", "P3", "P4"]);

const rule = z.strictObject({
  type: text.exactOptional(),
  severity: z.int().min(0).max(6),
  facility: text,
  mnemonic: text,
  pattern: text,
  occurrences: z.int().exactOptional(),
  durationInMinutes: z.int().exactOptional(),
});

const records: readonly RecordPath[] = [
  {
    name: "custom issues",
    path: `${intent}/customIssueDefinitions`,
    schema: z.strictObject({
      name: text,
      description: z.string().exactOptional(),
      priority: priority.exactOptional(),
      isEnabled: flag,
      isNotificationEnabled: flag,
      rules: z.array(rule).min(1),
    }),
    unique: ["name"],
    update: "path",
    atOnce: true,
  },
  {
    name: "network profiles",
    path: "/api/v1/siteprofile",
    schema: z.strictObject({
      name: text,
      namespace: z.enum(["switching"]),
      profileAttributes: z
        .array(
          z.strictObject({
            key: z.enum(["cli.templates", "day0.templates"]),
            attribs: z.array(z.strictObject({ key: z.literal("template.id"), value: text })).exactOptional(),
          }),
        )
        .exactOptional(),
    }),
    unique: ["name"],
    update: "path",
  },
];

const features = {
  cleanAirConfigurations: {
    type: "CLEANAIR_CONFIGURATION",
    attributes: z.strictObject({
      radioBand: z.enum(["2_4GHZ", "5GHZ", "6GHZ"]).exactOptional(),
      cleanAir: flag,
      cleanAirDeviceReporting: flag,
      persistentDevicePropagation: flag,
      description: z.string().exactOptional(),
      interferersFeatures: z.record(text, z.boolean()).exactOptional(),
    }),
  },
  rrmFraConfigurations: {
    type: "RRM_FRA_CONFIGURATION",
    attributes: z.strictObject({
      radioBand: z.enum(["2_4GHZ_5GHZ", "5GHZ_6GHZ"]).exactOptional(),
      fraStatus: flag,
      fraFreeze: flag,
      fraInterval: z.int().exactOptional(),
      fraSensitivity: z
        .enum(["LOW", "MEDIUM", "HIGH", "HIGHER", "EVEN_HIGHER", "SUPER_HIGH"])
        .exactOptional(),
    }),
  },
} as const;

const featurePaths: readonly RecordPath[] = Object.entries(features).map(([name, { attributes }]) => ({
  name,
  path: `${intent}/featureTemplates/wireless/${name}`,
  schema: z.strictObject({
    designName: text,
    featureAttributes: attributes.exactOptional(),
    unlockedAttributes: z.array(text).exactOptional(),
  }),
  unique: ["designName"],
  update: "path",
}));

/** The routes for issues, health scores, feature templates, network profiles and logins. */
export const assuranceRoutes: readonly Route<ControllerState>[] = [
  ...Object.entries(definitions).flatMap(([name, { schema, own }]): readonly Route<ControllerState>[] => [
    {
      method: "GET",
      path: `${intent}/${name}`,
      answer: (state, call) => ({
        state,
        reply: listed(
          Object.keys(own).map((id) => defined(state, name, id)),
          call,
        ),
      }),
    },
    {
      method: "PUT",
      path: `${intent}/${name}/{own}`,
      answer: (state, call) =>
        define(state, call, { name, schema, isKnown: Object.hasOwn(own, call.parameters.own ?? "") }),
    },
  ]),
  { method: "GET", path: `${intent}/networkProfilesForSites`, answer: listProfiles },
  ...siteRoutesOfProfiles(),
  ...records.flatMap(recordRoutes),
  { method: "GET", path: `${intent}/featureTemplates/wireless/summary`, answer: summary },
  ...featurePaths.flatMap(recordRoutes),
  { method: "GET", path: `${users}/external-authentication`, answer: readAuthentication },
  { method: "POST", path: `${users}/external-authentication`, answer: setAuthentication },
  { method: "GET", path: `${users}/external-servers/aaa-attribute`, answer: readAttribute },
  { method: "POST", path: `${users}/external-servers/aaa-attribute`, answer: setAttribute },
  { method: "DELETE", path: `${users}/external-servers/aaa-attribute`, answer: removeAttribute },
];

function defined(state: ControllerState, name: string, id: string): JsonObject {
  return { id, ...definitions[name]?.own[id], ...catalystIn(state).settings.get(`${id}/${name}`) };
}

function define(
  state: ControllerState,
  call: Call,
  { name, schema, isKnown }: { readonly name: string; readonly schema: z.ZodType; readonly isKnown: boolean },
): Answer<ControllerState> {
  const { own = "" } = call.parameters;
  if (!isKnown) return { state, reply: missing(own) };
  const body = judged(schema, call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  const settings = new Map(catalystIn(state).settings).set(`${own}/${name}`, body.value);
  const next = { ...state, catalyst: { ...catalystIn(state), settings } };
  return { state: next, reply: inResponse(defined(next, name, own)) };
}

function listProfiles(state: ControllerState, call: Call): Answer<ControllerState> {
  const found = recordsNamed(state, "network profiles").map(([id, { name = "" }]) => ({
    id,
    name,
    type: "Switching",
  }));
  return { state, reply: listed(found, call) };
}

/** Returns the routes that assign sites to network profiles. A request names a site by its id. */
function siteRoutesOfProfiles(): readonly Route<ControllerState>[] {
  const path = `${intent}/networkProfilesForSites/{profile}/siteAssignments`;
  const own = (state: ControllerState, profile: string | undefined) =>
    recordsNamed(state, "profile sites").filter(([, each]) => each.profile === profile);
  return [
    {
      method: "GET",
      path,
      answer: (state, call) => ({
        state,
        reply: listed(
          own(state, call.parameters.profile).map(([, { site = "" }]) => ({ id: site })),
          call,
        ),
      }),
    },
    {
      method: "POST",
      path,
      answer: (state, call) => {
        const body = judged(z.strictObject({ id: text }), call.body);
        if ("refusal" in body) return { state, reply: body.refusal };
        const value = { profile: call.parameters.profile ?? "", site: body.value.id ?? "" };
        const thing = { collection: "profile sites", value, unique: ["profile", "site"] };
        return begin(state, call, (id) => ({ do: "put", id, thing }));
      },
    },
    {
      method: "DELETE",
      path: `${path}/{own}`,
      answer: (state, call) => {
        const [found] =
          own(state, call.parameters.profile).find(([, { site }]) => site === call.parameters.own) ?? [];
        if (found === undefined) return { state, reply: missing(call.parameters.own ?? "") };
        return begin(state, call, () => ({ do: "remove", id: found }));
      },
    },
  ];
}

function summary(state: ControllerState, { query }: Call): Answer<ControllerState> {
  const found = Object.entries(features).flatMap(([name, { type }]) => {
    if (query.get("type") !== type) return [];
    const instances = recordsNamed(state, name).map(([id, { designName = "" }]) => ({
      id,
      designName,
      systemTemplate: false,
    }));
    return [{ type, count: instances.length, instances }];
  });
  return { state, reply: inResponse(found) };
}

/** The site at which system settings are stored, because they belong to no site. This site always exists. */
const system = "site-global";

function readAuthentication(state: ControllerState): Answer<ControllerState> {
  const { enable = false } = catalystIn(state).settings.get(`${system}/externalAuthentication`) ?? {};
  return {
    state,
    reply: json(200, {
      response: { "external-authentication": [{ "external-authentication-flag": enable }] },
    }),
  };
}

function setAuthentication(state: ControllerState, call: Call): Answer<ControllerState> {
  return set(state, call, {
    setting: "externalAuthentication",
    schema: z.strictObject({ enable: z.boolean() }),
  });
}

function readAttribute(state: ControllerState): Answer<ControllerState> {
  const own = catalystIn(state).settings.get(`${system}/aaaAttribute`);
  const found = own?.attributeName === undefined ? [] : [{ attributeName: own.attributeName }];
  return { state, reply: json(200, { response: { "aaa-attributes": found } }) };
}

function setAttribute(state: ControllerState, call: Call): Answer<ControllerState> {
  return set(state, call, { setting: "aaaAttribute", schema: z.strictObject({ attributeName: text }) });
}

function removeAttribute(state: ControllerState): Answer<ControllerState> {
  return { state: withSetting(state, "aaaAttribute", {}), reply: json(200, { message: "removed" }) };
}

function set(
  state: ControllerState,
  call: Call,
  { setting, schema }: { readonly setting: string; readonly schema: z.ZodType },
): Answer<ControllerState> {
  const body = judged(schema, call.body);
  if ("refusal" in body) return { state, reply: body.refusal };
  return { state: withSetting(state, setting, body.value), reply: json(200, { message: "set" }) };
}

function withSetting(state: ControllerState, name: string, value: JsonObject): ControllerState {
  const settings = new Map(catalystIn(state).settings).set(`${system}/${name}`, value);
  return { ...state, catalyst: { ...catalystIn(state), settings } };
}
