/** The two ways in which changes are shown: what a plan will do, and what somebody did. */

import type { Change } from "../../model/change.ts";

/**
 * `planned`: from what is live to what is declared, which is what apply does. `happened`: what is live now and what is
 * declared instead, which is what somebody did; what apply would create is gone.
 */
export type ChangeView = "planned" | "happened";

/** What was done, or will be. */
export function deedOf(action: Change["action"], view: ChangeView | undefined): Change["action"] {
  return view === "happened" && action === "create" ? "remove" : action;
}

/** Behind the name of what is declared and not live: by whom that is, where it is known. */
export function whyGone({ cause }: Pick<Extract<Change, { action: "create" }>, "cause">): string {
  return cause === "drift" ? "removed live" : "not there";
}

/** In the place of a declared value, where there is none. */
export const notDeclared = "not declared";
