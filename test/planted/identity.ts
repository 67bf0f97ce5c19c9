/** Bugs of identity: one plan, element or kind is mistaken for another. */

import { type Bug, edit } from "./bug.ts";

const fingerprints = "test/security/fingerprints.test.ts";
const lists = "test/properties/list-identity.test.ts";
const sites = "test/scenarios/sites/same-names.test.ts";
const contract = "test/drivers/contract/driver-contract.test.ts";

/** Bugs because of which an object is mistaken for another one. */
export const ofIdentity: readonly Bug[] = [
  {
    name: "a fingerprint is a part of the hash, which two plans can be made to share",
    edits: [
      edit(
        "plan/fingerprint.ts",
        'texts.sort().join("\\n"))',
        'texts.sort().join("\\n")).slice(0, 16).padEnd(64, "0")',
      ),
    ],
    first: { file: fingerprints, test: "is not made of its first digits alone" },
  },
  {
    name: "a part of a fingerprint is taken for the whole",
    edits: [
      edit(
        "model/plan/plan.ts",
        "return /^[0-9a-f]{64}$/.test(text);",
        "return /^[0-9a-f]{16,64}$/.test(text);",
      ),
    ],
    first: { file: fingerprints, test: "approves nothing: apply refuses it with 4" },
  },
  {
    name: "the plan of a preview counts as a review",
    edits: [
      edit(
        "load/documents/plan-file.ts",
        'if (!fingerprint.startsWith("preview-"))',
        "if (fingerprint.length > 0)",
      ),
    ],
    first: { file: fingerprints, test: "plans that were made from a snapshot are no review" },
  },
  {
    name: "what stands below a renamed area is looked for by the name that Git gives the area",
    edits: [
      edit(
        "observe/hierarchy.ts",
        "identity: now && this.#placed(now, seen),",
        "identity: now && one.resource.identity,",
      ),
    ],
    first: { file: sites, test: "are found when they and all above them are renamed at once" },
  },
  {
    name: "of several sites of one name the first is taken, where nothing says what it stands below",
    edits: [
      edit(
        "observe/hierarchy.ts",
        "if (only && others.some(({ identity }) => identity !== only.identity))",
        "if (only && others.length < 0)",
      ),
    ],
    first: { file: sites, test: "are unknown where several have that name" },
  },
  {
    name: "a site that was moved by hand is made a second time",
    edits: [
      edit("diff/alike-names.ts", "alike === undefined && base?.resources.has(address) ?", "base === null ?"),
    ],
    first: { file: sites, test: "is not made a second time: its creation is held" },
  },
  {
    name: "two keys of a list are one when their leaves hold commas",
    edits: [edit("model/list-identity.ts", '.replaceAll(",", "%2C")', "")],
    first: { file: lists, test: "two keys have the same identity" },
  },
  {
    name: "an element that is not there is taken for the first one",
    edits: [edit("model/list-identity.ts", ".get(segment) ?? -1)", ".get(segment) ?? 0)")],
    first: { file: lists, test: "adopt writes the element that was changed" },
  },
  {
    name: "a kind that a driver does not know is taken for another",
    edits: [
      edit(
        "drivers/contract/kind-table.ts",
        "Object.hasOwn(table, name) ? table[name] : undefined;",
        "Object.hasOwn(table, name) ? table[name] : Object.values(table).at(-1);",
      ),
    ],
    first: { file: contract },
  },
  {
    name: "an id that is not known becomes an empty one",
    edits: [
      edit(
        "drivers/contract/kind-table.ts",
        'if (id === undefined || id === "") throw',
        'if (id === undefined && fault === "") throw',
      ),
      edit("drivers/contract/kind-table.ts", "  return id;\n", '  return id ?? "";\n'),
    ],
    first: { file: contract },
  },
  {
    name: "a listed host gets the credential at any port, and without TLS",
    edits: [
      edit(
        "runtime/http/allowed-origins.ts",
        "if (asked.port !== own.port)\n",
        'if (asked.port !== own.port && asked.port === "0")\n',
      ),
      edit(
        "runtime/http/allowed-origins.ts",
        'if (asked.protocol !== "https:" || own.protocol !== "https:")',
        "if (asked.protocol !== own.protocol)",
      ),
    ],
    first: { file: "test/security/origins.test.ts", test: "a listed host at another port hears nothing" },
  },
  {
    name: "a plan file of 0.1.0 is told as damaged, not as old",
    edits: [edit("load/documents/plan-file.ts", "if (its < version) {", "if (its < version - 1) {")],
    first: { file: "test/upgrade/upgrade.test.ts", test: "a plan file of 0.1.0 is told as old" },
  },
];
