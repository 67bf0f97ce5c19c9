/** The initial state of a server, from a description and optional content. */

import type { Json } from "../../model/json.ts";
import { smallWorld } from "./company.ts";
import { readDocument } from "./document.ts";
import { apiOf } from "./resources.ts";
import { noDescription, type OpenApiState } from "./state.ts";
import { withFile } from "./state-file.ts";

/** The files for serving a description. */
export interface OpeningFiles {
  readonly description: Json;
  /** Paths and values; absent: a small world is generated. */
  readonly file?: Json | undefined;
  readonly seed?: number;
}

/** Why a server cannot start. */
export interface NotBegun {
  readonly of: "description" | "file";
  readonly problems: readonly string[];
}

/** The initial state of a server, or the error in one of its files. */
export function begun({ description, file, seed = 0 }: OpeningFiles): OpenApiState | NotBegun {
  const document = readDocument(description);
  if ("problem" in document) return { of: "description", problems: [document.problem] };
  const api = apiOf(document);
  if (file === undefined) return smallWorld(api, seed);
  const filled = withFile({ ...noDescription, api, seed }, api, file);
  return "problems" in filled ? { of: "file", problems: filled.problems } : filled.state;
}
