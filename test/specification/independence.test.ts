/** The servers of this folder follow the specification independently: they share no code with the program. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("nothing here imports the sources, the simulator or other tests", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.(?:ts|mjs)$/.test(path),
  );
  const imports = files.flatMap((path) => {
    const text = readFileSync(new URL(path, import.meta.url), "utf8");
    const depth = path.split(/[\\/]/).length;
    const leaving = new RegExp(`(?:from|import)\\s*\\(?\\s*"(?:\\.\\./){${depth},}[^"]*"`, "g");
    return [...text.matchAll(leaving)].map(([found]) => `${path}: ${found}`);
  });
  expect(files.length).toBeGreaterThan(30);
  expect(imports).toEqual([]);
});
