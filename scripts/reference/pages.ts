/** All generated pages of the documentation, by their path below `docs/`. */

import { cliPage } from "./cli-page.ts";
import { contentsPage } from "./contents-page.ts";
import { documentsPage } from "./documents-page.ts";
import { formatsPage } from "./formats-table.ts";
import { serveFilePage } from "./serve-file-page.ts";

/** The up-to-date texts of the pages. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    // These pages are listed in the table of contents, so they come before it.
    ["reference/cli.md", cliPage()],
    ["reference/serve-yaml.md", serveFilePage()],
    ["reference/documents.md", documentsPage()],
    ["formats.md", await formatsPage()],
    ["README.md", await contentsPage()],
  ]);
}
