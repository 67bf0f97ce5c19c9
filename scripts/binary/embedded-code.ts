/** The bundle inside of a single executable: what runs of it, in whichever thread. */

import sea from "node:sea";
import { openChunks } from "./chunks.ts";

/** Runs a chunk with all that it needs, by its name in the bundle: `main.cjs`. */
export function runEmbedded(chunk: string): void {
  const kept = new Set(sea.getAssetKeys().filter((key) => key.startsWith("kept/")));
  openChunks({
    text: (path) => embeddedBytes(`code/${path}`).toString(),
    kept: (path) => (kept.has(`kept/${path}`) ? embeddedBytes(`kept/${path}`) : undefined),
  })(chunk);
}

/** The executable's own memory, which is only read. */
export function embeddedBytes(key: string): Buffer {
  return Buffer.from(sea.getRawAsset(key) as ArrayBuffer);
}
