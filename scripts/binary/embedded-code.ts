/** The bundle in a single executable: how any thread runs it. */

import sea from "node:sea";
import { openChunks } from "./chunks.ts";

/** Runs a chunk with its dependencies, by its name in the bundle: `main.cjs`. */
export function runEmbedded(chunk: string): void {
  const kept = new Set(sea.getAssetKeys().filter((key) => key.startsWith("kept/")));
  openChunks({
    text: (path) => embeddedBytes(`code/${path}`).toString(),
    kept: (path) => (kept.has(`kept/${path}`) ? embeddedBytes(`kept/${path}`) : undefined),
  })(chunk);
}

/** The bytes of a file in the executable, by its key. They are the executable's own memory, which is read-only. */
export function embeddedBytes(key: string): Buffer {
  return Buffer.from(sea.getRawAsset(key) as ArrayBuffer);
}
