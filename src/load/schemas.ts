/** JSON Schemas (draft 7) for editors, generated from the validation schemas. */

import type { Driver } from "../drivers/contract/contract.ts";
import { resolveDriver } from "../drivers/contract/resolve-driver.ts";
import type { Resource } from "../model/desired.ts";
import { isArray, type JsonObject } from "../model/json.ts";
import type { Target } from "../model/project.ts";
import { toldApart } from "../yaml/apart.ts";
import { definitionsOf, draft, hoisted, jsonSchema, objectAt } from "../yaml/json-schema.ts";
import { repeatsDefined } from "../yaml/repeats.ts";
import { sectionsByDialect } from "./desired/sections.ts";
import { outputSchemas } from "./documents/outputs.ts";
import { planFileSchema } from "./documents/plan-file.ts";
import { fileSchema, variables } from "./file-schema.ts";
import { policyFileSchema } from "./policies/policy-schema.ts";
import { notificationSchema } from "./project-file/notify-schema.ts";
import { dialectField, projectSchema, targetName, targetSchema } from "./project-file/project-schema.ts";

/**
 * Returns the schemas of user files, plan files and webhook payloads. For the same drivers, the result is
 * byte-identical.
 */
export function schemas(
  drivers: readonly Driver[],
): Readonly<
  Record<
    "trueup.json" | "desired-state.json" | "vars.json" | "policy.json" | "plan.json" | "notification.json",
    JsonObject
  >
> {
  return {
    "trueup.json": projectFile(drivers),
    "desired-state.json": desiredStateFile(drivers),
    "policy.json": { $schema: draft, title: "trueup policies", ...jsonSchema(policyFileSchema) },
    "vars.json": { $schema: draft, title: "trueup variables", ...variables },
    "plan.json": { $schema: draft, title: "trueup plan", ...jsonSchema(planFileSchema) },
    "notification.json": { $schema: draft, title: "trueup notification", ...jsonSchema(notificationSchema) },
  };
}

/**
 * Returns the schemas of documents that commands print. Each is named after its format: the schema of `trueup.drift` is
 * in `drift.json`.
 */
export function documentSchemas(): Readonly<Record<string, JsonObject>> {
  const all = Object.entries(outputSchemas).map(([name, schema]) => {
    return [`${name}.json`, { $schema: draft, title: `trueup ${name}`, ...jsonSchema(schema) }] as const;
  });
  return Object.fromEntries(all);
}

/**
 * Returns the schema of the project file. The fields of a target depend on its `interface` and `dialect`. Each target
 * is checked only against the form for its own, so that no error is about another form.
 */
function projectFile(drivers: readonly Driver[]): JsonObject {
  const { definitions, schema } = hoisted(jsonSchema(projectSchema), "project");
  const targets = drivers.flatMap(targetForms);
  const properties = objectAt(schema, "properties");
  const byName = {
    ...objectAt(properties, "targets"),
    propertyNames: jsonSchema(targetName),
    additionalProperties: {
      type: "object",
      required: ["interface"],
      properties: { interface: { enum: drivers.map((each) => each.interface) } },
      allOf: drivers.map((driver) => {
        const own = targets.filter((each) => each.driver === driver);
        return whereIs("interface", [driver.interface], byDialect(own));
      }),
    },
  };
  const all = Object.assign({}, definitions, ...targets.map((each) => each.form.definitions));
  const whole = { ...schema, properties: { ...properties, targets: byName } };
  return repeatsDefined(toldApart({ $schema: draft, title: "trueup.yaml", ...whole, ...definitionsOf(all) }));
}

/** The fields of a target for an interface and some of its dialects. The first dialect is the default. */
interface TargetForm {
  readonly driver: Driver;
  readonly dialects: readonly string[];
  readonly isDefault: boolean;
  readonly form: ReturnType<typeof hoisted>;
}

function whereIs(name: string, values: readonly string[], then: JsonObject): JsonObject {
  return { if: { required: [name], properties: { [name]: { enum: values } } }, then };
}

