/** Draws a reproducible sample of source lines, since all of them would take too long. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../planted/copy.ts";
import type { LineRange } from "./changed.ts";

/**
 * Returns about this share of the lines of a folder of `src/`, each line as a range. `draw`: another text gives another
 * sample.
 */
export function drawnLines(folder: string, share: number, draw = ""): readonly LineRange[] {
  return readdirSync(join(root, "src", folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `src/${folder}/${name}`)
    .flatMap((file) => {
      const { length } = readFileSync(join(root, file), "utf8").split("\n");
      return Array.from({ length }, (_, index) => index + 1)
        .filter((line) => chanceOf(`${draw}${file}:${line}`) < share)
        .map((line): LineRange => `${file}:${line}-${line}`);
    });
}

/** A number from 0 to 1, determined only by the text. */
function chanceOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}
