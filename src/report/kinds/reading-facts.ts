/** Describes how the kinds of a product are read, and how their writes are verified, from its catalog. Pure. */

import { readTemplate, writeTemplates } from "../../catalog/operations.ts";
import type { Catalog, KindFile } from "../../catalog/schema/kind.ts";
import { wordsIn } from "../../catalog/templates.ts";

/** The kinds by how they are read or verified. The keys are phrases. */
type KindsByWords = ReadonlyMap<string, readonly string[]>;

/** The facts of a catalog, without observed kinds. */
export function readingFacts({ product, kinds }: Pick<Catalog, "product" | "kinds">): {
  readonly readBy: KindsByWords;
  readonly verifiedBy: KindsByWords;
} {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  const written = kinds.filter(({ observed }) => observed !== true);
  const grouped = (of: (kind: KindFile) => string): KindsByWords => {
    const found = Map.groupBy(written, of);
    const sorted = [...found].map(([words, all]) => [words, all.map(({ kind }) => kind).sort()] as const);
    return new Map(sorted.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return {
    readBy: grouped((kind) => readIn(kind, byName)),
    verifiedBy: grouped((kind) => verifiedIn(kind, product)),
  };
}

function readIn(kind: KindFile, byName: ReadonlyMap<string, KindFile>): string {
  const { whole, list, in: parent, form } = kind;
  const title = (name: string | undefined) =>
    name === undefined ? "target" : (byName.get(name)?.title ?? name);
  const within = `one list for each ${title(parent)}`;
  if (whole !== undefined) {
    const outer = wordsIn(whole.path).find((word) => byName.has(word));
    return `one list for each ${title(outer)}, where that takes fewer requests than one for each ${title(parent)}`;
  }
  const path = readTemplate(list)?.path;
  if (path !== undefined) return wordsIn(path).some((word) => byName.has(word)) ? within : "one list for all";
  return form === "singleton" ? `one object for each ${title(parent)}` : "each by itself";
}

function verifiedIn(kind: KindFile, { changes, task }: Catalog["product"]): string {
  const { update } = writeTemplates(kind);
  const isTask =
    update?.pushes !== undefined || (update?.task !== "none" && (update?.task ?? task) !== undefined);
  const isShown = kind.stored !== undefined && update !== undefined && !isTask;
  const isLogged = changes?.shows !== undefined && changes.part?.kind === kind.kind;
  const log = isLogged ? "; in batches, the change log if it shows the declared values" : "";
  return isShown
    ? `the answer to an update, or to a create at a known path; otherwise a read${log}`
    : `a read${log}`;
}
