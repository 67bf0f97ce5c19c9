/** All changes that no test can notice. */

import { diffMutants } from "./diff.ts";
import { gitMutants } from "./git.ts";
import type { EquivalentMutant } from "./mutant.ts";
import { paceMutants } from "./pace.ts";

/** The mutants of all folders. */
export const equivalentMutants: readonly EquivalentMutant[] = [...diffMutants, ...gitMutants, ...paceMutants];
