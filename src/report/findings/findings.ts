/** Findings: one sentence each, with a rule and a place, for machine formats. Pure. */

import type { Address } from "../../model/address.ts";
import type { Pointer } from "../../model/pointer.ts";
import { type Problem, withHint } from "../../model/problem.ts";
import type { SourcePosition } from "../../model/source.ts";
import { visible } from "../text/escape.ts";

/** One finding. */
export interface Finding {
  /** The type of the finding: a key of `rules`, or the code of a problem. */
  readonly rule: string;
  readonly level: "error" | "warning" | "note";
  /** True: a warning about the project or from a policy. It prevents nothing. Default: false. */
  readonly isAdvice?: boolean;
  /** A sentence for people. Safe on a terminal; markup in it is not escaped. */
  readonly message: string;
  /**
   * The message with long values truncated, for formats with little room. Present only if it is shorter than `message`.
   */
  readonly brief?: string;
  readonly address?: Address | undefined;
  /** The field that the finding concerns. Absent: the finding concerns no single field. */
  readonly path?: Pointer;
  readonly at?: SourcePosition | undefined;
}

/** The meaning of each rule in the findings of a plan. */
export const rules: Readonly<Record<string, string>> = {
  conflict: "Git and the live state both changed this, to different values.",
  drift: "The live state was changed outside of Git.",
  expected: "This resource is not as expected, and the interface cannot change it.",
  unexpected: "This resource is live but not declared.",
  guard: "Apply refuses this unless --allow permits it.",
  policy: "A policy of this project is violated.",
  unknown: "This resource could not be read, so trueup does not change it.",
  "perhaps-renamed":
    "This resource would be created beside a live one, which may be the same resource under its former name.",
  "alike-name":
    "This resource is not created: a live one has a name that differs only in case, blanks or Unicode form.",
  "stored-otherwise":
    "The server stores this value in another form than declared, so trueup does not write it.",
  "not-taken": "An earlier apply has written this value, but the server did not accept it.",
  "accepted-unseen":
    "The server accepted this create, but no list shows the resource yet. It is not sent again.",
  "secret-kept": "A secret of an existing resource stays as it is.",
  held: "The health of a site or device holds this change back.",
  "cannot-be-written": "No write can make this change.",
  create: "Apply will create this.",
  update: "Apply will change this field.",
  remove: "Apply will remove this.",
};

/** The errors of a project, as findings. */
export function problemFindings(problems: readonly Problem[]): readonly Finding[] {
  return problems.map((problem) => {
    const { code, severity, address, at } = problem;
    return {
      rule: code,
      level: severity,
      ...(severity === "warning" && { isAdvice: true }),
      message: visible(withHint(problem)),
      address,
      at,
    };
  });
}
