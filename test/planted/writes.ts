/** Bugs of writing: something is sent blindly, too often, or incompletely (law 4). */

import { type Bug, edit } from "./bug.ts";

const traps = "test/scenarios/misleading-answers.test.ts";
const apply = "test/scenarios/apply.test.ts";
const lostUpdates = "test/scenarios/lost-updates.test.ts";
const byReply = "test/scenarios/reads/verified-by-reply.test.ts";
const byLog = "test/scenarios/reads/verified-by-log.test.ts";
const secondLook = "test/scenarios/reads/second-look.test.ts";
const rollback = "test/scenarios/rollback.test.ts";
const health = "test/scenarios/health.test.ts";
const lists = "test/scenarios/products/lists-as-tasks.test.ts";

/** Bugs because of which values are written wrongly. */
export const ofWrites: readonly Bug[] = [
  {
    name: "a list that failed is sent again without a look at what it has done",
    edits: [
      edit(
        "drivers/rest/batches/together.ts",
        "cause: isOne ? causes[0] : causes[1], inPart: true };",
        "cause: isOne ? causes[0] : causes[1] };",
      ),
    ],
    first: { file: lists, test: "is sent again without the one that its reason names" },
  },
  {
    name: "a batch lets go of its lock before its task has ended",
    edits: [
      edit(
        "apply/queue/locks.ts",
        "if (task === undefined) release();",
        "release();\n      if (task === undefined) release();",
      ),
    ],
    first: { file: lists, test: "are never written at the same time" },
  },
  {
    name: "a lost write is sent again without a look",
    edits: [
      edit(
        "apply/execute/decide.ts",
        'const carriedOut = reply.accepted ? "yes" : "perhaps";\n      return { do: "look", ms, carriedOut, last, detail: reply.detail, perhapsLocked: false };',
        'return { do: "wait", ms, reason: "unavailable", look: false };',
      ),
    ],
    first: { file: apply, test: "a reply that was lost" },
  },
  {
    name: "the wire sends a lost POST again by itself",
    edits: [
      edit(
        "pace/retry-wait.ts",
        "if (!failed || !isRead(on.request)) return undefined;",
        'if (!failed || !(isRead(on.request) || on.request.method === "POST")) return undefined;',
      ),
    ],
    first: { file: apply, test: "a reply that was lost" },
  },
  {
    name: "the wire sends a lost PUT again by itself",
    edits: [
      edit(
        "pace/retry-wait.ts",
        "if (!failed || !isRead(on.request)) return undefined;",
        'if (!failed || !(isRead(on.request) || on.request.method === "PUT")) return undefined;',
      ),
    ],
    first: { file: apply, test: "a reply that was lost" },
  },
  {
    name: "a 409 is answered by waiting and sending again, without a second comparison",
    edits: [
      edit(
        "apply/execute/decide.ts",
        'return { do: "look", ms: 0, carriedOut: "no", last, perhapsLocked, ...more };',
        'return { do: "wait", ms: perhapsLocked || more.hint ? 999 : 1000, reason: "locked", look: last };',
      ),
    ],
    first: { file: apply, test: "because somebody changed the same field is held" },
  },
  {
    name: "nobody looks before the first write",
    edits: [
      edit(
        "apply/execute/next.ts",
        "if (facts.isInNew() || isReadAnyway) return",
        'if (facts.isInNew() || isReadAnyway || on.planned.action === "create") return',
      ),
    ],
    first: { file: apply, test: "live that moved between plan and apply" },
  },
  {
    name: "what a write replaces is not read for right before it",
    edits: [
      edit(
        "apply/execute/next.ts",
        "!on.isFresh && facts.isUnguarded(on.change)",
        "!on.isFresh && on.seenAt === undefined && facts.isUnguarded(on.change)",
      ),
      edit(
        "apply/execute/next.ts",
        "facts.isReadByItself && facts.isUnguarded(change)",
        "!facts.isReadByItself && facts.isUnguarded(change)",
      ),
    ],
    first: { file: lostUpdates, test: "keeps what somebody else sets" },
  },
  {
    name: "after a 429 a write is sent again from what was read before the pause",
    edits: [edit("pace/wire.ts", "if (on.request.once) return reply;", "")],
    first: { file: lostUpdates, test: "after a 429 is read for anew" },
  },
  {
    name: "after a create the ETags that were seen count as if nobody else had written",
    edits: [
      edit(
        "drivers/yang/restconf/entity-tags.ts",
        "if (tag === undefined || after === undefined) known.stale.add(seen);",
        "if (after === undefined) known.stale.add(seen);",
      ),
    ],
    first: { file: lostUpdates, test: "beside what is made" },
  },
  {
    name: "an answer that names what is missing is waited for as a lock",
    edits: [
      edit(
        "apply/execute/looked.ts",
        "if (perhapsLocked) return",
        'if (perhapsLocked || carriedOut === "no") return',
      ),
    ],
    first: { file: "test/scenarios/rfc8040.test.ts", test: "refers to what is not there" },
  },
  {
    name: "somebody else's change of the same field is overwritten",
    edits: [
      edit("apply/execute/judge.ts", "if (moved.length === 0) return", "if (moved.length >= 0) return"),
    ],
    first: { file: apply, test: "live that moved between plan and apply" },
  },
  {
    name: "any 400 is waited out as not ready",
    edits: [
      edit(
        "catalogs/dashboard/product.yaml",
        "{ status: 400, says: not ready, means: notReady }",
        "{ status: 400, means: notReady }",
      ),
    ],
    first: { file: apply, test: "is refused at once where waiting can't help" },
  },
  {
    name: "what is not ready is waited for without end",
    edits: [
      edit(
        "apply/execute/decide.ts",
        "if (left <= 0) return",
        'if (left <= 0 && reason !== "notReady") return',
      ),
    ],
    first: { file: apply, test: "gives a network that never becomes ready up" },
  },
  {
    name: "200 with errors is taken for done",
    edits: [
      edit(
        "catalogs/dashboard/product.yaml",
        "  - { status: 2xx, tag: errors, means: refused, code: not-allowed }\n",
        "",
      ),
    ],
    first: { file: traps, test: "200 with errors is no success" },
  },
  {
    name: "a PUT sends what is declared and drops the rest of the tree",
    edits: [
      edit(
        "drivers/yang/device/overlay.ts",
        "const merged: Record<string, Json> = { ...live };",
        "const merged: Record<string, Json> = {};",
      ),
    ],
    first: { file: apply, test: "keeps what is not declared in a tree" },
  },
  {
    name: "what a device shows masked is written back as stars",
    edits: [
      edit(
        "drivers/yang/restconf/requests.ts",
        "const { tree, at } = unmasked(value, dialect.masked);",
        'const { tree, at } = dialect.name === "" ? unmasked(value, dialect.masked) : { tree: value, at: [] };',
      ),
    ],
    first: { file: traps, test: "what a device shows masked" },
  },
  {
    name: "what needs a step is carried out although that step failed",
    edits: [
      edit("apply/waves.ts", 'one?.state !== "applied" && one?.state !== "converged"', "one === undefined"),
    ],
    first: { file: apply, test: "of a prerequisite skips what depends on it" },
  },
  {
    name: "two writes at once on one device",
    edits: [edit("apply/waves.ts", "run.exclusive.run(step.exclusive, ", "run.exclusive.run(undefined, ")],
    first: { file: lostUpdates, test: "each write of a device is read for right before" },
  },
  {
    name: "nobody reads again what was written",
    edits: [
      edit(
        "apply/verify.ts",
        "  if (run.signal.aborted) return undone(touched);\n  try {",
        "  if (touched.length > 0) return { nonConvergent: [], unverified: [] };\n  try {",
      ),
    ],
    first: { file: apply, test: "what the server makes of it" },
  },
  {
    name: "what answers show is believed with no read that bears it out",
    edits: [
      edit(
        "apply/verified-by.ts",
        "return isProven ? [] : [run.collectionOf(first)];",
        "return isProven ? [run.collectionOf(first)] : [];",
      ),
    ],
    first: { file: byReply, test: "once a read shows something else" },
  },
  {
    name: "an answer that was not true is doubted alone",
    edits: [edit("apply/verified-by.ts", "if (!isTrue) again.push(", "if (isTrue) again.push(")],
    first: { file: byReply, test: "once a read shows something else" },
  },
  {
    name: "an entry of a change log that is older than the write is believed",
    edits: [
      edit(
        "apply/shown-by-log.ts",
        "at >= leftAt + ahead - marginMs",
        "at >= leftAt + ahead - 100 * marginMs",
      ),
    ],
    first: { file: byLog, test: "whose entry" },
  },
  {
    name: "an entry that leaves out what was written counts as whole",
    edits: [
      edit(
        "apply/shown-by-log.ts",
        "over(change.live, shown)",
        "over({ ...change.live, value: change.desired.value }, shown)",
      ),
    ],
    first: { file: byLog, test: "whose entry" },
  },
  {
    name: "entries of one moment are believed in any order",
    edits: [
      edit("apply/shown-by-log.ts", "at === sorted[index + 1]?.at", "at > (sorted[index + 1]?.at ?? at)"),
    ],
    first: { file: byLog, test: "whose entry" },
  },
  {
    name: "what a change log shows is believed with no read that bears it out",
    edits: [
      edit(
        "apply/verified-by.ts",
        "Math.ceil(all.length * sampledOfLog)",
        "Math.floor(all.length * sampledOfLog)",
      ),
    ],
    first: { file: byLog, test: "are all read once a read shows something else than the log" },
  },
  {
    name: "what was seen once counts until the end of the run",
    edits: [edit("apply/queue/write-semaphore.ts", "?? defaultSeconds) * 1000", "?? defaultSeconds) * 1e6")],
    first: { file: secondLook, test: "at any moment of a long run" },
  },
  {
    name: "an apply with failures ends with status 0",
    edits: [
      edit(
        "report/apply/apply-text.ts",
        "return done === 0 || settled.some(isStopped) ? 1 : 3;",
        "return settled.some(isStopped) ? 1 : 0;",
      ),
    ],
    first: { file: "test/cli/isolation.test.ts", test: "a step that is refused: the others are applied" },
  },
  {
    name: "a field that somebody else set is not in the fingerprint",
    edits: [
      edit(
        "plan/fingerprint.ts",
        "...(live !== undefined && { live }),",
        '...(live !== undefined && path === "" && { live }),',
      ),
    ],
    first: { file: "test/scenarios/guards.test.ts", test: "a fingerprint is of the live values too" },
  },
  {
    name: "what is not known of health is taken for well",
    edits: [
      edit("plan/health/health-finding.ts", "scores.length < own.length", "scores.length > own.length"),
    ],
    first: { file: health },
  },
  {
    name: "the next wave begins although health fell",
    edits: [
      edit(
        "apply/waves.ts",
        "if (run.halted) return { state",
        "if (run.halted && run.journalFailed) return { state",
      ),
    ],
    first: { file: health },
  },
  {
    name: "a rollback overwrites what somebody changed since",
    edits: [
      edit(
        "apply/rollback.ts",
        'onConflict: "hold", backwards: true',
        'onConflict: "overwrite", backwards: true',
      ),
    ],
    first: { file: rollback, test: "what somebody changed before the way back" },
  },
  {
    name: "a rollback takes steps back in the order in which they were carried out",
    edits: [
      edit(
        "plan/reversal.ts",
        ".filter(({ of: other }) => other.after.includes(of.id))",
        ".filter(({ of: other }) => of.after.includes(other.id))",
      ),
    ],
    first: { file: rollback, test: "what was made in something that was made goes first" },
  },
];
