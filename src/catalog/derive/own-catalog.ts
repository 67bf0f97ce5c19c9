/** Drafts a project's own catalog from a description: all its files, and the facts that a person must add. Pure. */

import { countValues, isObject, type JsonObject } from "../../model/json.ts";
import { kindFile } from "../schema/kind.ts";
import { countSchemas, type Plain } from "./dereference.ts";
import { type Derivation, derive } from "./derive.ts";
import type { Description } from "./document.ts";
import { bodiesOf } from "./draft.ts";
import { draftProduct } from "./draft-product.ts";
import { type ConfigEndpoint, endpointsOf } from "./forms.ts";
import { type Guess, guessedOfKind, guessedPages, reasonUnread } from "./guesses.ts";
import { layered, type Overlay } from "./overlay.ts";
import { kindFileText } from "./render.ts";

interface OwnDraftInput {
  readonly product: string;
  /** The facts that a person has stated, which override all guesses. */
  readonly overlay: Overlay;
  /** Prefixes of the paths to use. Empty: all paths are used. */
  readonly only: readonly string[];
  /** The first line of each file. It names the file's schema for editors. */
  readonly schemaLine: string;
  /** The second line of each kind's file. */
  readonly notice: string;
}

/** A drafted catalog. */
export interface OwnDraft {
  /** The texts of the kinds' files, by file name, such as `vrf.yaml`. */
  readonly kinds: ReadonlyMap<string, string>;
  /** The draft of `product.yaml`. */
  readonly product: string;
  readonly derivation: Derivation;
  /** The facts that a person must add, one line each. */
  readonly says: readonly string[];
}

const maxKinds = 500;
const maxCharacters = 6_000_000;
/** The maximum number of fields in the requests and replies of all kinds, if the description is empty. */
const maxFields = 30_000;
/** The number of fields by which the maximum grows with each value in the description. */
const fieldsOfValue = 3;

/** Drafts a catalog. If that is impossible, returns the reason. */
export function draftOwn(
  whole: Description,
  { product, overlay, only, schemaLine, notice }: OwnDraftInput,
): OwnDraft | { readonly refused: string } {
  const description = { ...whole, paths: onlyPaths(whole.paths, only) };
  const { endpoints } = endpointsOf(description.paths, overlay);
  if (endpoints.length === 0)
    return { refused: "The description has no path with configuration that can be read and written." };
  if (endpoints.length > maxKinds) return { refused: tooMany(endpoints.length, description) };
  if (hasTooManyFields(description, endpoints)) return { refused: tooLong };
  const pages = guessedPages(
    description,
    endpoints.flatMap(({ list }) => list ?? []),
  );
  const above = { ...overlay, pageParameters: parametersOf(overlay, pages?.parameters) };
  const first = derive(description, { ...above, kinds: {} });
  const unfit = unfitKinds(first, overlay.kinds);
  const lists = endpoints.flatMap(({ item, list }) => (unfit.has(item) && list !== undefined ? [list] : []));
  const fit = without(description, [...unfit.keys(), ...lists]);
  const left = new Set([...first.names].flatMap(([item, kind]) => (unfit.has(item) ? [kind] : [])));
  const fitting = Object.entries(first.kinds).filter(([kind]) => !left.has(kind));
  const guesses = new Map(fitting.map(([kind, file]) => [kind, guessedOfKind(file)]));
  const derived = derive(fit, { ...above, kinds: withGuesses(guesses, overlay.kinds) });
  const derivation = { ...derived, notKinds: new Map([...unfit, ...derived.notKinds]) };
  for (const [kind, file] of Object.entries(derivation.kinds)) {
    const fault = faultOf(file);
    if (fault !== undefined) return { refused: `With the overlay, ${kind} is not a valid kind: ${fault}.` };
  }
  const files = Object.entries(derivation.kinds).map(
    ([kind, file]) => [`${kind}.yaml`, kindFileText(file, schemaLine + notice)] as const,
  );
  const [check] = Object.values(derivation.kinds).toSorted((a, b) => rank(a) - rank(b));
  if (check === undefined)
    return { refused: "The description has no path with configuration that can be read and written." };
  if (files.reduce((sum, [, text]) => sum + text.length, 0) > maxCharacters)
    return { refused: "The catalog would be larger than 6 MB: choose paths with --only." };
  const drafted = draftProduct(description, {
    product,
    pages: pages?.words ?? {},
    check: String(check.kind),
  });
  const guessed = [...guesses].flatMap(([kind, guess]) =>
    derivation.kinds[kind] ? saidOf(kind, guess, overlay.kinds[kind] ?? {}) : [],
  );
  const ofPages = Object.values(pages?.says ?? {}).map((text) => `\`pages\`: ${text}`);
  return {
    kinds: new Map(files),
    product: schemaLine + drafted.text,
    derivation,
    says: [
      ...[...drafted.says, ...ofPages].map((text) => `product.yaml: ${text}`),
      ...[...together(guessed), ...fewOfEach(derivation.unknown)].toSorted(),
    ],
  };
}

const tooLong = "The schemas of the description have too many fields in total: choose paths with --only.";

/**
 * True if a description has more fields than anybody reads. Nested schemas, or a schema that all kinds use, could turn
 * a small description into that many fields.
 */
