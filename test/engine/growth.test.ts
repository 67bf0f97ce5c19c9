/** How the work grows with the size of a project. The work is counted instead of timed. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const counted = fileURLToPath(new URL("counted.ts", import.meta.url));

test("a project twice as large is no more than twice the work, wherever one looks in the sources", async () => {
  // These options prevent that code is optimised or discarded: such code would no longer be counted.
  const exact = ["--no-opt", "--no-maglev", "--no-flush-bytecode"];
  const { stdout } = await promisify(execFile)(process.execPath, [...exact, counted]);
  expect(JSON.parse(stdout)).toEqual({
    "plan and apply": [],
    "plan and apply over NETCONF": [],
    import: [],
    "import into tables": [],
  });
});
