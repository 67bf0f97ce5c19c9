/** `trueup --server URL apply`: asks the server to apply the plan with a fingerprint, and follows it to its end. */

import { z } from "zod";
import { isWholeFingerprint } from "../../model/plan/plan.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { visible } from "../../report/text/escape.ts";
import { clock } from "../../runtime/clock.ts";
import { readPlan } from "../apply/plan-files.ts";
import type { Cli } from "../cli.ts";
import type { ApplyOptions } from "../commands/apply.ts";
import { apiPath, environmentMeant, onlyHere, refuse, type ServerApi, withServer } from "./connection.ts";

const runsSchema = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })) });
const acceptedSchema = z.looseObject({ message: z.string() });
const runSchema = z.looseObject({
  id: z.string(),
  state: z.enum([
    "running",
    "applied",
    "partly",
    "failed",
    "refused",
    "nothingToDo",
    "cancelled",
    "lockLost",
  ]),
  message: z.string().optional(),
  steps: z.looseObject({ all: z.number(), applied: z.number(), failed: z.number() }),
  events: z.array(z.looseObject({ at: z.string(), text: z.string() })),
});

type Run = z.output<typeof runSchema>;

/** The exit status of each ending, as the command here has it. */
const statuses: Readonly<Record<Exclude<Run["state"], "running">, number>> = {
  applied: 0,
  nothingToDo: 0,
  failed: 1,
  cancelled: 1,
  partly: 3,
  refused: 4,
  lockLost: 4,
};

/** How often it is looked at, and how long it may take to begin. */
const [everyMs, beginMs] = [1000, 120_000];

/** Exit statuses as the command has them. */
export async function runServerApply(cli: Cli, options: ApplyOptions): Promise<number> {
  const wrong = onlyHere(
    { ...options, onConflict: options.onConflict === "hold" ? undefined : options.onConflict },
    [...["format", "approved", "plan", "allow", "yes"]],
  );
  if (wrong) return refuse(cli, wrong);
  const fingerprint = await fingerprintOf(cli, options);
  if (typeof fingerprint !== "string") return refuse(cli, fingerprint.problem);
  return withServer(cli, async (api) => {
    const meant = await environmentMeant(cli, api);
    if ("problem" in meant) return refuse(cli, meant.problem);
    const { id } = meant;
    const known = await runsOf(api, id);
    if ("problem" in known) return refuse(cli, known.problem);
    const { allow: consents } = options;
    const body = { do: "apply", environment: id, fingerprint, ...(consents && { consents }) };
    const accepted = await api.post("/requests", body, acceptedSchema);
    if ("problem" in accepted) {
      refuse(cli, accepted.problem);
      return accepted.code === "refused" ? 4 : 1;
    }
    if (!cli.global.quiet) cli.err(`${visible(accepted.value.message)}\n`);
    return follow(cli, api, { id, known: known.ids });
  });
}

/** What approves the plan: a fingerprint, or the plan file that has it. */
async function fingerprintOf(
  cli: Cli,
  { plan, approved }: ApplyOptions,
): Promise<string | { readonly problem: Problem }> {
  if (plan !== undefined) {
    const read = await readPlan(cli, plan);
    return "problem" in read ? read : read.file.fingerprint;
  }
  return approved !== undefined && isWholeFingerprint(approved) ? approved : { problem: noFingerprint };
}

async function runsOf(api: ServerApi, id: string) {
  const found = await api.get(`/runs?environment=${encodeURIComponent(id)}`, runsSchema);
  if ("problem" in found) return found;
  return { ids: new Set(found.value.items.map((run) => run.id)) };
}

/** Prints what happens until it ends. A signal ends the looking; the server goes on. */
async function follow(
  cli: Cli,
  api: ServerApi,
  { id, known }: { readonly id: string; readonly known: ReadonlySet<string> },
): Promise<number> {
  const { signal } = cli.interrupt;
  let own: string | undefined;
  let told = "";
  for (let waited = 0; ; waited += everyMs) {
    if (own === undefined) {
      const now = await runsOf(api, id);
      if ("problem" in now) return refuse(cli, now.problem);
      own = [...now.ids].find((run) => !known.has(run));
      if (own === undefined && waited >= beginMs) return refuse(cli, notBegun);
    }
    const found =
      own === undefined
        ? undefined
        : await api.get(apiPath(id, `/runs/${encodeURIComponent(own)}`), runSchema);
    if (found && "problem" in found) return refuse(cli, found.problem);
    if (found) {
      const run = found.value;
      for (const { at, text } of run.events.filter((event) => event.at > told))
        cli.out(`${visible(at)}  ${visible(text)}\n`);
      told = run.events.at(-1)?.at ?? told;
      if (run.state !== "running") return ended(cli, run, run.state);
    }
    await clock.wait(everyMs, signal);
  }
}

function ended(cli: Cli, { message, steps }: Run, state: keyof typeof statuses): number {
  const said = message === undefined ? "" : `: ${visible(message)}`;
  cli.out(`${state}: ${steps.applied} of ${steps.all} steps applied, ${steps.failed} failed${said}\n`);
  return statuses[state];
}

const noFingerprint = problem("no-fingerprint", "a server applies a plan by its whole fingerprint", {
  hint: "Give a plan file of that plan, or --approved FINGERPRINT: `trueup --server URL plan` shows it.",
});

const notBegun = problem("server-refused", "the server accepted it, and no run has begun", {
  hint: "Look at the page of the environment: it says why nothing happens.",
});
