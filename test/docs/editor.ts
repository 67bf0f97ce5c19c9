/** Returns an editor's messages about YAML with a schema, from the language server that editors use. */

import { readFileSync } from "node:fs";
import { TextDocument } from "vscode-languageserver-textdocument";
import { getLanguageService } from "yaml-language-server";

let documents = 0;

/** An editor with a schema. */
interface Editor {
  /** Returns the messages that people would see about a text, each as `line: message`. */
  (text: string): Promise<readonly string[]>;
  /** Returns the hover text at the first occurrence of these characters. */
  readonly hover: (text: string, at: string) => Promise<string>;
}

/** Returns an editor with this schema. */
export function editorWith(schema: object): Editor {
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
  service.configure({ validate: true, hover: true, yamlVersion: "1.2", customTags: [], schemas });
  const say = async (text: string) => {
    const found = await service.doValidation(documentOf(text), false);
    return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
  };
  const hover = async (text: string, at: string) => {
    const document = documentOf(text);
    const shown = await service.doHover(document, document.positionAt(document.getText().indexOf(at) + 1));
    return JSON.stringify(shown?.contents ?? "");
  };
  return Object.assign(say, { hover });
}

/**
 * Returns a document with a unique name. A line that names a schema is emptied, because the service would look for this
 * schema beside the document.
 */
function documentOf(text: string): TextDocument {
  const own = text.replace(/^# yaml-language-server.*/gm, "#");
  documents += 1;
  return TextDocument.create(`file:///project/${documents}.yaml`, "yaml", 1, own);
}
