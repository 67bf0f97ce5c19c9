/** Reports project variables that desired state does not declare, and inputs without a value. */

import { type Problem, problem } from "../../../model/problem.ts";
import { meant } from "../../../yaml/did-you-mean.ts";
import type { LoadRun } from "../load-run.ts";

/**
 * Reports values of variables that are not declared, because they have no effect, and inputs without a value, because
 * expressions need the value.
 */
export function undeclaredVariables({ project, variableNames }: LoadRun): readonly Problem[] {
  const { vars } = project;
  if (!vars) return [];
  const known = new Set([...variableNames, ...vars.inputs]);
  const unknown = Object.keys(vars.values).filter((name) => !known.has(name));
  const missing = vars.inputs.filter(
    (name) =>
      !Object.hasOwn(vars.values, name) && !Object.hasOwn(vars.defaults, name) && !variableNames.has(name),
  );
  return [
    ...unknown.map((name) => {
      const near = meant(name, known);
      const hint = `${near === undefined ? "" : `${near} `}Declare it in a vars.yaml, or under \`inputs:\`.`;
      const message = `no layer of desired state declares the variable \`${name}\``;
      return problem("bad-variable", message, { hint, at: vars.at[name] });
    }),
    ...missing.map((name) => {
      const hint = "Set it under `vars:`, or give the input a `default`.";
      return problem("bad-variable", `the input \`${name}\` has no value`, { hint, at: vars.at[name] });
    }),
  ];
}
