/** The functions that expressions have besides those of CEL. */

import type { LibraryPart } from "./function.ts";
import { lists } from "./lists.ts";
import { networks } from "./networks.ts";
import { records } from "./records.ts";
import { texts } from "./texts.ts";

/** All of them. */
export const library: readonly LibraryPart[] = [networks, texts, lists, records];
