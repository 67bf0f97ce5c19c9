/**
 * Decisions in the checks that no planted fault proves. Even if such a decision is switched off, every planted fault is
 * still noticed. Each decision is listed with the reason.
 */

/** A decision in a check that can be switched off although every planted fault is still noticed. */
interface UnprovenSite {
  readonly file: string;
  /** The code of the decision on one line, as `npm run test:judges` prints it. */
  readonly code: string;
  readonly because: string;
}

/** All decisions in the checks that no planted fault proves. */
export const unprovenSites: readonly UnprovenSite[] = [
  {
    file: "test/simulation/histories/histories.ts",
    code: "judgeMemories({ on, request, memory, draw: story.draw, live: before })",
    because: "No lie yet: plans with a memory that is wrong are made inside of the judge.",
  },
  {
    file: "test/simulation/histories/judges.ts",
    code: "`unclear: ${id}`",
    because: "No lie yet: no plan of these seeds has a step besides something that is unclear.",
  },
  {
    file: "test/simulation/histories/memories.ts",
    code: "judgeWritten(made.plan, lost.plan, isTrue)",
    because: "No lie yet: plans with a memory that is wrong are made inside of the judge.",
  },
  {
    file: "test/simulation/histories/memories.ts",
    code: "`remove of ${change.address} removes ${id}`",
    because: "No lie yet: plans with a memory that is wrong are made inside of the judge.",
  },
  {
    file: "test/simulation/settling/judges.ts",
    code: "`drift: ${change.address} is called ${change.action}`",
    because: "No lie yet: the lies about sagas change fields, and neither whole things nor how a run ends.",
  },
  {
    file: "test/simulation/settling/judges.ts",
    code: "`apply ends with ${exit}, and nothing is open`",
    because: "No lie yet: the lies about sagas change fields, and neither whole things nor how a run ends.",
  },
  {
    file: "test/simulation/settling/judges.ts",
    code: "judgeDrift(saga, plan)",
    because: "No lie yet: the lies about sagas change fields, and neither whole things nor how a run ends.",
  },
  {
    file: "test/simulation/decisions/pace/batch-tasks.ts",
    code: "judgePauses(asks, begun)",
    because: "No lie yet: of a task only the end can be lied about, and this is about when it is asked for.",
  },
  {
    file: "test/simulation/decisions/pace/batch-tasks.ts",
    code: "`${id} is waited for until ${at}, since ${joinsAt}, and it has ${withinMs}`",
    because: "No lie yet: of a task only the end can be lied about, and this is about when it is asked for.",
  },
  {
    file: "test/simulation/decisions/pace/batch-tasks.ts",
    code: "`${id} is asked for at ${first.at}, and was begun long before`",
    because: "No lie yet: of a task only the end can be lied about, and this is about when it is asked for.",
  },
  {
    file: "test/simulation/decisions/pace/batch-tasks.ts",
    code: "`${budget} is asked at ${at}, and at ${next.at} again`",
    because: "No lie yet: of a task only the end can be lied about, and this is about when it is asked for.",
  },
  {
    file: "test/simulation/decisions/pace/judge-traffic.ts",
    code: "judgeTurns(traffic)",
    because: "No lie yet: the lies about traffic send more, and none sends in another order or later.",
  },
  {
    file: "test/simulation/decisions/pace/judge-traffic.ts",
    code: "`over ${limit} in a second: the bucket of ${burst} is empty at ${at}`",
    because: "No lie yet: the lies about traffic send more, and none sends in another order or later.",
  },
  {
    file: "test/simulation/decisions/pace/judge-traffic.ts",
    code: "`${request.number} ended at ${at}, long after the pause that ${number} was told at ${heard}`",
    because: "No lie yet: the lies about traffic send more, and none sends in another order or later.",
  },
  {
    file: "test/simulation/decisions/pace/judge-traffic.ts",
    code: "`${request.number} left at ${left}, while one tries`",
    because: "No lie yet: the lies about traffic send more, and none sends in another order or later.",
  },
  {
    file: "test/simulation/decisions/pace/judge-traffic.ts",
    code: "judgeIsOpen(sent, request, last)",
    because: "No lie yet: the lies about traffic send more, and none sends in another order or later.",
  },
  {
    file: "test/simulation/decisions/pace/judge-traffic.ts",
    code: "`${read.request.number} reads before ${later.request.number} writes`",
    because: "No lie yet: the lies about traffic send more, and none sends in another order or later.",
  },
  {
    file: "test/simulation/decisions/pace/tasks.ts",
    code: "`asked for the first time at ${begin}`",
    because: "No lie yet: of a task only the end can be lied about, and this is about when it is asked for.",
  },
  {
    file: "test/simulation/decisions/pace/tasks.ts",
    code: "`waited for until ${endedAt}, and it has ${withinMs}`",
    because: "No lie yet: of a task only the end can be lied about, and this is about when it is asked for.",
  },
  {
    file: "test/simulation/decisions/pace/tasks.ts",
    code: "`asked at ${one.at}, and only at ${next.at} again`",
    because: "No lie yet: of a task only the end can be lied about, and this is about when it is asked for.",
  },
  {
    file: "test/simulation/decisions/pace/tasks.ts",
    code: "`asked at ${one.at} and again at ${next.at}`",
    because: "No lie yet: of a task only the end can be lied about, and this is about when it is asked for.",
  },
  {
    file: "test/simulation/decisions/pace/tasks.ts",
    code: "`asked ${asked.length} times`",
    because: "No lie yet: of a task only the end can be lied about, and this is about when it is asked for.",
  },
  {
    file: "test/simulation/product/product.ts",
    code: "judgeKindOrder(server.deeds)",
    because: "A lie asks this judge by itself; no server of a lie is written to in another order.",
  },
  {
    file: "test/simulation/product/server.ts",
    code: "`nothing is named: ${asked.path}`",
    because: "No lie yet: what the made-up server notes of others and of unknown paths.",
  },
  {
    file: "test/simulation/product/server.ts",
    code: "`theirs: ${place} was written by somebody at ${theirs.at}, seen at ${read}, and is written over at ${now}`",
    because: "No lie yet: what the made-up server notes of others and of unknown paths.",
  },
  {
    file: "test/simulation/decisions/pace/batch-bounds.ts",
    code: "`bounds of batches: ${ended}`",
    because: "No lie yet: the lies about batches change what goes when, and no run of theirs fails to end.",
  },
  {
    file: "test/simulation/decisions/pace/judge-batches.ts",
    code: "`${first?.address} leaves at ${leftAt} beside ${apart.writes[0]?.address}`",
    because: "No lie yet: the lies about batches say nothing of what is to be kept apart.",
  },
  {
    file: "test/simulation/product/late-creates.ts",
    code: "`next: world: none of ${name} is ${must.get(name)}`",
    because: "No lie yet: no lie changes what a process that died has made and its lists show too late.",
  },
];
