/** Draws handwritten files, the live state of their entries, and what can be adopted of each entry. */

import type { Json } from "../../../../src/model/json.ts";
import type { Pointer } from "../../../../src/model/pointer.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

/** How an entry is written. */
type Writing = "plain" | "commented" | "flow" | "inherited" | "variable" | "anchored" | "aliased";

/** A field of an entry, with its live value; undefined if the field does not exist on the server. */
interface Drifted {
  readonly path: Pointer;
  readonly live: Json | undefined;
}

/** An entry, and its live state. */
export interface DrawnEntry {
  readonly key: string;
  readonly file: string;
  readonly writing: Writing;
  /** The fields whose live value differs from the declaration. */
  readonly drifted: readonly Drifted[];
  /** True if somebody has removed the entry's resource. */
  readonly isGone: boolean;
  /** True if the entry's live state contains the text of a secret. */
  readonly isOpen: boolean;
  /** True if the entry cannot be changed without changing other entries or files. */
  readonly isStuck: boolean;
}

/** The drawn files of a seed. */
export interface AdoptedTexts {
  readonly files: Readonly<Record<string, string>>;
  readonly entries: readonly DrawnEntry[];
}

/** A text that no file may contain. */
export const leaked = "canary-of-a-secret";

const zones = ["Europe/Rome", "Asia/Tokyo", "America/Lima", "Africa/Cairo"] as const;

/** Draws files with three to seven entries. */
export function adoptedTexts(draw: Draw): AdoptedTexts {
  const writings: Writing[] = Array.from({ length: 3 + under(draw, 3) }, () =>
    pick(draw, ["plain", "commented", "flow", "inherited", "inherited", "variable"]),
  );
  // The entry with the alias comes right after the entry with the anchor.
  if (maybe(draw, 0.7)) writings.splice(under(draw, writings.length), 0, "anchored", "aliased");
  const isTwo = maybe(draw, 0.5);
  const first = writings.indexOf("anchored");
  const entries = writings.map((writing, number): DrawnEntry => {
    const isShared = writing === "anchored" || writing === "aliased";
    const file =
      isTwo && number > (first < 0 ? 1 : first + 1) ? "desired-state/b.yaml" : "desired-state/a.yaml";
    const isGone = !isShared && maybe(draw, 0.15);
    const drifted = isGone ? [] : driftedOf(draw, writing, number);
    const isOpen = drifted.some(({ live }) => JSON.stringify(live)?.includes(leaked));
    const isStuck = isShared && drifted.some(({ path }) => path.startsWith("/netflow"));
    return { key: `n${number}`, file, writing, drifted, isGone, isOpen, isStuck };
  });
  const of = (file: string) => entries.filter((one) => one.file === file);
  const files = [...new Set(entries.map(({ file }) => file))].map(
    (file) => [file, textOf(of(file))] as const,
  );
  return { files: { "desired-state/defaults.yaml": defaults, ...Object.fromEntries(files) }, entries };
}

function driftedOf(draw: Draw, writing: Writing, number: number): readonly Drifted[] {
  const fields: Drifted[] = [];
  if (maybe(draw, 0.5)) fields.push({ path: "/timeZone", live: pick(draw, zones) });
  if (maybe(draw, 0.4)) fields.push({ path: "/tags", live: tagsOf(draw, number) });
  if ((writing === "plain" || writing === "commented") && maybe(draw, 0.4))
    fields.push({ path: "/netflow/collectorIp", live: maybe(draw, 0.5) ? undefined : "10.0.0.9" });
  const shared = writing === "anchored" || writing === "aliased" ? 0.4 : 0.3;
  if (maybe(draw, shared)) fields.push({ path: "/netflow/collectorPort", live: 9000 + number });
  return fields;
}

function tagsOf(draw: Draw, number: number): Json | undefined {
  return pick(draw, [
    undefined,
    [`live-${number}`, "x: y", "z # no"],
    [`live-${number}`],
    ["branch", leaked],
  ]);
}

const defaults = `target: cloud
organization: Acme
defaults:
  # for all that say nothing else
  networks: { timeZone: Europe/Oslo, tags: [branch], netflow: { enabled: true, collectorPort: 2055 } }
`;

function textOf(entries: readonly DrawnEntry[]): string {
  return [
    "# by hand",
    "vars: { zone: Europe/Berlin, port: 2055 }",
    "networks:",
    ...entries.map(entryText),
    "",
  ].join("\n");
}

function entryText({ key, writing }: DrawnEntry): string {
  switch (writing) {
    case "plain":
      return `  ${key}:
    name: ${key}
    timeZone: Europe/Berlin
    tags:
      - one
      - two
    netflow:
      enabled: true
      collectorIp: 10.0.0.1
      collectorPort: 2055`;
    case "commented":
      return `  ${key}:   # ${key}, the first
    # ${key} is by the book
    name: "${key}"
    timeZone: 'Europe/Berlin'   # ${key} is there

    tags: [one, "two"]  # ${key} has two
    netflow: { enabled: true, collectorIp: 10.0.0.1, collectorPort: 2055 }`;
    case "flow":
      return `  ${key}: { name: ${key}, timeZone: Europe/Berlin, tags: [one, two], netflow: { collectorPort: 2055 } }`;
    case "inherited":
      return `  ${key}: { name: ${key} }`;
    case "variable":
      return `  ${key}:
    name: ${key}
    timeZone: \${zone}
    netflow: { collectorPort: "\${port}" }`;
    case "anchored":
      return `  ${key}:
    name: ${key}
    netflow: &flows { enabled: true, collectorPort: 2055 }`;
    case "aliased":
      return `  ${key}:
    name: ${key}
    netflow: *flows`;
  }
}
