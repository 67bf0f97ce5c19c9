/** `trueup adopt`: writes live values back into the files that declare other values. */

import { join } from "node:path";
import type { OpenTarget } from "../../drivers/contract/contract.ts";
import { makePlan } from "../../engine/reconcile.ts";
import { adoptedKind } from "../../import/accepted-fields.ts";
import { adopt as adoptInto } from "../../import/edit/adopt.ts";
import { load } from "../../load/load.ts";
import { type Address, addressParts } from "../../model/address.ts";
import type { Json } from "../../model/json.ts";
import { hasErrors } from "../../model/problem.ts";
import { desiredFolders, type Project } from "../../model/project.ts";
import type { SourceText } from "../../model/source.ts";
import type { ReadProject } from "../../project/read.ts";
import { driftOf } from "../../report/drift/drift.ts";
import { type FormatFor, resultIn } from "../../report/formats/registry.ts";
import { adoptionDocument, adoptionText } from "../../report/import/import-report.ts";
import { repeatsSecret } from "../../report/value-without-secrets.ts";
import { planWithout } from "../../report/without-secrets.ts";
import { readTrees, writeWhole } from "../../runtime/files/files.ts";
import { computed } from "../../runtime/signals.ts";
import type { Cli } from "../cli.ts";
import { undeclarableWithout } from "../import-report-file.ts";
import { running } from "../running.ts";

/** The command's arguments and options. */
export interface AdoptOptions {
  readonly format: FormatFor<"result">;
  readonly base?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly into?: "entry" | "layer" | undefined;
  /** If true, a resource with parts that cannot be declared counts as not adopted. */
  readonly strict?: boolean | undefined;
}

/** Exit status: 0; 1 if a requested resource could not be written back, or is unknown. */
export async function runAdopt(
  cli: Cli,
  addresses: readonly string[],
  options: AdoptOptions,
): Promise<number> {
  const { format, base, into, dryRun = false } = options;
  const asked = { format, base, only: addresses, prune: false, secrets: "unused", ungated: true } as const;
  const need = { ...asked, git: "remember" } as const;
  return running(cli, need, async ({ prepared: { context, read }, progress, run, request }) => {
    // An explicitly named resource is adopted even if the server only stores its declared value in another form.
    const unsettled = new Set([...context.desired.resources.keys()].filter((one) => addresses.includes(one)));
    const targets = new Map([...context.targets].map(([name, open]) => [name, asking(open)]));
    const { plan } = await makePlan({ ...context, targets }, { ...request, unsettled }, run.signal);
    progress.end();
    const { project, desired } = context;
    const { files } = await readTrees(project.folder, desiredFolders(project));
    const changes = driftOf(plan).drifted;
    const reload = (texts: readonly SourceText[]) => reloaded(read, texts);
    const isSecret = (value: Json, of: Address) =>
      repeatsSecret(value, cli.secrets.of(addressParts(of).target));
    const adoption = await computed(desired.resources.size, () =>
      adoptInto({
        files,
        desired,
        changes,
        kindOf: ({ target, kind: named }) => {
          const kind = context.targets.get(target)?.driver.kinds.find(({ name }) => name === named);
          return kind && adoptedKind(kind);
        },
        repeatsSecret: isSecret,
        reload,
        overridesAt: overridesIn(project),
        into,
      }),
    );
    if (!dryRun) {
      for (const { path, text } of adoption.files) await writeWhole(join(project.folder, path), text);
    }
    const undeclarable = undeclarableWithout(adoption.undeclarable, cli);
    const known = new Set(files.map(({ path }) => path));
    const made = adoption.files.map(({ path }) => path).filter((path) => !known.has(path));
    const report = {
      ...adoption,
      made,
      undeclarable,
      unknown: planWithout(plan, cli.secrets).unknown,
      dryRun,
    };
    const text = () => adoptionText(report, cli.style);
    cli.out(resultIn(format, { text, document: () => adoptionDocument(report) }));
    const lacking = adoption.notAdopted.length + (options.strict ? undeclarable.length : 0);
    return lacking + plan.unknown.length > 0 ? 1 : 0;
  });
}

/** Returns the target with a session that also reads the parts that no field can declare. */
function asking(open: OpenTarget): OpenTarget {
  const { session } = open;
  const read: typeof session.read = (request, signal) =>
    session.read({ ...request, undeclarable: true }, signal);
  return { ...open, session: { ...session, read } };
}

/**
 * Returns a function that gives the path of a template's overrides file. In a project with several folders of desired
 * state, that file is in the last folder, because the other folders belong to other environments too.
 */
function overridesIn({ desiredState, desiredBelow = [] }: Project): (template: string) => string {
  return (template) => {
    const below = desiredBelow.find((folder) => template.startsWith(`${folder}/`));
    return below === undefined ? template : `${desiredState}${template.slice(below.length)}`;
  };
}

function reloaded({ project, drivers }: ReadProject, files: readonly SourceText[]) {
  const { desired, problems } = load({ project, files, drivers });
  return hasErrors(problems) ? undefined : desired;
}
