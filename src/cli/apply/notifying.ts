/** Sends the notifications of a command. A failure is printed, and changes nothing else. */

import type { OpenedProject } from "../../engine/open.ts";
import type { Notification } from "../../model/notify.ts";
import { notify } from "../../notify/notify.ts";
import type { Occasion } from "../../report/notification.ts";
import { digest } from "../../runtime/digest.ts";
import { sign } from "../../runtime/secrets/sign.ts";
import { runUrl } from "../ci-runner.ts";
import type { Cli } from "../cli.ts";
import { tellProblems } from "../terminal/printing.ts";

/** Now, and the run of the CI system, where there is one. */
export function occasionOf({ env }: Cli, { clock }: OpenedProject): Occasion {
  return { at: clock.date(), run: runUrl(env) };
}

/** Tells everybody who listens; nothing where there is nothing to tell. */
export async function sendNotification(
  cli: Cli,
  context: OpenedProject,
  notification: Notification | undefined,
): Promise<void> {
  if (!notification) return;
  const { listening, clock } = context;
  const problems = await notify(listening, notification, { clock, digest, sign });
  tellProblems(cli, problems);
}
