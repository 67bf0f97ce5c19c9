/** Plans and drift in any format, without secrets. */

import type { Redactions } from "../../model/secret.ts";
import { planWithout, problemsWithout } from "../without-secrets.ts";
import type { Writers } from "./format.ts";
import { type FormatFor, writerOf } from "./registry.ts";

/**
 * Returns a writer of plans or drift in this format. It redacts secrets before anything is truncated, and once more in
 * the result.
 */
export async function planWriter<D extends "plan" | "drift">(
  document: D,
  { format, secrets }: { readonly format: FormatFor<D>; readonly secrets: Redactions },
): Promise<Writers["plan"]> {
  const write: Writers["plan"] = await writerOf(document, format);
  return (plan, on) => {
    const shown = { ...on, problems: problemsWithout(on.problems, secrets) };
    return secrets.text(write(planWithout(plan, secrets), shown));
  };
}
