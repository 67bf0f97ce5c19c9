/** `trueup render`: desired state as it is composed, or what it differs in from that of a revision. No network. */

import { compareComposed } from "../../../diff/composed.ts";
import { yamlDocuments } from "../../../edit/yaml-text.ts";
import { namedBase } from "../../../engine/base.ts";
import { plainDocuments } from "../../../load/plain/documents.ts";
import type { Address } from "../../../model/address.ts";
import type { Desired, Resource } from "../../../model/desired.ts";
import { problem } from "../../../model/problem.ts";
import { kindTitles } from "../../../project/kind-titles.ts";
import type { ReadProject } from "../../../project/read.ts";
import { composedDiffDocument, composedDiffText } from "../../../report/composed/composed-diff.ts";
import { documentText } from "../../../report/text/escape.ts";
import { computed } from "../../../runtime/signals.ts";
import type { Cli } from "../../cli.ts";
import { onlyMatching } from "../../options/only.ts";
import { readChecked, reportProblems } from "../../prepare.ts";
import { printProblems } from "../../terminal/printing.ts";

/** What the user asked for. */
export interface RenderOptions {
  readonly format: "text" | "json";
  readonly only?: readonly string[] | undefined;
  /** The revision, or the folder, that is compared with. */
  readonly diff?: string | undefined;
  readonly detailedExitcode?: boolean | undefined;
}

/** 0; 1 when something is wrong; 2 when there is a difference and `--detailed-exitcode` was given. */
export async function runRender(cli: Cli, options: RenderOptions): Promise<number> {
  const checked = await readChecked(cli, options);
  if ("status" in checked) return checked.status;
  const { read, folder, problems } = checked;
  reportProblems(cli, problems, { ...options, folder });
  const { diff } = options;
  if (diff !== undefined) return compared(cli, read, { ...options, diff, folder });
  const { resources } = read.loaded.desired;
  const only = onlyMatching(options.only);
  const selected = only ? withParents(resources, [...resources.keys()].filter(only)) : resources;
  if (only && selected.size === 0) return nothingMatches(cli, { ...options, folder });
  const documents = await computed(selected.size, () =>
    plainDocuments({ ...read, resources: selected.values() }),
  );
  const { format } = options;
  cli.out(
    format === "json"
      ? documentText({ format: "trueup.rendered", version: 1, documents })
      : yamlDocuments(documents),
  );
  return 0;
}

/** These, and what they are in. */
function withParents(
  resources: Desired["resources"],
  addresses: readonly Address[],
): ReadonlyMap<Address, Resource> {
  const found = new Map<Address, Resource>();
  const take = (address: Address | undefined): void => {
    const resource = address === undefined ? undefined : resources.get(address);
    if (!resource || found.has(resource.address)) return;
    take(resource.parent);
    found.set(resource.address, resource);
  };
  for (const address of addresses) take(address);
  return found;
}

async function compared(
  cli: Cli,
  read: ReadProject,
  options: RenderOptions & { readonly diff: string; readonly folder: string },
): Promise<number> {
  const { diff, format, detailedExitcode = false } = options;
  const { base, problems } = await namedBase(read, diff, cli.cwd);
  if (!base) {
    printProblems(cli, problems, options);
    return 1;
  }
  const only = onlyMatching(options.only);
  const [now, was] = [read.loaded.desired, base.desired].map((each) => narrowed(each, only));
  if (!now || !was || (only && now.resources.size + was.resources.size === 0))
    return nothingMatches(cli, options);
  const found = await computed(now.resources.size, () => compareComposed(now, was));
  const titles = kindTitles(read);
  cli.out(
    format === "json"
      ? documentText(composedDiffDocument(found, diff))
      : composedDiffText(found, { style: cli.style, titles, revision: diff }),
  );
  return detailedExitcode && found.changes.length > 0 ? 2 : 0;
}

function narrowed(desired: Desired, only: ((address: Address) => boolean) | undefined): Desired {
  if (!only) return desired;
  return { ...desired, resources: new Map([...desired.resources].filter(([address]) => only(address))) };
}

function nothingMatches(cli: Cli, options: RenderOptions & { readonly folder: string }): 1 {
  const hint = "Addresses are target/kind/key, such as cloud/network/berlin; * stands for any characters.";
  const message = `--only ${options.only?.join(" ")} matches no declared address`;
  printProblems(cli, [problem("matches-nothing", message, { hint })], options);
  return 1;
}
