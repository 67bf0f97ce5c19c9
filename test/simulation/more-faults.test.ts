import { test } from "vitest";
import { times } from "../long-forms.ts";
import { seedsHold } from "./hold.ts";

const half = times("seeds") / 2;
const minutes = 60_000;

test("whatever goes wrong, the properties hold: the second half of the seeds", {
  timeout: 30 * minutes,
}, async () => {
  await seedsHold({ from: half + 1, to: 2 * half });
});
