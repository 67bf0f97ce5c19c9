/** `trueup status`: site health and device inventory, as the controllers report them. */

import type { Item, OpenTarget } from "../drivers/contract.ts";
import { problem } from "../model/problem.ts";
import { documentText } from "../report/escape.ts";
import { statusDocument, statusMarkdown, statusText, type TargetStatus } from "../report/status.ts";
import type { Cli } from "./cli.ts";
import { printProblems } from "./printing.ts";
import { running } from "./running.ts";

/** What the user asked for. */
export interface StatusOptions {
  readonly format: "text" | "markdown" | "json";
  readonly all?: boolean | undefined;
}

const rowsShown = 20;

/** 0 when everything could be read, else 1. */
export async function status(cli: Cli, options: StatusOptions): Promise<number> {
  const { format } = options;
  const targets = (target: { readonly interface: string }) => target.interface === "controller";
  return running(
    cli,
    { format, secrets: "unused", targets },
    async ({ prepared: { context }, progress, run }) => {
      if (context.targets.size === 0) {
        printProblems(cli, [noController], { format });
        return 1;
      }
      const open = [...context.targets.values()];
      const found = await Promise.all(open.map((target) => statusOf(target, run.signal)));
      progress.end();
      cli.out(formatted(found, options, cli));
      return found.some(({ problems }) => problems.length > 0) ? 1 : 0;
    },
  );
}

const noController = problem("no-controller", "trueup.yaml names no target with `interface: controller`", {
  hint: "Add one: site health and the device inventory come from it.",
});

async function statusOf({ target, session }: OpenTarget, signal: AbortSignal): Promise<TargetStatus> {
  const read = (collection: string) => session.read({ collection, scope: {}, wanted: [] }, signal);
  const [sites, devices] = await Promise.all([read("sites"), read("devices")]);
  return {
    target: target.name,
    ...(sites.state === "whole" && { sites: values(sites.items) }),
    ...(devices.state === "whole" && { devices: values(devices.items) }),
    problems: [sites, devices].flatMap((reply) => (reply.state === "unknown" ? [reply.problem] : [])),
  };
}

function values(items: readonly Item[]) {
  return items.map(({ value }) => value);
}

function formatted(found: readonly TargetStatus[], { format, all }: StatusOptions, { style }: Cli): string {
  switch (format) {
    case "text":
      return statusText(found, style, all ? 0 : rowsShown);
    case "markdown":
      return statusMarkdown(found, all ? 0 : rowsShown);
    case "json":
      return documentText(statusDocument(found));
  }
}
