/** Reads the files of `trueup simulate --openapi`, and builds its messages. */

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parse } from "yaml";
import type { Json } from "../model/json.ts";
import { visible } from "../report/text/escape.ts";
import { readPlain } from "../runtime/files/files.ts";
import { begun } from "../simulator/openapi/begin.ts";
import { lostReferences } from "../simulator/openapi/reference.ts";
import type { OpenApiState } from "../simulator/openapi/state.ts";
import type { ServedOpenApi } from "../simulator/serve-openapi.ts";
import { positionText, readJson } from "../simulator/wire/json-text.ts";
import { defaultSettings } from "../simulator/wire/settings.ts";
import type { Cli } from "./cli.ts";

/** A file that cannot be read, or has an invalid content. */
export class BadFile extends Error {}

/** The maximum size of a file: the largest published description has 12 million bytes. */
const maxBytes = 64_000_000;

/** The text of a file. Throws `BadFile` if the file is too large or cannot be read. */
export async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new BadFile(`${path} is larger than ${maxBytes / 1_000_000} MB.`);
    return (await readPlain(path, { maxBytes })).toString("utf8");
  } catch (error) {
    if (error instanceof BadFile || !(error instanceof Error)) throw error;
    throw new BadFile(`The file cannot be read: ${error.message}`);
  }
}

/** The initial state of the server that an OpenAPI description describes. */
export async function describedState(
  { cwd }: Cli,
  name: string,
  { file, seed }: { readonly file: string | undefined; readonly seed: number },
): Promise<OpenApiState> {
  const description = await valueIn(resolve(cwd, name));
  const there = file === undefined ? undefined : await valueIn(resolve(cwd, file));
  const state = begun({ description, file: there, seed });
  if (!("problems" in state)) return state;
  const path = state.of === "description" ? resolve(cwd, name) : resolve(cwd, file ?? "");
  const what =
    state.of === "description"
      ? "is not a description that the simulator can serve"
      : "does not fit the description";
  throw new BadFile(`${path} ${what}:\n${state.problems.map((problem) => `  - ${problem}`).join("\n")}`);
}

/** The value in a file: JSON if it begins like JSON, otherwise YAML. */
export async function valueIn(path: string): Promise<Json> {
  const text = await textOf(path);
  if (/^\s*[{[]/.test(text)) {
    const read = readJson(text);
    if ("value" in read) return read.value;
    if (path.endsWith(".json")) {
      throw new BadFile(`${path} is not JSON at ${positionText(text, read.faultAt)}.`);
    }
  }
  try {
    // Dates and other values that JSON lacks become texts.
    return JSON.parse(JSON.stringify(parse(text)) ?? "null");
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new BadFile(`${path} is neither JSON nor YAML: ${why}`);
  }
}

/** The message that is printed when a description is served. */
export function describedWelcome(
  { url, admin }: ServedOpenApi,
  { api }: OpenApiState,
  { style }: Cli,
): string {
  const title = style.bold("The simulator is listening on loopback. Ctrl-C ends it.");
  const of = `${api?.title || "the description"}, ${api?.operations.length ?? 0} operations`;
  const { apiKey, username, password } = defaultSettings.credentials;
  const known = api?.credentials.map(({ form, name }) =>
    form === "basic" ? `# user ${username}, password ${password}` : `# ${form} ${name}: ${apiKey}`,
  );
  const lines = [title, "", `  openapi     ${url}  (${of})`, `  log         ${admin}/requests`];
  const credentials = known?.length ? ["", "# its credentials:", ...known] : [];
  return `${[...lines, ...credentials, ...lostLines(lostReferences(api?.root ?? null))].join("\n")}\n`;
}

/** Notes about references that are not followed. */
function lostLines(lost: readonly string[]): readonly string[] {
  if (lost.length === 0) return [];
  const [first, ...others] = lost.map(visible);
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  const says = `# ${first}${more} cannot be resolved. Where they are used, the simulator accepts any value.`;
  return [
    "",
    says,
    "# Only references inside the file can be resolved. A bundler merges all files into one.",
  ];
}
