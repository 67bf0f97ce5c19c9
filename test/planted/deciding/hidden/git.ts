/** Bugs in what is read from Git and written to it. */

import type { HiddenBug } from "./bug.ts";

/** The bugs in `src/git/`. */
export const git: readonly HiddenBug[] = [
  {
    name: "a push that arrived and whose reply was lost counts as somebody else's",
    file: "src/git/refs.ts",
    find: `    if (now === becomes) return { is: "moved" };
    if (now !== was) return { is: "other" };
    const hangs`,
    put: `    if (now !== was) return { is: "other" };
    if (now === becomes) return { is: "moved" };
    const hangs`,
  },
  {
    name: "a renewed lock is held by its former id, so the next renewal takes it for another run's",
    file: "src/git/lock.ts",
    find: "{ lock: { place, id: moved.id, record: renewed } }",
    put: "{ lock: { place, id, record: renewed } }",
  },
  {
    name: "in a shallow clone a commit whose history is missing counts as one of another branch",
    edits: [
      { file: "src/git/ancestry.ts", find: "    shallow ??= isShallow(git);\n", put: "" },
      { file: "src/git/ancestry.ts", find: "  let shallow: Promise<boolean> | undefined;\n", put: "" },
      {
        file: "src/git/ancestry.ts",
        find: 'return (await shallow) || shared === undefined ? "unknown" : "apart";',
        put: 'return shared === undefined ? "unknown" : "apart";',
      },
    ],
  },
  {
    name: "files whose names begin with a dot count at a revision, and not on the disk",
    file: "src/git/objects.ts",
    find: "/\\.(?:ya?ml|csv|json)$/.test(path) && !/(?:^|\\/)\\./.test(path)",
    put: "/\\.(?:ya?ml|csv|json)$/.test(path)",
  },
];
