/** Reads a server's file from disk, and refuses a file inside a followed repository. */

import type { Problem } from "../../model/problem.ts";
import { readText } from "../../runtime/files/files.ts";
import { insideFollowed } from "./outside.ts";
import type { ServeConfig } from "./serve-config.ts";
import { loadServeFile } from "./serve-file.ts";

/** The place of a server's file. */
export interface ServeFilePlace {
  /** The absolute path of the file. */
  readonly path: string;
  /** The absolute path of the file's folder. */
  readonly folder: string;
  /** The file's name as the user typed it, for messages. */
  readonly name: string;
}

/** The configuration, and all problems. Without a configuration, one of the problems is an error. */
export async function readServeFile({
  path,
  folder,
  name,
}: ServeFilePlace): Promise<{ readonly config?: ServeConfig; readonly problems: readonly Problem[] }> {
  const read = await readText(path, name, { maxBytes: 1024 * 1024 });
  if ("problem" in read) return { problems: [read.problem] };
  const { config, problems } = loadServeFile(read.file, folder);
  const inside = config && (await insideFollowed(name, config));
  return inside ? { problems: [...problems, inside] } : { problems, ...(config && { config }) };
}
