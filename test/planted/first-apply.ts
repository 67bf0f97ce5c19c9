/** Bugs of an import, and of the first apply after it if live values differ from the imported ones. */

import { type Bug, edit } from "./bug.ts";

const firstApply = "test/cli/apply/first-apply.test.ts";
const company = "test/import/company.test.ts";

/** Bugs because of which imported values are overwritten, shared or required. */
export const ofTheFirstApply: readonly Bug[] = [
  {
    name: "passwords that were imported are written by the first apply, although nobody asked for it",
    edits: [edit("diff/secrets.ts", 'if (!base) return "takenOver";', "if (!base) return pending;")],
    first: { file: firstApply, test: "stay as they are: the plan tells of each" },
  },
  {
    name: "a consent to write the secrets of another plan is passed over, and apply goes on",
    edits: [
      edit(
        "engine/recorded-apply/consents.ts",
        "if (other === undefined) return undefined;",
        'if (other === undefined || other !== "") return undefined;',
      ),
    ],
    first: { file: firstApply, test: "are written with the consent that the plan names, once" },
  },
  {
    name: "a plan that writes secrets by consent is another than the one that was reviewed",
    edits: [
      edit(
        "plan/fingerprint.ts",
        "[...secretsTakenOver, ...parts",
        "[...secretsTakenOver.slice(0, 0), ...parts",
      ),
    ],
    first: { file: firstApply, test: "has its password written where that is reviewed" },
  },
  {
    name: "a site that is renamed before the first apply becomes a second one without a word",
    edits: [
      edit("diff/perhaps-renamed.ts", "if (free.size === 0) return [];", "if (free.size >= 0) return [];"),
    ],
    first: { file: firstApply, test: "a name that was edited before the first apply" },
  },
  {
    name: "an import gives all SSIDs of one name one password",
    edits: [
      edit(
        "import/references.ts",
        'sharing === "each" ? placeKey(one) : [...one.words, one.ending].join("\\0"),',
        'one.words.length === 0 ? placeKey(one) : [...one.words, one.ending].join("\\0"),',
      ),
    ],
    first: { file: company, test: "two SSIDs of one name never share a reference" },
  },
  {
    name: "an import asks networks without wireless for their SSIDs, and fails",
    edits: [edit("model/collection.ts", "!listed.includes(where.lists)", "listed.length === 0")],
    first: { file: company, test: "networks without wireless are imported" },
  },
  {
    name: "what an import leaves out of an entry comes back from the defaults above it",
    edits: [
      edit(
        "import/shared-defaults.ts",
        "Object.keys(below).filter((name) => !Object.hasOwn(value, name));",
        "Object.keys(below).slice(0, 0);",
      ),
    ],
    first: { file: company, test: "netflow that is off in some networks" },
  },
];
