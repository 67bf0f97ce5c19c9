/**
 * Writes `docs/reference/` from the code, and `docs/README.md`, the table of contents, from the site's
 * sidebar: `npm run reference`. With `--check`, fails if one of them is stale.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { referencePages } from "./reference/pages.ts";

const docs = new URL("../docs/", import.meta.url);
await mkdir(new URL("reference/", docs), { recursive: true });
for (const [name, text] of await referencePages()) {
  const file = new URL(name, docs);
  if (!process.argv.includes("--check")) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    process.stderr.write(`docs/${name} is stale: run \`npm run reference\`\n`);
    process.exitCode = 1;
  }
}
