/**
 * Opens a pull or merge request once. If a reply is lost, trueup searches for the pull or merge request before it sends
 * anything again.
 */

import { parseJson } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Clock, Wire, WireRequest } from "../model/wire.ts";
import { type Backoff, doubledMs } from "../pace/backoff.ts";
import type { NewProposal, OpenedProposal, ProposingHosting } from "./code-host.ts";

/** The repository in which a pull or merge request is opened. */
export interface ProposingPlace {
  readonly hosting: ProposingHosting;
  /** A paced wire: it waits for rate limits, and retries failed reads. */
  readonly wire: Wire;
  readonly clock: Clock;
}

/** The result. `there`: the branch already had a pull or merge request. */
export type ProposedResult =
  | { readonly is: "opened" | "there"; readonly proposal: OpenedProposal }
  | { readonly problem: Problem };

const tries = 3;
const betweenTries: Backoff = { firstMs: 2000, maxMs: 4000 };

/** Opens a pull or merge request, unless the branch already has an open one with the same target. */
export async function propose(
  on: ProposingPlace,
  proposal: NewProposal,
  signal: AbortSignal,
): Promise<ProposedResult> {
  const { hosting, clock } = on;
  for (let attempt = 1; ; attempt += 1) {
    const known = await ask(on, hosting.find(proposal), signal);
    if ("problem" in known) return known;
    const all = known.status === 200 ? hosting.found(known.body) : undefined;
    if (!all) return { problem: denied(hosting, known.status, "searched for") };
    const [there] = all;
    if (there) return { is: attempt === 1 ? "there" : "opened", proposal: there };
    const reply = await ask(on, hosting.open(proposal), signal);
    if ("status" in reply && reply.status < 300) {
      const opened = hosting.opened(reply.body);
      if (opened) return { is: "opened", proposal: opened };
    }
    if ("status" in reply && reply.status >= 300 && reply.status < 500)
      return { problem: denied(hosting, reply.status, "opened") };
    if (attempt === tries) return "problem" in reply ? reply : { problem: failed(hosting, reply.status) };
    await clock.wait(doubledMs(betweenTries, attempt), signal);
  }
}

type Asked =
  | { readonly status: number; readonly body: ReturnType<typeof parseJson> }
  | { readonly problem: Problem };

async function ask(
  { hosting, wire }: ProposingPlace,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Asked> {
  const reply = await wire.send(request, signal);
  if (reply.outcome === "answered") return { status: reply.status, body: parseJson(reply.text) };
  const message = `the request to ${hosting.name} failed: ${reply.problem.message}`;
  return { problem: problem("proposal-failed", message, { hint: again }) };
}

function denied(
  { name, proposal, needs }: ProposingHosting,
  status: number,
  what: "searched for" | "opened",
): Problem {
  const why =
    status === 422 ? "the target branch does not exist on the host" : "the token lacks the permission";
  const message = `${name} answers ${status}: no ${proposal} can be ${what}, probably because ${why}.`;
  return problem("proposal-denied", message, {
    hint: `${needs} The branch was created: open the ${proposal} by hand.`,
  });
}

function failed({ name }: ProposingHosting, status: number): Problem {
  return problem("proposal-failed", `${name} answers ${status} repeatedly.`, { hint: again });
}

const again = "The branch was created. Run the command again: it opens no second request.";
