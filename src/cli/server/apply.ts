/**
 * `trueup --server URL apply`: asks the server to apply the plan with a given fingerprint, and follows the run to its
 * end.
 */

import { z } from "zod";
import { isWholeFingerprint } from "../../model/plan/plan.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { visible } from "../../report/text/escape.ts";
import { clock } from "../../runtime/clock.ts";
import { readPlan } from "../apply/plan-files.ts";
import type { Cli } from "../cli.ts";
import type { ApplyOptions } from "../commands/apply.ts";
import { apiPath, environmentMeant, onlyHere, refuse, type ServerApi, withServer } from "./connection.ts";

const acceptedSchema = z.looseObject({ message: z.string(), run: z.string() });
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

/** The exit status for each result. It is the same as that of the local command. */
const statuses: Readonly<Record<Exclude<Run["state"], "running">, number>> = {
  applied: 0,
  nothingToDo: 0,
  failed: 1,
  cancelled: 1,
  partly: 3,
  refused: 4,
  lockLost: 4,
};

/** The polling interval, and the maximum time until the run begins. */
const [everyMs, beginMs] = [1000, 120_000];

/** Exit statuses as for the local command. */
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
    const { allow: consents } = options;
    const body = { do: "apply", environment: id, fingerprint, ...(consents && { consents }) };
    const accepted = await api.post("/requests", body, acceptedSchema);
    if ("problem" in accepted) {
      refuse(cli, accepted.problem);
      return accepted.code === "refused" ? 4 : 1;
    }
    if (!cli.global.quiet) cli.err(`${visible(accepted.value.message)}\n`);
    return follow(cli, api, { id, own: accepted.value.run });
  });
}

/** The fingerprint that approves the plan: given directly, or taken from the plan file. */
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

/** Prints the progress until the run ends. A signal only stops the printing; the run on the server continues. */
async function follow(
  cli: Cli,
  api: ServerApi,
  { id, own }: { readonly id: string; readonly own: string },
): Promise<number> {
  const { signal } = cli.interrupt;
  const path = apiPath(id, `/runs/${encodeURIComponent(own)}`);
  let told = "";
  for (let waited = 0; ; waited += everyMs) {
    const found = await api.get(path, runSchema);
    // The server announces a run before it begins: a run that is still queued is not found.
    const isWaiting = "problem" in found && found.code === "not-found";
    if (isWaiting && waited >= beginMs) return refuse(cli, notBegun);
    if ("problem" in found && !isWaiting) return refuse(cli, found.problem);
    if ("value" in found) {
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

const noFingerprint = problem(
  "no-fingerprint",
  "to apply a plan, a server needs the plan's whole fingerprint",
  {
    hint: "Give a plan file of that plan, or --approved FINGERPRINT: `trueup --server URL plan` shows it.",
  },
);

const notBegun = problem("server-refused", "the server accepted the request, but no run has begun", {
  hint: "Open the environment's page on the server: it says why nothing happens.",
});