function hasTooManyFields(description: Description, endpoints: readonly ConfigEndpoint[]): boolean {
  const most = maxFields + fieldsOfValue * countValues(description.root);
  const counts = new Map<Plain, number>();
  let fields = 0;
  for (const endpoint of endpoints)
    for (const body of Object.values(bodiesOf(description, endpoint))) {
      const count = body ? (counts.get(body) ?? countSchemas(body)) : 0;
      if (body) counts.set(body, count);
      fields += count;
      if (fields > most) return true;
    }
  return false;
}

/** Returns how suitable a kind is for the first read. 0 is best: a collection at the top that has a list. */
function rank({ in: parent, list, form }: JsonObject): number {
  return (parent === undefined ? 0 : 4) + (list === undefined ? 2 : 0) + (form === "collection" ? 0 : 1);
}

function withGuesses(
  guesses: ReadonlyMap<string, Guess>,
  said: Overlay["kinds"],
): Readonly<Record<string, JsonObject>> {
  const all = [...new Set([...guesses.keys(), ...Object.keys(said)])];
  return Object.fromEntries(
    all.map((kind) => {
      // A null that removes a key must be kept, even inside other values.
      const laid = layered(guesses.get(kind)?.words ?? {}, said[kind] ?? {});
      return [kind, isObject(laid) ? laid : {}];
    }),
  );
}

interface GuessedOf {
  readonly kind: string;
  readonly text: string;
}

/** Returns the guesses about a kind, without those that a person overrides. */
function saidOf(kind: string, { says }: Guess, said: JsonObject): readonly GuessedOf[] {
  return Object.entries(says).flatMap(([word, text]) =>
    said[word] === undefined ? [{ kind, text: `\`${word}\`: ${text}` }] : [],
  );
}

/** The maximum number of lines per kind, and of kinds per line. Further lines and kinds are only counted. */
const mostOfEach = 10;

/** Merges equal lines about several kinds into one. */
function together(guessed: readonly GuessedOf[]): readonly string[] {
  const byText = Map.groupBy(guessed, ({ text }) => text);
  return [...byText].map(([text, all]) => {
    const more = all.length > mostOfEach ? ` and ${all.length - mostOfEach} others` : "";
    const kinds = all.slice(0, mostOfEach).map(({ kind }) => kind);
    return `${kinds.join(", ")}${more}: ${text}`;
  });
}

/** Limits the lines per kind, because a hostile schema would cause thousands. */
function fewOfEach(lines: readonly string[]): readonly string[] {
  const byKind = Map.groupBy(lines, (line) => line.slice(0, line.indexOf(":")));
  return [...byKind].flatMap(([kind, all]) =>
    all.length > mostOfEach
      ? [...all.slice(0, mostOfEach), `${kind}: ${all.length - mostOfEach} more notes are left out here`]
      : all,
  );
}

/** Returns the page parameters that a person has stated, or else the guessed parameters. */
function parametersOf({ pageParameters }: Overlay, guessed: readonly string[] = []): readonly string[] {
  return pageParameters.length > 0 ? pageParameters : guessed;
}

/**
 * Returns the kinds that a catalog cannot express, or that could never be read: item path → reason. Kinds that a person
 * mentions are included only if a catalog cannot express them.
 */
function unfitKinds(
  { kinds, names, unknown }: Derivation,
  said: Overlay["kinds"],
): ReadonlyMap<string, string> {
  const unfit = [...names].flatMap(([item, kind]) => {
    const fault = faultOf(kinds[kind] ?? {});
    if (fault !== undefined) return [[item, `the draft is not a valid kind: ${fault}`] as const];
    const reason = said[kind] === undefined ? reasonUnread(kinds[kind] ?? {}, unknown) : undefined;
    return reason === undefined ? [] : [[item, reason] as const];
  });
  return new Map(unfit);
}

function without(description: Description, paths: readonly string[]): Description {
  const left = new Set(paths);
  return { ...description, paths: new Map([...description.paths].filter(([path]) => !left.has(path))) };
}

function faultOf(file: JsonObject): string | undefined {
  const [issue] = kindFile.safeParse(file).error?.issues ?? [];
  return issue && `${issue.path.join(".")}: ${issue.message}`.slice(0, 200);
}

function tooMany(count: number, { paths }: Description): string {
  const firsts = Map.groupBy(paths.keys(), (path) => path.split("/").slice(0, 2).join("/"));
  const most = [...firsts].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 5);
  const shown = most.map(([path, all]) => `${path} (${all.length})`).join(", ");
  return (
    `The description has ${count} kinds, over ${maxKinds}: choose paths with --only. Most of the kinds ` +
    `are below ${shown}.`
  );
}

/**
 * Returns the paths at or below one of these prefixes, and the collections above them. Without prefixes, returns all
 * paths.
 */
function onlyPaths(paths: Description["paths"], only: readonly string[]): Description["paths"] {
  if (only.length === 0) return paths;
  const chosen = only.map((path) => `/${path.replace(/^\/+|\/+$/g, "")}`);
  const isChosen = (path: string) => chosen.some((each) => path === each || path.startsWith(`${each}/`));
  const kept = [...paths.keys()].filter(isChosen);
  const parents = new Set(kept.flatMap(collectionsAbove));
  return new Map([...paths].filter(([path]) => isChosen(path) || parents.has(path)));
}

/** Returns the collections above a path: `/sites` and `/sites/{id}` for `/sites/{id}/vlans`. */
function collectionsAbove(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.flatMap((part, at) =>
    part.endsWith("}") ? [parts.slice(0, at).join("/"), parts.slice(0, at + 1).join("/")] : [],
  );
}
