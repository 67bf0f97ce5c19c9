/**
 * The description that a host needs to open a project's targets. It contains no desired state, no secret and no value.
 */

import type { Pointer } from "../../model/pointer.ts";
import type { Target } from "../../model/project.ts";
import type { BundledDefinitions } from "../../project/bundled.ts";
import type { ReadProject } from "../../project/read.ts";
import { readPlain } from "../../runtime/files/files.ts";

/** A bundle, as parsed from its text. Its digest identifies it. */
export interface Bundle {
  readonly version: 1;
  /**
   * The name that decides which secrets a project may open: in `serve` the name of its shard, otherwise the name of its
   * environment.
   */
  readonly project: string;
  /** The folder to which paths of secrets are relative. It is a folder of the machine that has the project. */
  readonly folder: string;
  /** True: the author of desired state may be guessing secrets, so no secret is compared. */
  readonly isProposal: boolean;
  readonly targets: readonly Target[];
  readonly definitions: BundledDefinitions;
  /** The certificate authorities of targets, by the paths that name them. */
  readonly authorities: Readonly<Record<string, string>>;
  readonly credentials: readonly BundledReference[];
  /** Globs over the references that desired state may use. */
  readonly secretsAllowed: readonly string[];
  readonly fingerprintKey?: string | undefined;
}

/** A reference in the credential of a target. */
interface BundledReference {
  readonly target: string;
  readonly reference: string;
  readonly path: Pointer;
}

/** The text of a project's bundle. */
export async function bundleText(
  {
    project,
    credentials,
    bundled,
    fingerprintKey,
  }: Pick<ReadProject, "project" | "credentials" | "bundled" | "fingerprintKey">,
  { name, isProposal }: { readonly name: string; readonly isProposal: boolean },
): Promise<string> {
  const all = [...project.targets.values()];
  const paths = new Set(all.flatMap(({ tls: { ca } }) => ca ?? []));
  const authorities = await Promise.all([...paths].map(authorityAt));
  const definitions = bundled?.() ?? { catalogs: [], mappings: [], modules: [] };
  const bundle: Bundle = {
    version: 1,
    project: name,
    folder: project.folder,
    isProposal,
    targets: all.map(({ at: _, ...target }) => ({ ...target, at: nowhere })),
    definitions,
    authorities: Object.fromEntries(authorities.flat()),
    credentials: credentials.flatMap(({ target, reference, path }) =>
      target === undefined ? [] : [{ target, reference, path }],
    ),
    secretsAllowed: project.secretsAllowed,
    fingerprintKey: fingerprintKey?.reference,
  };
  return JSON.stringify(bundle);
}

/** Returns the certificates at a path. Empty if they cannot be read: opening the connection will report this. */
async function authorityAt(path: string): Promise<readonly (readonly [string, string])[]> {
  try {
    return [[path, (await readPlain(path)).toString("latin1")]];
  } catch {
    return [];
  }
}

/** A fixed position. The bundle and its sessions must stay the same if a line moves in the project file. */
const nowhere = { file: "trueup.yaml", line: 1, column: 1 };

/** Parses the text of a bundle. */
export function bundleOf(text: string): Bundle {
  return JSON.parse(text);
}