/** Returns a schema with a form for each dialect. An unknown dialect matches no form, and is reported as unknown. */
function byDialect(forms: readonly TargetForm[]): JsonObject {
  const [only, another] = forms;
  if (only !== undefined && another === undefined) return only.form.schema;
  const all = forms.map(({ dialects, isDefault, form }): JsonObject => {
    const is = whereIs("dialect", dialects, form.schema);
    return isDefault ? { ...is, if: { properties: { dialect: { enum: dialects } } } } : is;
  });
  const dialect = { description: dialectField, enum: forms.flatMap(({ dialects }) => dialects) };
  return { properties: { dialect }, allOf: all };
}

/**
 * Returns the form of an interface, and separate forms for products with other settings or credentials. Reads the
 * catalogs of the products.
 */
function targetForms(driver: Driver): readonly TargetForm[] {
  // The project's own catalogs are folders, not names of products. One form covers them all.
  const products = driver.ownCatalogs ? [] : (driver.products ?? []);
  const apart = products.filter((name) => {
    const { settings, credential } = resolveDriver(driver, name);
    return settings !== driver.settings || credential !== driver.credential;
  });
  const rest = Object.keys(driver.dialects).filter((name) => !apart.includes(name));
  const own = apart.map((name): TargetForm => {
    const form = jsonSchema(targetSchema(resolveDriver(driver, name), () => [name]));
    const required = isArray(form.required) ? form.required : [];
    const made = hoisted({ ...form, required: [...required, "dialect"] }, `${driver.interface}.${name}`);
    return { driver, dialects: [name], isDefault: false, form: made };
  });
  const form = hoisted(jsonSchema(targetSchema(driver, () => rest)), driver.interface);
  return [{ driver, dialects: rest, isDefault: true, form }, ...own];
}

/**
 * Returns the schema for desired-state files of any interface. It allows the sections of all interfaces, because the
 * schema cannot know the interface of a file's target. Products have separate schemas: a single product has more
 * sections than all interfaces together.
 */
function desiredStateFile(drivers: readonly Driver[]): JsonObject {
  return fileSchema(sectionsByDialect(drivers).all(), { title: "trueup desired state" });
}

/**
 * Returns schemas for files of product targets, by name: `products/meraki.json`. Reads the catalogs of the wanted
 * products.
 */
export function productSchemas(
  drivers: readonly Driver[],
  isWanted: (product: Pick<Target, "interface" | "dialect">) => boolean = () => true,
): Readonly<Record<string, JsonObject>> {
  const shapes = sectionsByDialect(drivers);
  const schemasOf = drivers.flatMap(({ interface: name, products = [] }) =>
    products.flatMap((dialect) => {
      if (!isWanted({ interface: name, dialect })) return [];
      const shape = shapes.of({ interface: name, dialect });
      const title = `trueup desired state for ${dialect}`;
      return shape ? [[`products/${dialect}.json`, fileSchema([shape], { title })] as const] : [];
    }),
  );
  return Object.fromEntries(schemasOf);
}

/** Returns schemas for files of targets whose devices have known YANG modules, by name: `targets/routers.json`. */
export function targetSchemas(
  drivers: readonly Driver[],
  { targets, resources }: { readonly targets: Iterable<Target>; readonly resources: Iterable<Resource> },
): Readonly<Record<string, JsonObject>> {
  const shapes = sectionsByDialect(drivers);
  const byTarget = Map.groupBy(resources, ({ target }) => target);
  const made = [...targets].flatMap((target) => {
    const { name, dialect, settings } = target;
    const shape = shapes.of(target);
    const driver = shape?.driver;
    const forms = driver?.editorForms?.(byTarget.get(name) ?? [], driver.dialect(dialect, settings));
    if (!shape || !forms) return [];
    const title = `trueup desired state for ${name}`;
    return [[`targets/${name}.json`, fileSchema([shape], { ...forms, title })] as const];
  });
  return Object.fromEntries(made);
}
