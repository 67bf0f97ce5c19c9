/** `trueup.yaml` as a page: every field of its schema, and of each interface its credentials and settings. */

import { alternatives, type JsonSchema, rowsOf, type SchemaRow, schemaFile } from "./schema-rows.ts";
import { table } from "./table.ts";

const head = ["field", "type", "needed", "what it is"];

/** What each interface has of its own. */
const own = /^`targets\.\*\.(?:credential|settings)\./;

/** `docs/reference/trueup-yaml.md`. */
export function projectFilePage(): string {
  const schema = schemaFile("trueup.json");
  const groups = Map.groupBy(rowsOf(schema), ([field]) => sectionOf(field));
  const parts = [...groups].map(([name, rows]) => {
    const forms = name === "targets" ? formSections(schema) : "";
    const shared = rows.filter(([field]) => !own.test(field));
    return `## ${name}\n\n${table(head, shared)}${forms}`;
  });
  return `<!-- Generated from the schema of trueup.yaml by \`npm run reference\`. -->

# trueup.yaml, field by field

From the schema that checks the file. \`*\` stands for a name of your own, \`[]\` for each item of a list. What the fields do
together is in [trueup.yaml](../trueup-yaml.md); the forms of a reference to a secret are in [secrets](../secrets.md).

${parts.join("\n")}`;
}

/** Of each interface, and of each product that has others: credentials and settings. */
function formSections(schema: JsonSchema): string {
  const targets = schema.properties?.targets?.additionalProperties;
  const forms = typeof targets === "object" ? alternatives(targets) : [];
  const sections = forms.map((form) => {
    const rows = rowsOf(form, "targets.*").filter(([field]) => own.test(field));
    return `\n### ${formName(form)}\n\n${table(head, rows.map(shortened))}`;
  });
  return sections.join("");
}

function formName({ properties = {} }: JsonSchema): string {
  const { interface: name, dialect, catalog } = properties;
  const dialects = dialect?.enum ?? (dialect?.const === undefined ? [] : [dialect.const]);
  const products = dialects.filter((each) => each !== "neutral");
  if (catalog) return "interface: rest";
  return `interface: ${String(name?.const)}${products.length > 0 ? `, ${products.join(", ")}` : ""}`;
}

/** In these tables every field is one of a target. */
function shortened([field, ...more]: SchemaRow): SchemaRow {
  return [field.replace("targets.*.", ""), ...more];
}

/** Fields without fields of their own stand together. */
function sectionOf(field: SchemaRow[0]): string {
  const [top = "", ...more] = field.replaceAll("`", "").split(/\.|\[\]/);
  return more.length > 0 || ["targets", "secrets", "git", "health"].includes(top) ? top : "The file";
}
