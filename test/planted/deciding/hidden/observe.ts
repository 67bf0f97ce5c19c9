/** Bugs in observing. */

import type { HiddenBug } from "./bug.ts";

/** The bugs in `src/observe/`. */
export const observe: readonly HiddenBug[] = [
  {
    name: "a resource whose former name was given to another one is ambiguous",
    file: "src/observe/match.ts",
    find: "  if (names.desired.get(name, before)) return { former: false, names: [identity] };\n",
    put: "",
  },
  {
    name: "a list that the server does not know counts as one that is empty",
    file: "src/observe/collections.ts",
    find: '    if (group.collection.absence === "list") return problems.unknown(problems.noList(address, group));\n',
    put: "",
  },
  {
    name: "a renamed resource is not asked for by its former name",
    file: "src/observe/query.ts",
    find: "before === undefined || before === identity ? [identity] : [identity, before];",
    put: "[identity ?? before];",
  },
  {
    name: "a live id is looked up no further once something of another kind has it",
    file: "src/observe/named-identity.ts",
    find: "if (kind === wanted) return key;",
    put: "return kind === wanted ? key : undefined;",
  },
  {
    name: "what is in something of which a read of a whole says nothing counts as absent",
    file: "src/observe/whole-reads.ts",
    find: "  if (reply.parentIds && !reply.parentIds.has(own)) return undefined;\n",
    put: "",
  },
  {
    name: "what is identified by others is looked for by what desired says instead of its former name",
    file: "src/observe/named-identity.ts",
    find: "live(declared.at(-1) ?? resource.value)",
    put: "live(declared[0] ?? resource.value)",
  },
];
