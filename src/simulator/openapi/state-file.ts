/** Reads the initial content: a JSON object of paths and values. */

import { isObject, type Json } from "../../model/json.ts";
import { faultsIn } from "./check.ts";
import { type Api, endsInParameter, parametersIn } from "./resources.ts";
import { itemReply } from "./shown.ts";
import { type FixedThing, missingParent, type OpenApiState, withValue } from "./state.ts";

const maxIds = 10_000;
const maxProblems = 10;

/** Returns the state with a file's content, or the errors in the file. */
export function withFile(
  state: OpenApiState,
  api: Api,
  file: Json,
): { readonly state: OpenApiState } | { readonly problems: readonly string[] } {
  if (!isObject(file)) return { problems: ["it is not an object of paths"] };
  const problems: string[] = [];
  let filled = state;
  const entries = Object.entries(file).sort(([a], [b]) => a.split("/").length - b.split("/").length);
  for (const [path, value] of entries) {
    const found = entryOf(api, path, value);
    if ("problem" in found) problems.push(`${path}: ${found.problem}`);
    else filled = found.put(filled);
  }
  const orphans = [...filled.held].flatMap(([path, held]) => {
    const missing = missingParent(filled, api, held);
    return missing === undefined ? [] : [`${path}: ${missing} is not there`];
  });
  const all = [...problems, ...orphans];
  return all.length === 0 ? { state: filled } : { problems: all.slice(0, maxProblems) };
}

type Entry = { readonly problem: string } | { readonly put: (state: OpenApiState) => OpenApiState };

function entryOf(api: Api, path: string, value: Json): Entry {
  const whole = path.startsWith(`${api.basePath}/`) ? path.slice(api.basePath.length) : path;
  const segments = whole.replace(/(?<=.)\/$/, "").split("/");
  const template = templateOf(api, segments);
  if (template === undefined) return { problem: "the description has no such path" };
  const form = api.items.get(template);
  const reply = form ? itemReply(api, form) : api.operationAt.get(`GET ${template}`)?.reply;
  const faults = faultsIn(value, reply, { root: api.root, direction: "reply" }).filter(
    (fault) => !fault.endsWith(" is required"),
  );
  if (faults.length > 0) return { problem: faults.join("; ") };
  const names = parametersIn(template);
  const wanted = names.map((_, index) => segments[template.split("/").indexOf(`{${names[index]}}`)] ?? "");
  const ids = form ? idsIn(wanted.at(-1) ?? "") : [];
  if (ids.length > maxIds) return { problem: `over ${maxIds} ids` };
  const outer = form ? wanted.slice(0, -1) : wanted;
  if (outer.includes("*")) {
    if (!isObject(value)) return { problem: "a value for every parent must be an object" };
    const any = outer.map((each) => (each === "*" ? undefined : decoded(each)));
    const standing: FixedThing = { template, wanted: any, ids, value };
    return { put: (state) => ({ ...state, standing: [...state.standing, standing] }) };
  }
  const places = (form ? ids : [""]).map((id) =>
    Object.fromEntries(
      names.map((name, index) => [
        name,
        form && index === names.length - 1 ? id : decoded(wanted[index] ?? ""),
      ]),
    ),
  );
  return {
    put: (state) =>
      places.reduce((now, parameters) => withValue(now, { template, parameters }, value), state),
  };
}

/** Returns the matching template that has the fewest parameters. Returns undefined if no template matches. */
function templateOf(api: Api, segments: readonly string[]): string | undefined {
  const all = new Set([...api.items.keys(), ...api.operations.map(({ path }) => path)]);
  const fits = [...all].filter((template) => {
    const wanted = template.split("/");
    return (
      wanted.length === segments.length &&
      wanted.every((part, index) => part.startsWith("{") || part === segments[index])
    );
  });
  const fixed = fits.sort((a, b) => parametersIn(a).length - parametersIn(b).length);
  return (
    fixed.find((template) => endsInParameter(template) || api.operationAt.has(`GET ${template}`)) ?? fixed[0]
  );
}

/** Returns the ids that a last segment stands for: `7`, `{0..14}` or `{a,b}`. */
function idsIn(segment: string): readonly string[] {
  const [, from, to] = /^\{(\d+)\.\.(\d+)\}$/.exec(segment) ?? [];
  if (from !== undefined && to !== undefined) {
    const length = Math.max(0, Math.min(Number(to) - Number(from), maxIds) + 1);
    return Array.from({ length }, (_, index) => String(Number(from) + index));
  }
  const [, several] = /^\{(.*)\}$/.exec(segment) ?? [];
  return (several === undefined ? [segment] : several.split(",")).map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
