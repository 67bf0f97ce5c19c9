/** The engine that turns catalogs into dialects and opens sessions with their targets. */

import { z } from "zod";
import type { PatternReader } from "../../catalog/patterns/pattern.ts";
import type { Catalog } from "../../catalog/schema/kind.ts";
import { removalsSchema, withRemovals, withSettings } from "../../catalog/settings/overlay-settings.ts";
import { settingsSchema } from "../../catalog/settings/settings-schema.ts";
import { asObject, definedMembers, type Json, type JsonObject } from "../../model/json.ts";
import type { Authorization } from "../../model/login.ts";
import type { Dialect, Driver, OpenSessionOptions, Session } from "../contract/contract.ts";
import { authorizationAt } from "../http/auth/authentication.ts";
import { credentialForm } from "../http/auth/credentials.ts";
import {
  type CompileContext,
  compileCatalog,
  discoveredIn,
  type RestDialect,
  type RestKind,
} from "./catalogs/catalog-dialect.ts";
import { healthOf, listOf } from "./health.ts";
import { freeSecrets, openHidden } from "./hiding.ts";
import { reportsOf } from "./reports.ts";

/**
 * Returns the engine for this compilation context. A target's settings have been validated by the schema that the
 * engine builds.
 */
export function restEngine(context: CompileContext = {}) {
  return {
    compile(catalog: Catalog, settings: Json = {}): RestDialect & Pick<Dialect, "instead"> {
      const laid = withSettings(withRemovals(catalog, settings), settings);
      const dialect = compileCatalog(laid, valuesOf(catalog, settings), context);
      let form: z.ZodType | undefined;
      const instead = {
        ...insteadOf(dialect, context.patterns),
        get settings() {
          form ??= settingsOf(catalog, context.patterns);
          return form;
        },
      };
      return { ...dialect, instead };
    },
    open(options: OpenSessionOptions<Dialect>): Session {
      const { dialect } = options;
      if (!isCompiled(dialect)) throw new Error(`${dialect.name} is not a product of a catalog`);
      return openHidden({ ...options, dialect });
    },
  };
}

/** Returns the values of `{settings.NAME}`: the target's values, and the defaults for all others. */
function valuesOf({ product: { settings = {} } }: Catalog, given: Json): JsonObject {
  const own = Object.entries(settings).map(([name, { default: text }]) => [name, text] as const);
  return { ...definedMembers<Json>(own), ...asObject(given) };
}

function isCompiled(dialect: Dialect): dialect is RestDialect {
  return "product" in dialect && "byName" in dialect;
}

/**
 * Returns the members of the driver that a product overrides: health, reports and rooms, if its catalog defines them.
 */
function insteadOf(
  { product, byName }: RestDialect,
  patterns: PatternReader | undefined,
): NonNullable<Dialect["instead"]> {
  const { authentication, fileField, post, probe, redirects, settings = {} } = product;
  const request = (kind: string) => listOf(byName, kind);
  const checks = new Set([...byName.values()].flatMap(({ codec }) => codec?.check ?? []));
  const mayBeListed = Object.values(settings).some(({ replaces }) => replaces === "product.redirects");
  return {
    credential: credentialForm(authentication),
    ...(authorizationAt("", authentication) && { authorization: whereToLogIn }),
    ...(post && { cannotPost: whyNotPosted }),
    sharded: redirects === "listed" || mayBeListed,
    health: product.health && healthOf(product.health, byName),
    discover: [...byName.values()].flatMap(({ kind, file }) =>
      file.discover === undefined
        ? []
        : [{ kind: kind.name, request: { collection: discoveredIn(kind), scope: {}, wanted: [] } }],
    ),
    reports: product.reports && reportsOf(product.reports, product.modelsWithoutReports, patterns),
    checks: product.checks.flatMap((kind) => {
      const of = byName.get(kind);
      return of ? [{ title: titleOf(of), request: request(kind) }] : [];
    }),
    declaredSecrets: (resource, dialect) => (isCompiled(dialect) ? freeSecrets(resource, dialect) : []),
    check: (resources) => [...checks].flatMap((check) => check(resources)),
    ...(probe !== undefined && { probe: request(probe) }),
    fileFields: fileField ? [fileFieldOf(fileField, byName)] : [],
  };
}

function titleOf({ file: { title, exists } }: RestKind): string {
  return exists === undefined ? `list ${title}s` : `read the ${title} ${exists}`;
}

function whereToLogIn(url: string, dialect: Dialect): Authorization {
  const found = isCompiled(dialect) ? authorizationAt(url, dialect.product.authentication) : undefined;
  if (found === undefined) throw new Error(`${dialect.name} has no authentication method`);
  return found;
}

function whyNotPosted(dialect: Dialect): string | undefined {
  const isPossible = isCompiled(dialect) && dialect.product.post?.path !== undefined;
  return isPossible ? undefined : "Set settings.messagePath of the target to the path that accepts messages.";
}

type FileField = NonNullable<RestDialect["product"]["fileField"]>;

function fileFieldOf({ name, kind }: FileField, byName: RestDialect["byName"]): Driver["fileFields"][number] {
  const of = byName.get(kind);
  const schema = z
    .string()
    .min(1)
    .max(255)
    .describe(`The ${of?.file.title ?? kind} to which all resources in this file belong.`);
  return { name, schema, required: true, ...(of?.file.observed && { implies: kind }) };
}

/**
 * Returns the schema of a target's settings: the settings that the product defines, and the removals that a target can
 * enable.
 */
function settingsOf({ product, kinds }: Catalog, patterns: PatternReader | undefined): z.ZodType {
  const removals = removalsSchema(kinds);
  const own = settingsSchema(product.settings ?? {}, patterns);
  return removals === undefined ? own : own.extend({ removals: removals.optional() });
}
