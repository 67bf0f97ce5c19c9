/** The public library surface: read a project, open it, plan, apply, record what was applied. See docs/library.md. */

export { type BaseResult, namedBase, recordedBase } from "./engine/base.ts";
export { type GitState, openState } from "./engine/git-state.ts";
export { type OpenedProject, type OpenProjectOptions, openContext } from "./engine/open.ts";
export { allowing, applyPlan, makePlan, type PlannedRun, type PlanRequest } from "./engine/reconcile.ts";
export type { Approval, FixedApproval } from "./engine/recorded-apply/approval.ts";
export type {
  ApplyEnding,
  ApplyEvent,
  ApplyFailure,
  ApplyListener,
  ApplyRefusal,
  LastApplied,
} from "./engine/recorded-apply/events.ts";
export type { Actor } from "./engine/recorded-apply/owner.ts";
export { recordedApply } from "./engine/recorded-apply/recorded-apply.ts";
export type { RecordedApplyOptions } from "./engine/recorded-apply/running-apply.ts";
export { Kept } from "./kept/kept.ts";
export { type PlanFile, readPlanFile } from "./load/documents/plan-file.ts";
export type { Address } from "./model/address.ts";
export type { Change, Comparison, Difference } from "./model/change.ts";
export type { Desired, Resource } from "./model/desired.ts";
export type { RunEvent } from "./model/event.ts";
export type { LiveResource, Observation, Snapshot } from "./model/live/snapshot.ts";
export type { Cost } from "./model/plan/cost.ts";
export type { Plan } from "./model/plan/plan.ts";
export type { HeldChange, Step, UnwritableChange, Wave } from "./model/plan/step.ts";
export type { Problem } from "./model/problem.ts";
export type { Project, Target } from "./model/project.ts";
export type { ApplyRecord, Base, IncompleteEntry, RecordSummary } from "./model/record.ts";
export type { ApplyResult, Halt, Outcome, SettledStep } from "./model/reply.ts";
export {
  type ReadProject,
  type ReadProjectOptions,
  type ReadProjectResult,
  readProject,
} from "./project/read.ts";
