/**
 * Webhooks: a host says that a repository was pushed to, that a proposal is another, or that somebody has commented on
 * one. Nothing else of it is believed.
 */

import { Hono } from "hono";
import { keyedDigest, randomText } from "../../runtime/serving/keyed.ts";
import { reloadedSecret } from "../../runtime/serving/reloaded-secret.ts";
import type { AccessEnv, AccessPorts } from "../access/identity.ts";
import { boundedBody } from "../bounded-body.ts";
import type { RepositorySettings } from "../config/serve-config.ts";
import { type Delivery, isSigned } from "./signature.ts";

/** What webhooks need. */
export interface WebhookRouting {
  readonly repositories: readonly Pick<RepositorySettings, "name" | "webhook">[];
  /** What secrets in files are relative to. */
  readonly folder: string;
  readonly maxBytes: number;
  /** A repository moved. */
  readonly moved: (repository: string) => void;
  /** A proposal of it is another. */
  readonly proposed: (repository: string) => void;
  /** Somebody has commented, as this event says. */
  readonly commented: (repository: string, event: string) => void;
  readonly ports: AccessPorts;
}

/** The events that count, by provider: of a push, of a pull or merge request, and of a comment. */
const events = {
  github: { header: "x-github-event", push: "push", proposal: "pull_request", comment: "issue_comment" },
  gitlab: {
    header: "x-gitlab-event",
    push: "Push Hook",
    proposal: "Merge Request Hook",
    comment: "Note Hook",
  },
} as const;

/** `/hooks/:repository`. A delivery that comes again has the repository fetched again, and nothing else. */
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
  // Stands in where there is no such repository: the answer takes as long.
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
      return c.json({ error: "There is no such webhook, or this was not signed with its secret." }, 401);
    }
    const { header, push, proposal, comment } = events[provider];
    const event = c.req.header(header);
    if (event === comment) {
      commented(name, new TextDecoder().decode(body));
      audit.note({ act: "webhook", result: "accepted", by: provider, from, on: name });
      return c.json({ done: "It will be looked at." }, 202);
    }
    if (event !== push && event !== proposal)
      return c.json({ done: "Nothing: only pushes, proposals and comments on them count here." }, 200);
    // A push may be one to the branch of a proposal.
    proposed(name);
    if (event === push) moved(name);
    audit.note({ act: "webhook", result: "accepted", by: provider, from, on: name });
    return c.json({ done: "It will be looked at." }, 202);
  });
  return app;
}
