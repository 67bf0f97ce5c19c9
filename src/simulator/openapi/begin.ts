/** The initial state of a server, from a description and optional content. */

import type { Json } from "../../model/json.ts";
import { smallWorld } from "./company.ts";
import { readDocument } from "./document.ts";
import { apiOf } from "./resources.ts";
import { noDescription, type OpenApiState } from "./state.ts";
import { withFile } from "./state-file.ts";

/** The files from which a server starts. */
export interface OpeningFiles {
  readonly description: Json;
  /** Paths with their values. If absent, a few objects are generated. */
  readonly file?: Json | undefined;
  readonly seed?: number;
}

/** Why a server cannot start: the errors in the description, or in the file with its content. */
export interface NotBegun {
  readonly of: "description" | "file";
  readonly problems: readonly string[];
}

/** Returns the initial state of a server, or the errors in one of its files. */
export function begun({ description, file, seed = 0 }: OpeningFiles): OpenApiState | NotBegun {
  const document = readDocument(description);
  if ("problem" in document) return { of: "description", problems: [document.problem] };
  const api = apiOf(document);
  if (file === undefined) return smallWorld(api, seed);
  const filled = withFile({ ...noDescription, api, seed }, api, file);
  return "problems" in filled ? { of: "file", problems: filled.problems } : filled.state;
}
