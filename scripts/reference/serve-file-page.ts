/** `serve.yaml` as a page: every field of its schema. */

import { rowsOf, schemaFile } from "./schema-rows.ts";
import { table } from "./table.ts";

const head = ["field", "type", "needed", "what it is"];

/** The text of `docs/reference/serve-yaml.md`. */
export function serveFilePage(): string {
  const groups = Map.groupBy(rowsOf(schemaFile("serve.json")), ([field]) => sectionOf(field));
  const parts = [...groups].map(([name, rows]) => `## ${name}\n\n${table(head, rows)}`);
  return `<!-- Generated from the schema of serve.yaml by \`npm run reference\`. -->

# serve.yaml, field by field

From the schema that checks the file. \`*\` stands for a name of your own, \`[]\` for each item of a list. [The server](../serve.md)
describes how the parts work together, and [secrets](../secrets.md) the forms of a reference to a secret.

${parts.join("\n")}`;
}

/** The section of a field: its top-level field; top-level fields without contents share a section. */
function sectionOf(field: string): string {
  const [top = "", ...more] = field.replaceAll("`", "").split(/\.|\[\]/);
  const whole = ["repositories", "tls", "oidc", "tokens", "sessions", "limits", "roles"];
  return more.length > 0 || whole.includes(top) ? top : "The file";
}
