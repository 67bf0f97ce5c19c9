/** What an editor says of YAML by a schema: asked of the server that editors ask. */

import { readFileSync } from "node:fs";
import { TextDocument } from "vscode-languageserver-textdocument";
import { getLanguageService } from "yaml-language-server";

let documents = 0;

/** An editor that has this schema: what it says of a text, each as `line: message`. */
export function editorWith(schema: object): (text: string) => Promise<readonly string[]> {
  const service = getLanguageService({
    schemaRequestService: async (uri: string) => readFileSync(new URL(uri), "utf8"),
    workspaceContext: { resolveRelativePath: (path: string) => path },
    telemetry: {
      send: () => {},
      sendError: (name) => {
        throw new Error(name);
      },
      sendTrack: () => {},
    },
  });
  const schemas = [{ uri: "file:///schemas/own.json", fileMatch: ["**/*.yaml"], schema }];
  service.configure({ validate: true, yamlVersion: "1.2", customTags: [], schemas });
  return async (text) => {
    // What the text names as its schema would be looked for beside it. A document is known by its name.
    const own = text.replace(/^# yaml-language-server.*/gm, "#");
    documents += 1;
    const document = TextDocument.create(`file:///project/${documents}.yaml`, "yaml", 1, own);
    const found = await service.doValidation(document, false);
    return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
  };
}
