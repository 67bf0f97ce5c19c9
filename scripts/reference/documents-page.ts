/** The JSON documents that commands print, as a page: every field of their schemas. */

import { outputSchemas } from "../../src/load/documents/outputs.ts";
import { type JsonSchema, rowsOf, schemaFile } from "./schema-rows.ts";
import { table } from "./table.ts";

const head = ["field", "type", "always", "what it is"];

/** The text of `docs/reference/documents.md`. */
export function documentsPage(): string {
  const names = ["plan", ...Object.keys(outputSchemas).toSorted()];
  const sections = [...names.map(section), notification()];
  return `<!-- Generated from the schemas of the documents by \`npm run reference\`. -->

# JSON documents

Every document that a command prints with \`--format json\`, with its schema. What stays the same from version to version is in
[formats](../formats.md#json-documents). \`[]\` stands for each item of a list, \`*\` for a name.

${sections.join("\n")}`;
}

function section(name: string): string {
  const schema = schemaFile(`${name}.json`);
  const version = schema.properties?.version?.const;
  const intro = `${schema.description ?? ""} Format \`trueup.${name}\`, version ${String(version)}.`.trim();
  return `## ${name}\n\n${intro} Schema: ${linkTo(name)}.\n\n${table(head, rowsOf(schema))}`;
}

/** The section on notifications. Their schema has several forms, and each form gets a table. */
function notification(): string {
  const schema = schemaFile("notification.json");
  const forms = (schema.anyOf ?? []).map((each) => `### ${eventOf(each)}\n\n${table(head, rowsOf(each))}`);
  return `## notification\n\nWhat webhooks get. Schema: ${linkTo("notification")}.\n\n${forms.join("\n")}`;
}

function eventOf(form: JsonSchema): string {
  const event = form.properties?.event;
  return `notification of ${String(event?.const ?? event?.enum?.join(", ") ?? "an event")}`;
}

function linkTo(name: string): string {
  return `[schemas/${name}.json](../../schemas/${name}.json)`;
}
