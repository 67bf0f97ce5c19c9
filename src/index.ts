/** The public library surface: read a project, open it, plan, apply. See README.md, "As a library". */

export { type BaseRead, namedBase, recordedBase } from "./base.ts";
export type { Address } from "./model/address.ts";
export type { Change, Comparison, Difference } from "./model/change.ts";
export type { Desired, Resource } from "./model/desired.ts";
export type { RunEvent } from "./model/event.ts";
export type { Cost, Held, Plan, Step, Unwritable, Wave } from "./model/plan.ts";
export type { Problem } from "./model/problem.ts";
export type { Project, Target } from "./model/project.ts";
export type { ApplyRecord, Base, LeftBehind } from "./model/record.ts";
export type { ApplyResult, Halt, Outcome, Settled } from "./model/reply.ts";
export type { Live, Observation, Snapshot } from "./model/snapshot.ts";
export { type Context, type OpenOptions, openContext } from "./open.ts";
export { type Read, type ReadProject, readProject } from "./read.ts";
export { allowing, applyPlan, type Made, makePlan, type PlanWish } from "./reconcile.ts";
export { type GitState, openState } from "./state.ts";
