/**
 * Webhooks: a host reports a push to a repository, a change of a pull request, or a comment on one. Nothing else
 * in a delivery is trusted.
 */

import { Hono } from "hono";
import { keyedDigest, randomText } from "../../runtime/serving/keyed.ts";
import { reloadedSecret } from "../../runtime/serving/reloaded-secret.ts";
import type { AccessEnv, AccessPorts } from "../access/identity.ts";
import { boundedBody } from "../bounded-body.ts";
import type { RepositorySettings } from "../config/serve-config.ts";
import { type Delivery, isSigned } from "./signature.ts";

/** The inputs of webhooks. */
export interface WebhookRouting {
  readonly repositories: readonly Pick<RepositorySettings, "name" | "webhook">[];
  /** The folder to which paths of secret files are relative. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Called after a push to a repository. */
  readonly moved: (repository: string) => void;
  /** Called after a change of a pull request. */
  readonly proposed: (repository: string) => void;
  /** Called after a comment; `event` is the host's report of it. */
  readonly commented: (repository: string, event: string) => void;
  readonly ports: AccessPorts;
}

/** The names of the accepted events, by provider: the event of a push, of a pull or merge request, and of a comment. */
const events = {
  github: { header: "x-github-event", push: "push", proposal: "pull_request", comment: "issue_comment" },
  gitlab: {
    header: "x-gitlab-event",
    push: "Push Hook",
    proposal: "Merge Request Hook",
    comment: "Note Hook",
  },
} as const;

/** The route `/hooks/:repository`. A repeated delivery only causes another fetch of the repository. */
export function webhookRoutes({
  repositories,
  folder,
  maxBytes,
  moved,
  proposed,
  commented,
  ports,
}: WebhookRouting): Hono<AccessEnv> {
  const { env, secrets, now, log, audit } = ports;
  const hooks = new Map(
    repositories.flatMap(({ name, webhook }) => {
      if (!webhook) return [];
      const failed = (problem: { readonly message: string }) =>
        log.warn("a webhook's secret cannot be read", { repository: name, problem: problem.message });
      const secret = reloadedSecret(webhook.secret.secret, { folder, env, secrets, now, failed });
      return [[name, { provider: webhook.provider, secret }] as const];
    }),
  );
  // Used for an unknown repository, so that the answer takes as long as for a known one.
  const nobodys = { provider: "github", secret: { current: async () => undefined } } as const;
  const unknown = keyedDigest(randomText(), "nobody's", "hex");
  const app = new Hono<AccessEnv>();
  app.post("/hooks/:repository", boundedBody(maxBytes), async (c) => {
    const name = c.req.param("repository");
    const { provider, secret } = hooks.get(name) ?? nobodys;
    const body = new Uint8Array(await c.req.arrayBuffer());
    const delivery: Delivery = { body, header: (header) => c.req.header(header) };
    const value = await secret.current();
    const from = c.var.from;
    const isTrue = isSigned(provider, value?.reveal() ?? unknown, delivery);
    if (!isTrue || value === undefined) {
      const message = "no such repository, or not signed with its secret";
      audit.note({ act: "webhook", result: "refused", from, on: name.slice(0, 100), message });
      return c.json(
        { error: "There is no such webhook, or the request was not signed with its secret." },
        401,
      );
    }
    const { header, push, proposal, comment } = events[provider];
    const event = c.req.header(header);
    if (event === comment) {
      commented(name, new TextDecoder().decode(body));
      audit.note({ act: "webhook", result: "accepted", by: provider, from, on: name });
      return c.json({ done: "The event will be processed." }, 202);
    }
    if (event !== push && event !== proposal)
      return c.json({ done: "Ignored: only pushes, pull requests and comments on them are accepted." }, 200);
    // A push may be to the branch of a pull request, which then has a new commit.
    proposed(name);
    if (event === push) moved(name);
    audit.note({ act: "webhook", result: "accepted", by: provider, from, on: name });
    return c.json({ done: "The event will be processed." }, 202);
  });
  return app;
}
