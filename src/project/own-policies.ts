/**
 * The policies of a project: those in its own folder, on disk or in a trusted revision, and the built-in ones that it
 * uses.
 */

import type { Driver } from "../drivers/contract/contract.ts";
import { resolveDriver } from "../drivers/contract/resolve-driver.ts";
import { Stage } from "../kept/kept.ts";
import { type LoadedPolicies, loadPolicies } from "../load/policies/policies.ts";
import { matches } from "../model/listed/glob.ts";
import type { Policy } from "../model/policy.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Project } from "../model/project.ts";
import type { SourceText } from "../model/source.ts";
import { shippedPolicy } from "../plan/policies/shipped.ts";
import { meant } from "../yaml/did-you-mean.ts";
import { type FolderFiles, type OwnFolderOptions, ownFiles, proposedChange, textsIn } from "./own-folder.ts";
import { reading } from "./reading.ts";

/** A project's policies, and their problems. */
export interface OwnPolicies {
  readonly policies: readonly Policy[];
  readonly problems: readonly Problem[];
}

const defaultFolder = "policies";

const loads = new Stage<LoadedPolicies>();

/**
 * Returns the policies to use. They decide what may be planned. With a trusted revision, the policies of that revision
 * are used. If the pull request changes them, a warning is added.
 */
export async function ownPolicies(
  project: Project,
  of: OwnFolderOptions & { readonly drivers: readonly Driver[] },
): Promise<OwnPolicies> {
  const { folder = defaultFolder, use = [] } = project.policySettings ?? {};
  const mayMiss = project.policySettings?.folder === undefined;
  const { trusted, kept } = of;
  const found = await ownFiles({ root: project.folder, folder, trusted, kept }, isPolicies);
  const told = found.changed.map((path) => policyDiffers(trusted?.name ?? "", path));
  const read = optional(found, mayMiss);
  const from = textsIn(read.files);
  const loaded = await reading(() => loads.of(kept, { place: folder, from }, () => loadPolicies(read.files)));
  const used = use.map(shippedPolicy);
  const policies = [...used, ...loaded.policies];
  const named = [
    ...use.flatMap(({ policy: name, kind, at }) => (kind === undefined ? [] : { name, kind, at })),
    ...loaded.policies.flatMap(({ name, about, at }) =>
      about.is === "plan" ? [] : about.kinds.map((kind) => ({ name, kind, at })),
    ),
  ];
  const checks = [...sameNames(policies), ...unknownKinds(named, { ...of, project })];
  return { policies, problems: [...told, ...read.problems, ...loaded.problems, ...checks] };
}

/** True for a policy file, as opposed to a data file. */
function isPolicies({ path }: SourceText): boolean {
  return /\.ya?ml$/.test(path);
}

/**
 * Returns the files and problems of policies, without the problem of a missing folder if `mayMiss`. Policies are
 * optional, and the default folder may be missing.
 */
function optional({ files, problems }: FolderFiles, mayMiss: boolean): FolderFiles {
  const told = problems.flatMap((found) => {
    if (found.code !== "missing-folder") return [found];
    const hint = "Create the folder, or correct policies.folder in trueup.yaml.";
    return mayMiss
      ? []
      : [{ ...found, message: found.message.replace("desired-state folder", "folder"), hint }];
  });
  return { files, problems: told };
}

function policyDiffers(revision: string, path: string): Problem {
  return proposedChange({
    code: "policy-differs",
    paths: [path],
    counts: `this plan uses the policies of ${revision}`,
    hint: "Review that change separately, because policies determine what trueup refuses.",
  });
}

/**
 * Returns an error for each policy that has the name of an earlier policy. A consent names a policy, so the two could
 * not be distinguished.
 */
function sameNames(policies: readonly Policy[]): readonly Problem[] {
  const first = new Map<string, Policy>();
  return policies.flatMap((policy) => {
    const before = first.get(policy.name);
    if (!before) first.set(policy.name, policy);
    if (!before) return [];
    const where = `${before.at.file}:${before.at.line}`;
    return problem(
      "bad-policy",
      `there are two policies with the name \`${policy.name}\`: the other one is in ${where}.`,
      {
        at: policy.at,
        hint: "Give each policy a different name.",
      },
    );
  });
}

interface NamedKind extends Pick<Policy, "name" | "at"> {
  readonly kind: string;
}

/** Warns about policies for a kind that no target has. Such policies would never find anything. */
function unknownKinds(
  named: readonly NamedKind[],
  { drivers, project }: { readonly drivers: readonly Driver[]; readonly project: Project },
): readonly Problem[] {
  if (named.length === 0) return [];
  const names = kindsOf(project, drivers);
  return named
    .filter(({ kind }) => !names.some((name) => matches(kind, name)))
    .map(({ name, kind, at }) =>
      problem("unknown-kind", `the policy \`${name}\` is about \`${kind}\`, and no target has such a kind.`, {
        severity: "warning",
        at,
        hint: meant(kind, names),
      }),
    );
}

/** Returns the kinds of all targets, from the targets' products. */
function kindsOf({ targets }: Project, drivers: readonly Driver[]): readonly string[] {
  const names = [...targets.values()].flatMap(({ interface: name, dialect }) => {
    const driver = drivers.find((each) => each.interface === name);
    return driver ? resolveDriver(driver, dialect).kinds.map((kind) => kind.name) : [];
  });
  return [...new Set(names)].sort();
}
