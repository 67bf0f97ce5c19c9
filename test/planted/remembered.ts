/** Bugs with remembered ids: a created resource is mistaken for another one, created again, or removed by mistake. */

import { type Bug, edit } from "./bug.ts";

const histories = "test/scenarios/memory/histories.test.ts";
const names = "test/scenarios/memory/stored-names.test.ts";

/** Bugs because of which remembered ids are used wrongly. */
export const ofWhatIsRemembered: readonly Bug[] = [
  {
    name: "what Git drops is removed by its id alone",
    edits: [
      edit(
        "observe/known-ids.ts",
        'is: isStored && isSpelling(before) ? "declared" : "notItsOwn"',
        'is: isStored || isSpelling(before) ? "declared" : "declared"',
      ),
    ],
    first: { file: names, test: "what Git drops and somebody has renamed stays" },
  },
  {
    name: "the name that a server has stored is not looked at",
    edits: [
      edit(
        "observe/known-ids.ts",
        "const isKnown = own === known?.name ||",
        "const isKnown = (identity === undefined && own === known?.name) ||",
      ),
    ],
    first: { file: histories },
  },
  {
    name: "what was accepted and is not seen is sent again",
    edits: [
      edit(
        "apply/unseen.ts",
        "retryAt === undefined)) return memory?.unseen;",
        "retryAt === undefined)) return undefined;",
      ),
    ],
    first: { file: histories },
  },
  {
    name: "the id in the answer to a create is not used",
    edits: [
      edit(
        "apply/execute/execute-step.ts",
        "if (id !== undefined) run.ids.set(address, id);",
        'if (id !== undefined && change.action !== "create") run.ids.set(address, id);',
      ),
    ],
    first: { file: histories },
  },
  {
    name: "what was answered without an id is never known by one",
    edits: [
      edit(
        "apply/verify.ts",
        "if (isMade && id !== undefined && !run.ids.has(address))",
        "if (isMade && id !== undefined && run.ids.has(address))",
      ),
    ],
    first: { file: names, test: "what was answered without an id" },
  },
  {
    name: "what somebody has renamed is made anew",
    edits: [
      edit(
        "observe/known-ids.ts",
        "    own.set(one, item);\n",
        "    if (item.identity === (one.identity ?? one.before)) own.set(one, item);\n",
      ),
    ],
    first: { file: histories },
  },
  {
    name: "a rename in case alone counts as the server's spelling, and is never taken back",
    edits: [edit("observe/known-ids.ts", 'known?.ofThisRun === "written"', "known?.ofThisRun !== undefined")],
    first: { file: names, test: "what somebody has renamed in case alone" },
  },
  {
    name: "what Git drops stays where its server spells it otherwise",
    edits: [
      edit(
        "apply/run.ts",
        "= isDropped ? remembered : {};",
        "= isDropped && remembered.unread ? remembered : {};",
      ),
    ],
    first: { file: names, test: "what Git drops goes" },
  },
  {
    name: "a longer name of Git counts as the one that its server has cut off",
    edits: [
      edit(
        "observe/known-ids.ts",
        "if (isFormer && isKnown && isSpelling(before)) return",
        "if (isFormer && isKnown && isSpelling(before) && !isSpelling(identity)) return",
      ),
    ],
    first: { file: names, test: "a longer name of Git" },
  },
  {
    name: "two that exchanged their names are each in the other's way",
    edits: [edit("observe/match.ts", "    if (owned.has(item)) continue;\n", "")],
    first: { file: histories },
  },
  {
    name: "the removals of a day are not counted together",
    edits: [
      edit(
        "apply/removed.ts",
        "const all = [...lastDay(before.get(target) ?? [], time), ...now];",
        "const all = lastDay(now, time);",
      ),
    ],
    first: { file: histories },
  },
  {
    name: "a rename by somebody is not shown among the dangers",
    edits: [
      edit(
        "report/plan/dangers.ts",
        'change.action === "update" && change.live.byId',
        'change.action === "update" && change.live.anew',
      ),
    ],
    first: { file: histories },
  },
];
