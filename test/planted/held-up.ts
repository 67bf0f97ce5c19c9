/** Bugs that delay a run without end: an endless answer, a signal that is ignored, a wait that never ends. */

import { type Bug, edit } from "./bug.ts";

const documents = "test/security/bounded-documents.test.ts";
const signals = "test/cli/signals.test.ts";

/** Bugs because of which a run is stalled or killed. */
export const ofWhatHoldsUp: readonly Bug[] = [
  {
    name: "one target's answers may fill all memory",
    edits: [
      edit(
        "engine/bounded-answers.ts",
        "if (total <= max) return reply;",
        "if (total <= max * 1e9) return reply;",
      ),
    ],
    first: { file: documents, test: "a target without an end is unknown" },
  },
  {
    name: "an answer is parsed before anybody has counted what is in it",
    edits: [
      edit(
        "model/json.ts",
        "if (!this.#isNested) return undefined;",
        "if (!this.#isNested || depth > 0) return undefined;",
      ),
    ],
    first: { file: documents, test: "is no page of comments" },
  },
  {
    name: "a document may be nested as deep as it is long",
    edits: [edit("model/json.ts", "if (deepest > depth) return", "if (deepest > depth * 1e9) return")],
    first: { file: documents, test: "is no plan file" },
  },
  {
    name: "a device's answer may have any number of attributes",
    edits: [
      edit(
        "drivers/yang/netconf/xml.ts",
        "if (attributes.size > maxAttributes || reading.parts > maxXmlParts) return tooManyParts;",
        "if (attributes.size > maxAttributes * 1e9) return tooManyParts;",
      ),
    ],
    first: { file: "test/security/hostile-costs.test.ts", test: "holds a plan up at a stretch" },
  },
  {
    name: "after a signal nobody cuts off the write that is under way",
    edits: [
      edit(
        "cli/terminal/signals.ts",
        '      setTimeout(() => cut.abort(new Error("interrupted")), cutMs),\n',
        "      setTimeout(() => {}, cutMs),\n",
      ),
    ],
    first: { file: signals, test: "while a write is under way" },
  },
  {
    name: "what a program has started lives on after a signal",
    edits: [
      edit(
        "runtime/children.ts",
        "return [groups.has(child) ? -pid : pid, ...descendants(pid)];",
        "return [pid, ...descendants(pid).slice(0, 0)];",
      ),
    ],
    first: { file: signals, test: "SIGTERM ends every run at once" },
  },
  {
    name: "a device that names what is missing is taken for a locked one",
    edits: [
      edit(
        "drivers/yang/device/contradictions.ts",
        '{ status, ...dataMissing, missing: "data" },',
        '{ status, ...dataMissing, means: "contended", missing: "data" },',
      ),
    ],
    first: { file: "test/scenarios/rfc8040.test.ts", test: "refers to what is not there" },
  },
];
