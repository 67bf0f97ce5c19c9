/** Which folder may import what: the table of ARCHITECTURE.md as data. */

import { posix } from "node:path";
import { type Breach, breach, child, type Source, textField } from "./source.ts";

/** What the files that match `files` may import in addition to their own folder: paths in `src/`, and packages. */
interface Permission {
  readonly files: RegExp;
  readonly sources: readonly RegExp[];
  readonly packages: readonly string[] | "all";
}

const model = /^model\//;
const contract = /^drivers\/contract\//;
const catalog = /^catalog\/(?!load\/|derive\/|patterns\/)/;
const patterns = /^catalog\/patterns\//;
const yaml = /^yaml\//;
const schema = /^yang\/(?:schema\/schema|library\/library)\.ts$/;
const http = /^drivers\/http\//;
const pull = /^pull\//;
const hiding = /^drivers\/hiding\//;
const kept = /^kept\//;
const runtime = /^runtime\//;
const served = /^serve\/served\.ts$/;
const answering = /^serve\/(?:bounded-body|problem-details)\.ts$/;
const viewer = /^serve\/web\/viewer\.ts$/;
/**
 * Matches files with the database's queries, and files with the protocol by which workers send queries through a
 * server. None of these files opens a database.
 */
const asksDatabase = /^database\/(?:contract|channel-keys|plant\/protocol)\.ts$/;
const serveConfig = /^serve\/config\//;

