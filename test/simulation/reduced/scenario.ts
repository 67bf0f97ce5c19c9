/** Reduces a scenario to its kept parts, and describes it. */

import { stringify } from "yaml";
import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { defaultVariants, type VariantSettings } from "../../../src/simulator/wire/variants.ts";
import type { WorldSeed } from "../../../src/simulator/world.ts";
import type { Declared } from "../declared.ts";
import type { Scenario } from "../scenario.ts";
import type { Trouble } from "../trouble.ts";
import { isAsked, kept, keptAmong, keptOf, tell } from "./parts.ts";

/** Reduces a scenario to its kept parts. The limits of servers stay, because the pace follows those of the dialects. */
export function reducedScenario(scenario: Scenario): Scenario {
  if (!isAsked()) return scenario;
  const { health, waves, latencyMs, company, declared, trouble } = scenario;
  return {
    ...scenario,
    health: health && kept("health"),
    waves: waves && kept("waves"),
    latencyMs: latencyMs > 0 && kept("far-away") ? latencyMs : 0,
    company: companyOf(company),
    declared: declaredOf(declared),
    settings: settingsOf(scenario.settings),
    trouble: reducedTrouble(trouble),
  };
}

/** Reduces what goes wrong in a scenario to the kept parts. */
function reducedTrouble(trouble: Trouble): Trouble {
  if (!isAsked()) return trouble;
  return {
    ...keptOf("trouble", trouble, ["oddity", "death", "foreign"]),
    planning: keptAmong("planning-fault", trouble.planning),
    applying: keptAmong("fault", trouble.applying),
  };
}

/** Describes a scenario in words. */
export function tellScenario({ declared, company, settings, trouble, ...more }: Scenario): void {
  const yaml = (value: unknown) => stringify(JSON.parse(JSON.stringify(value)), { lineWidth: 0 });
  const documents = (all: readonly JsonObject[]) => all.map(yaml).join("---\n") || "nothing";
  const isSame = declared.base?.length === declared.desired.length;
  tell("Git declares", () => documents(declared.desired));
  if (declared.base)
    tell("Git declared at the last apply", () => (isSame ? "the same" : documents(declared.base ?? [])));
  tell("live", () => yaml(company));
  tell("servers", () => yaml(settings));
  tell("goes wrong", () => yaml(trouble));
  tell("the run", () => yaml(more));
}

function settingsOf(settings: Scenario["settings"]): Scenario["settings"] {
  const { variants = defaultVariants, ...rest } = settings;
  const names = Object.keys(defaultVariants) as readonly (keyof VariantSettings)[];
  const isOther = (name: keyof VariantSettings) => variants[name] !== defaultVariants[name] && kept(name);
  const others = names.filter(isOther).map((name) => [name, variants[name]]);
  return {
    ...keptOf("setting", rest, [
      ...(["readinessMs", "dashboardPageSize", "pageSize", "absentObject", "tokenLifetimeMs"] as const),
      ...(["latencyMs", "fabricCase", "addedAfterMs", "restconfContainers"] as const),
    ]),
    variants: { ...defaultVariants, ...Object.fromEntries(others) },
  };
}

/** Reduces the company to the kept parts. Sites and inventory stay, because a missing one would be reported. */
function companyOf({ organizations = [], managedObjects = {}, ...rest }: WorldSeed): WorldSeed {
  return {
    ...rest,
    organizations: organizations.map((one) => ({
      ...one,
      networks: (one.networks ?? [])
        .filter(({ name }) => kept(`live.${one.id}.${name}`))
        .map(({ ssids = {}, ...network }) => ({
          ...network,
          ...(Object.keys(ssids).length > 0 && kept(`live.${one.id}.${network.name}.ssids`) && { ssids }),
        })),
    })),
    managedObjects: Object.fromEntries(
      Object.entries(managedObjects).filter(([path]) => {
        const [parent = ""] = path.split("/ctx-");
        return (parent === path || kept(`live.${parent}`)) && kept(`live.${path}`);
      }),
    ),
  };
}

/**
 * Reduces what is declared to the kept parts. A document has one resource, possibly with children. A resource that only
 * base declares stays so, or is declared in desired state again.
 */
function declaredOf({ desired, base }: Declared): Declared {
  const now = new Map<JsonObject, JsonObject>();
  for (const one of base ?? desired) {
    const [name, own] = reducedDocument(one);
    if (kept(name)) now.set(one, own);
  }
  const reduced = (all: readonly JsonObject[]) =>
    all.flatMap((one) => {
      const own = now.get(one);
      return own ? [own] : [];
    });
  if (!base || !kept("base")) return { desired: reduced(desired) };
  const isGone = (one: JsonObject) => !desired.includes(one) && kept(`${reducedDocument(one)[0]}.gone`);
  return { desired: reduced(base.filter((one) => !isGone(one))), base: reduced(base) };
}

/** The fields that a resource always keeps. */
const needed = ["name", "site", "host", "class", "description"];

/** Returns the name of a document, and the document with the kept parts of its declaration. */
function reducedDocument(document: JsonObject): readonly [string, JsonObject] {
  const [section = "", resources] = Object.entries(document).findLast(([, value]) => isObject(value)) ?? [];
  const [key = ""] = Object.keys(isObject(resources) ? resources : {});
  const name = `${section}.${key}`;
  const own = isObject(resources) ? resources[key] : undefined;
  if (!isObject(own) || !kept(name)) return [name, document];
  const fields = Object.entries(own).filter(([field]) => needed.includes(field) || kept(`${name}.${field}`));
  return [
    name,
    { ...document, [section]: { [key]: Object.fromEntries(fields) as Readonly<Record<string, Json>> } },
  ];
}
