/**
 * The parts of a new memory's tree: parts that are rewritten, and parts that are kept from the previous memory. Pure.
 */

import { z } from "zod";
import { type Address, addressParts } from "../model/address.ts";
import { byAddress, byText, byTextOf } from "../model/compare.ts";
import type { Memory } from "../model/memory.ts";
import type { ApplyRecord } from "../model/record.ts";
import {
  formLine,
  leftBehindLine,
  linesText,
  maxFileBytes,
  removedLine,
  resourceLine,
  rootText,
  secretLine,
  unfinishedLine,
  unseenLine,
  writableLine,
} from "./memory-lines.ts";
import {
  emptyTree,
  type MemorySection,
  pathPart,
  type StoredTree,
  sharded,
  type TreeParts,
} from "./memory-tree.ts";
import type { GitPlatform } from "./work-tree.ts";

/** The new memory of some targets. */
export interface RememberedChange {
  /** Everything that is remembered about these targets from now on. It contains nothing about other targets. */
  readonly of: Memory;
  readonly targets: readonly string[];
}

/** The input of a new memory. */
export interface NewMemory {
  readonly record: ApplyRecord;
  /** The previous memory, if there is one. It need not contain the files of unchanged targets. */
  readonly previous?: StoredTree | undefined;
  /**
   * The targets whose secret fingerprints the record contains, and the key of the earlier fingerprints. Undefined: all
   * targets.
   */
  readonly secrets?: { readonly of: readonly string[] | "all"; readonly key: string | undefined } | undefined;
  /** The change to the memory. Undefined: everything that was remembered stays. */
  readonly change?: RememberedChange | undefined;
  /**
   * How the commit of the previous memory relates to the new commit: it is the same, an ancestor (`behind`), or neither
   * (`apart`, also if this is unknown).
   */
  readonly was: "same" | "behind" | "apart";
}

/** Sections whose loss does no harm. */
const hints: readonly MemorySection[] = ["resources", "unseen", "forms", "removed"];

/**
 * Returns the parts of the tree, or `tooLarge` if a required file would be too large to be read back. Hint sections
 * that are too large are left out.
 */
export function memoryParts(
  of: NewMemory,
  platform: Pick<GitPlatform, "hash">,
): TreeParts | { readonly is: "tooLarge" } {
  const { record, change } = of;
  const texts = new Map<string, string>();
  let isTooLarge = false;
  const put = (path: string, entries: readonly object[]) => {
    const text = linesText(entries);
    const fitting = Buffer.byteLength(text) <= maxFileBytes;
    if (fitting) texts.set(path, text);
    else if (!hints.some((section) => path.startsWith(`${section}/`))) isTooLarge = true;
  };
  const putAll = <Entry extends { readonly address: Address }>(
    section: MemorySection,
    entries: readonly Entry[],
  ) => {
    for (const [folder, own] of Map.groupBy(entries, ({ address }) => folderOf(section, address)))
      for (const [name, some] of sharded(own, ({ address }) => address, platform))
        put(`${folder}/${name}`, some);
  };
  putAll("left-behind", z.array(leftBehindLine).parse(record.leftBehind));
  putAll("secrets", z.array(secretLine).parse(record.secrets?.of ?? []));
  for (const { target, names } of record.unfinished ?? [])
    put(
      `unfinished/${pathPart(target)}/all`,
      names.map((name) => unfinishedLine.parse({ target, name })),
    );
  const { of: now, targets = [] } = change ?? {};
  putAll("resources", entriesOf(now?.resources, targets, resourceLine));
  putAll("unseen", entriesOf(now?.unseen, targets, unseenLine));
  putAll("forms", formsIn(now?.forms, targets));
  for (const target of targets) {
    const removed = (now?.removed.get(target) ?? []).flatMap((one) =>
      writableLine({ target, ...one }, removedLine),
    );
    if (removed.length > 0) put(`removed/${pathPart(target)}/all`, removed);
  }
  const { stored, apart } = keptOf(of);
  for (const path of apart) texts.set(path, "");
  return isTooLarge ? { is: "tooLarge" } : { texts, stored };
}

/** Returns the description of the memory, in one line. */
export function rootLine({ environment, secrets }: ApplyRecord): string {
  const root = { format: "trueup.memory", version: 1, environment, secretsKey: secrets?.key } as const;
  return JSON.stringify(rootText.parse(JSON.parse(JSON.stringify(root))));
}

/** Returns the folder of an entry: by target, and for live resources and stored forms also by kind. */
function folderOf(section: MemorySection, address: Address): string {
  const { target, kind } = addressParts(address);
  const parts = section === "resources" || section === "forms" ? [target, kind] : [target];
  return [section, ...parts.map(pathPart)].join("/");
}

/** Returns the entries of these targets that can be read back, in address order. */
function entriesOf<Schema extends z.ZodType<{ address: Address }>>(
  all: ReadonlyMap<Address, object> | undefined,
  targets: readonly string[],
  schema: Schema,
): readonly z.output<Schema>[] {
  const wanted = new Set(targets);
  const own = [...(all ?? [])].filter(([address]) => wanted.has(addressParts(address).target));
  return own.flatMap(([address, entry]) => writableLine({ address, ...entry }, schema)).sort(byAddress);
}

/** Like `entriesOf`, for forms. An address may have several forms, which are in the order of their paths. */
function formsIn(
  all: Memory["forms"] = new Map(),
  targets: readonly string[],
): readonly z.output<typeof formLine>[] {
  const wanted = new Set(targets);
  const own = [...all].filter(([address]) => wanted.has(addressParts(address).target));
  const lines = own.flatMap(([address, forms]) =>
    forms.flatMap((form) => writableLine({ address, ...form }, formLine)),
  );
  return lines.sort(byTextOf(({ path, sent, live }) => `${path} ${sent} ${live}`)).sort(byAddress);
}

/**
 * Returns the folders that are kept from the previous memory, by object id, including secret fingerprints of targets
 * that were not read. Also returns the files of the section `apart`. The entries of all targets outside this section
 * belong to ancestors of the applied commit.
 */
function keptOf({ previous = emptyTree, change, was, secrets, record }: NewMemory): {
  readonly stored: StoredTree;
  readonly apart: readonly string[];
} {
  const anew = new Set((change?.targets ?? []).map(pathPart));
  const isSameKey = secrets?.key !== undefined && secrets.key === record.secrets?.key;
  const read = secrets && secrets.of !== "all" && isSameKey ? new Set(secrets.of.map(pathPart)) : undefined;
  const folders = new Map<string, string>();
  const apart = new Set<string>();
  for (const [path, id] of previous.folders) {
    const [section = "", part = "", ...more] = path.split("/");
    if (section === "secrets" && part !== "" && more.length === 0 && read?.has(part) === false)
      folders.set(path, id);
    const isHint = hints.some((each) => each === section) && part !== "" && more.length === 0;
    if (!isHint || anew.has(part)) continue;
    folders.set(path, id);
    if (was === "apart") apart.add(`apart/${part}`);
  }
  for (const path of previous.files.keys()) {
    const [section, part = ""] = path.split("/");
    if (section === "apart" && (was === "same" || !anew.has(part))) apart.add(path);
  }
  return { stored: { files: new Map(), folders }, apart: [...apart].sort(byText) };
}