/** The table of permissions. The first row that matches a file decides. */
const permissions: readonly Permission[] = [
  { files: /^model\/listed\/hosts\.ts$/, sources: [], packages: ["ipaddr.js"] },
  { files: /^model\//, sources: [], packages: [] },
  { files: kept, sources: [], packages: [] },
  { files: yaml, sources: [model], packages: ["js-yaml", "zod"] },
  { files: patterns, sources: [model], packages: ["re2js"] },
  {
    files: /^catalog\/load\//,
    sources: [model, catalog, patterns, yaml],
    packages: ["zod"],
  },
  { files: /^catalog\/derive\//, sources: [model, catalog, patterns], packages: ["yaml", "zod"] },
  { files: catalog, sources: [model, patterns], packages: ["zod"] },
  { files: contract, sources: [model, schema, kept], packages: ["zod"] },
  {
    files: pull,
    sources: [
      model,
      yaml,
      http,
      /^load\/(?:expressions|composition)\//,
      /^load\/secret-references\.ts$/,
      /^load\/project-file\/target(?:-url)?\.ts$/,
    ],
    packages: ["zod"],
  },
  {
    files: /^drivers\/index\.ts$/,
    sources: [model, contract, catalog, patterns, /^drivers\/yang\/[a-z]+\/driver\.ts$/, /^drivers\/rest\//],
    packages: [],
  },
  {
    files: http,
    sources: [model, contract, catalog, kept],
    packages: ["zod", "http-link-header", "oauth4webapi", "tough-cookie"],
  },
  { files: hiding, sources: [model, contract], packages: [] },
  {
    files: /^drivers\/[a-z/]+\/(?:kinds|dialects)\//,
    sources: [model, contract, catalog, /^drivers\/yang\/device\/(?:contradictions|model|settings)\.ts$/],
    packages: ["zod"],
  },
  {
    files: /^drivers\/yang\/device\//,
    sources: [model, contract, catalog, patterns, http, hiding, kept, /^yang\//],
    packages: ["zod"],
  },
  {
    files: /^drivers\/yang\//,
    sources: [model, contract, catalog, http, schema, kept, /^drivers\/yang\/device\//],
    packages: ["zod"],
  },
  {
    files: /^drivers\/rest\//,
    sources: [model, contract, catalog, patterns, http, hiding, schema, kept],
    packages: ["zod"],
  },
  {
    files: /^load\/expressions\//,
    sources: [model, patterns, /^yaml\/did-you-mean\.ts$/],
    packages: ["@marcbachmann/cel-js", "ipaddr.js", "zod"],
  },
  {
    files: /^load\/composition\//,
    sources: [model, yaml, /^load\/expressions\//],
    packages: ["zod", "csv-parse/sync"],
  },
  { files: /^load\//, sources: [model, contract, yaml], packages: ["zod"] },
  { files: /^git\//, sources: [model], packages: ["zod"] },
  { files: /^code-host\//, sources: [model, /^pace\/backoff\.ts$/], packages: [] },
  {
    files: /^comment-commands\//,
    sources: [model, /^code-host\//, /^report\/(?:text\/|apply\/applied-text\.ts$)/],
    packages: [],
  },
  { files: /^sessions\//, sources: [model, contract, /^runtime\/digest\.ts$/], packages: ["zod"] },
  { files: /^notify\//, sources: [model, contract, /^report\//], packages: [] },
  { files: /^observe\//, sources: [model, contract, kept], packages: ["zod"] },
  { files: /^pace\//, sources: [model, contract], packages: ["p-queue"] },
  { files: /^diff\//, sources: [model], packages: ["fast-json-patch"] },
  { files: /^plan\/policies\//, sources: [model, /^load\/expressions\//], packages: [] },
  { files: /^plan\//, sources: [model, contract, /^diff\//], packages: [] },
  {
    files: /^apply\//,
    sources: [model, contract, /^observe\//, /^diff\//, /^plan\//, /^pace\//],
    packages: [],
  },
  { files: /^yang\//, sources: [model], packages: [] },
  { files: /^import\/edit\//, sources: [model], packages: ["yaml", "yaml/util"] },
  {
    files: /^import\//,
    sources: [
      ...[model, contract, /^observe\//, /^import\/edit\//],
      ...[/^load\/composition\/layering\.ts$/, /^yaml\/schema-issues\.ts$/],
    ],
    packages: ["zod"],
  },
  { files: /^report\/kinds\//, sources: [model, catalog, /^report\/text\//], packages: [] },
  { files: /^report\//, sources: [model, /^diff\//], packages: ["cli-table3"] },
  {
    files: /^simulator\//,
    sources: [/^model\/json\.ts$/, patterns],
    packages: ["zod", "hono", "@hono/node-server", "ssh2", "node:"],
  },
  {
    files: /^runtime\//,
    sources: [model, kept],
    packages: ["ky", "undici", "pino", "ssh2", "simple-git", "@hono/node-server", "node:"],
  },
  {
    files: /^project\//,
    sources: [model, /^(?:catalog|drivers|git|kept|load|plan\/policies|pull|runtime|yaml|yang)\//],
    packages: [],
  },
  { files: served, sources: [/^(?!cli\/|simulator\/|serve\/|index\.ts)/], packages: [] },
  { files: viewer, sources: [served], packages: [] },
  {
    files: serveConfig,
    sources: [
      ...[model, yaml, viewer, runtime, /^git\//, /^load\//, /^project\//],
      /^code-host\/repository-pages\.ts$/,
    ],
    packages: ["zod"],
  },
  {
    files: /^serve\/access\//,
    sources: [model, runtime, served, answering, viewer, serveConfig, /^load\/project-file\/target-url\.ts$/],
    packages: ["hono", "hono/cookie", "hono/html", "openid-client", "zod"],
  },
  {
    files: /^serve\/webhooks\//,
    sources: [model, runtime, answering, serveConfig, /^serve\/access\//],
    packages: ["hono"],
  },
  {
    files: /^serve\/workers\//,
    sources: [model, runtime, answering, serveConfig, /^serve\/access\//, asksDatabase],
    packages: ["hono", "zod"],
  },
  {
    files: /^serve\/[^/]+\.ts$/,
    sources: [model, runtime, /^serve\//, /^pace\//],
    packages: ["hono", "hono/http-exception"],
  },
  {
    files: /^serve\/views\//,
    sources: [model, /^(?:code-host|diff|project|report)\//, /^serve\/served\.ts$/, asksDatabase],
    packages: [],
  },
  {
    files: /^serve\/web\//,
    sources: [
      model,
      /^(?:code-host|diff|report|serve\/views)\//,
      ...[served, answering, asksDatabase],
      /^runtime\/digest\.ts$/,
    ],
    packages: [...["hono", "hono/html", "hono/http-exception"], ...["@hono/zod-openapi", "prom-client"]],
  },
  {
    files: /^database\//,
    sources: [model, runtime, /^sessions\/(?:port|session-events|stored-texts)\.ts$/, /^pace\/lease\.ts$/],
    packages: ["pg", "pg-boss"],
  },
  { files: /^catalog-check\//, sources: [/^(?!cli\/|simulator\/|index\.ts)/], packages: [] },
  { files: /^engine\//, sources: [/^(?!cli\/|simulator\/|index\.ts)/], packages: [] },
  {
    files: /^serve\/(?:loop|follow|hosting|runner|state)\/|^serve\/served\.ts$/,
    sources: [/^(?!cli\/|simulator\/|index\.ts)/],
    packages: ["zod"],
  },
  { files: /^cli\//, sources: [/./], packages: "all" },
  { files: /^index\.ts$/, sources: [/^(?!cli\/|simulator\/)/], packages: [] },
];

/** An import in a file, which may be static, dynamic, or an import of a type. */
interface Import {
  /** What is imported, as the file writes it. */
  readonly from: string;
  /** The imported file in `src/`, or undefined if a package is imported. */
  readonly file: string | undefined;
  readonly offset: number;
}

/** Returns all imports of a file. The `file` of each import is relative to `src/`. */
function importsOf(source: Source): readonly Import[] {
  const folder = posix.dirname(source.path);
  return source.visits.flatMap(({ node }) => {
    if (!/^(?:Import|ExportNamed|ExportAll)(?:Declaration|Expression)$|^TSImportType$/.test(node.type))
      return [];
    const from = textField(child(node, "source") ?? child(node, "argument"), "value");
    if (from === undefined) return [];
    const file = from.startsWith(".") ? posix.join(folder, from).replace(/^src\//, "") : undefined;
    return [{ from, file, offset: node.start }];
  });
}

/** Returns imports that the table does not allow. */
export function importBreaches(source: Source): readonly Breach[] {
  const path = source.path.replace(/^src\//, "");
  const permission = permissions.find(({ files }) => files.test(path));
  if (!permission) return [`${source.path}:1: ARCHITECTURE.md has no row for this folder`];
  return importsOf(source)
    .filter((each) => !mayImport(permission, path, each))
    .map(({ from, offset }) => breach(source, offset, `may not import ${from}`));
}

/**
 * Returns packages that a row of the table allows although no file of this row imports them, for example `^plan\/:
 * name`.
 */
export function unusedPackages(sources: readonly Source[]): readonly string[] {
  const rowOf = (path: string) => permissions.find(({ files }) => files.test(path.replace(/^src\//, "")));
  const imported = new Map(permissions.map((row) => [row, new Set<string>()]));
  for (const source of sources) {
    const row = rowOf(source.path);
    for (const { from } of importsOf(source)) if (row) imported.get(row)?.add(from);
  }
  return permissions.flatMap((row) => {
    const used = [...(imported.get(row) ?? [])];
    const allowed = row.packages === "all" ? [] : row.packages;
    const isUsed = (name: string) => used.some((from) => isOfPackage(from, name));
    return allowed.filter((name) => !isUsed(name)).map((name) => `${row.files.source}: ${name}`);
  });
}

function isOfPackage(from: string, name: string): boolean {
  return from === name || (name.endsWith(":") && from.startsWith(name));
}

function mayImport({ sources, packages }: Permission, path: string, { from, file }: Import): boolean {
  if (file !== undefined) return own(path) === own(file) || sources.some((allowed) => allowed.test(file));
  if (packages === "all") return true;
  return packages.some((name) => from === name || (name.endsWith(":") && from.startsWith(name)));
}

/**
 * Returns the room of a file: the part of the project to which it belongs, for example `load`, `drivers/rest` or
 * `drivers/yang/netconf`. A file outside all folders is a room of its own. If others use a part of a room without the
 * rest, the part is a room too, for example `catalog/load` or `plan/policies`.
 */
function own(path: string): string {
  return parts.exec(path)?.[0] ?? path.split("/")[0] ?? path;
}

const parts =
  /^(?:serve\/(?:[^/]+(?=\/)|[^/]+\.ts)|drivers\/yang\/[^/]+|drivers\/[^/]+|catalog\/(?:load|derive|patterns)(?=\/)|plan\/policies(?=\/)|import\/edit(?=\/))/;

/** Returns circles of imports among folders, each as `a → b → a`. */
export function folderCircles(sources: readonly Source[]): readonly string[] {
  return circles(sources, own);
}

/** Returns circles of imports among files, including imports of types, each as `a.ts → b.ts → a.ts`. */
export function fileCircles(sources: readonly Source[]): readonly string[] {
  return circles(sources, (path) => path);
}

function circles(sources: readonly Source[], roomOf: (path: string) => string): readonly string[] {
  const edges = new Map<string, Set<string>>();
  for (const source of sources) {
    const from = roomOf(source.path.replace(/^src\//, ""));
    const to = importsOf(source).flatMap(({ file }) => (file === undefined ? [] : [roomOf(file)]));
    const known = edges.get(from) ?? new Set();
    edges.set(from, known);
    for (const each of to) if (each !== from) known.add(each);
  }
  return [...edges.keys()].flatMap((first) => circleFrom(edges, [first], new Set()));
}

function circleFrom(
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  path: readonly string[],
  seen: Set<string>,
): readonly string[] {
  const [first = "", last = ""] = [path[0], path.at(-1)];
  for (const next of edges.get(last) ?? []) {
    if (next === first) return [[...path, first].join(" → ")];
    // Each circle is reported once, beginning with the member whose name comes first.
    if (seen.has(next) || next < first) continue;
    seen.add(next);
    const found = circleFrom(edges, [...path, next], seen);
    if (found.length > 0) return found;
  }
  return [];
}
