/** The schema of `serve.yaml`, for checks and for editors. */

import { z } from "zod";

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/, "must be letters, digits, `.`, `_` and `-`, at most 63");

const reference = z
  .strictObject({ secret: z.string().regex(/^(?:env|file):./, "must be env:NAME or file:PATH") })
  .describe("A secret, by reference: `{ secret: env:NAME }` or `{ secret: file:PATH }`.");

const duration = z.string().regex(/^[1-9]\d{0,4}[smhd]$/, "must be a length of time: 30s, 5m, 8h or 2d");

const role = z
  .enum(["view", "plan", "apply"])
  .describe("view: may look. plan: may have it look and plan, too. apply: may also change the network.");

const environments = z
  .array(z.string().min(1))
  .min(1)
  .exactOptional()
  .describe("Globs of environments, each as REPOSITORY/ENVIRONMENT: `network/lab-*`. Default: all.");

const projectPath = z
  .string()
  .regex(
    /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\0\\]+\.ya?ml$/,
    "must be the path of a project file, from the top",
  )
  .describe("A project file's path, from the top of the repository.");

const followedProject = z
  .strictObject({
    file: projectPath,
    secrets: z
      .array(z.string().regex(/^(?:env|file):/, "must start with env: or file:"))
      .exactOptional()
      .describe("Globs of the references that this project may open: `env:DASHBOARD_*`. Default: none."),
    command: z
      .boolean()
      .exactOptional()
      .describe(
        "true: secrets that a program prints are allowed, and the programs run here. Default: false.",
      ),
  })
  .describe("A project that is followed, and what it may open.");

const branch = z
  .strictObject({
    projects: z
      .array(z.union([projectPath, followedProject]))
      .min(1)
      .exactOptional()
      .describe("The project files that are followed there. Default: trueup.yaml."),
  })
  .describe("A branch that is followed.");

const webhook = z
  .strictObject({
    provider: z.enum(["github", "gitlab"]).describe("Who sends it: how it is signed follows from that."),
    secret: reference.describe("The secret that the host was given for it, by reference."),
  })
  .describe("The host says when something was pushed, at /hooks/NAME.");

const host = z
  .strictObject({
    provider: z.enum(["github", "gitlab"]).describe("What it is: GitHub, or GitLab; of one's own, too."),
    token: reference.describe("What comments and issues are written with, by reference."),
    api: z
      .string()
      .min(1)
      .exactOptional()
      .describe("The URL of its API: https://github.example.net/api/v3. Default: by `url`."),
    project: z
      .string()
      .regex(/^[\w.-]+(?:\/[\w.-]+)+$/, "must be OWNER/NAME, or the project's path")
      .exactOptional()
      .describe("OWNER/NAME, or on GitLab the project's path. Default: by `url`."),
    ca: z
      .string()
      .min(1)
      .exactOptional()
      .describe("A PEM bundle that its certificate must lead to. Default: the public authorities."),
    author: z
      .string()
      .min(1)
      .exactOptional()
      .describe("With the token of a GitHub App: its login, NAME[bot]. Default: github-actions[bot]."),
    proposals: z
      .enum(["all", "own", "none"])
      .exactOptional()
      .describe("Which pull or merge requests get a plan; own: those from no fork. Default: all."),
    comments: z
      .boolean()
      .exactOptional()
      .describe(
        "true: comments are commands, `trueup plan` and `trueup apply`. It takes a webhook. Default: false.",
      ),
    drift: z.boolean().exactOptional().describe("false: no issue is kept about drift. Default: true."),
  })
  .describe("The host of the repository, where plans of proposals become comments, and drift an issue.");

const repository = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .describe("What git clones: https, ssh, git@HOST:PATH, or a folder of this machine."),
    branches: z
      .record(
        z
          .string()
          .regex(
            /^(?![-/.])(?!.*(?:\.\.|\/\/|@\{|\.lock$|[/.]$))[^\0-\x20~^:?*[\\\x7f]+$/,
            "must be a branch",
          ),
        branch,
      )
      .refine((all) => Object.keys(all).length > 0, "needs at least one branch")
      .describe("The branches that are followed, by name."),
    fetch: duration.exactOptional().describe("How often it is fetched without a webhook. Default: 1m."),
    webhook: webhook.exactOptional(),
    host: host.exactOptional(),
  })
  .describe("A repository that is followed.");

const tls = z
  .strictObject({
    cert: z.string().min(1).describe("The certificate with those that lead to its authority, in PEM."),
    key: z.string().min(1).describe("Its key, in PEM."),
  })
  .describe("TLS by files beside this one, which are read again when they change. Default: none.");

const oidc = z
  .strictObject({
    issuer: z
      .string()
      .min(1)
      .describe("The issuer's URL: what stands before /.well-known/openid-configuration."),
    clientId: z.string().min(1).describe("The id that the issuer has for this server."),
    clientSecret: reference
      .exactOptional()
      .describe("Its secret, by reference. Default: none (a public client)."),
    clientAuth: z
      .enum(["basic", "post"])
      .exactOptional()
      .describe("How the secret is shown. Default: basic, unless the issuer says that it takes post alone."),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must be a scope"))
      .exactOptional()
      .describe("What is asked for. Default: openid, profile, email."),
    groupsClaim: z
      .string()
      .min(1)
      .exactOptional()
      .describe("The claim that lists a person's groups. Default: groups."),
    nameClaim: z
      .string()
      .min(1)
      .exactOptional()
      .describe("The claim that people are called by in records and the audit. Default: email, else sub."),
    hosts: z
      .array(z.string().min(1))
      .exactOptional()
      .describe("Further hosts of the issuer that may get the client's secret, over https. Default: none."),
    ca: z
      .string()
      .min(1)
      .exactOptional()
      .describe("A PEM bundle that the issuer's certificate must lead to. Default: the public authorities."),
  })
  .describe("How people log in: OpenID Connect, with a code, PKCE and groups.");

const token = z
  .strictObject({ token: reference.describe("The token, by reference."), role, environments })
  .describe("A machine that shows a token: `Authorization: Bearer TOKEN`.");

const grant = z.strictObject({ role, environments });

const roles = z
  .record(z.string().min(1), z.union([role, grant, z.array(grant).min(1)]))
  .describe("What groups may, by the group's name; `*` is everybody who can log in.");

const sessions = z
  .strictObject({
    lifetime: duration.exactOptional().describe("How long a login holds. Default: 8h."),
    key: reference
      .exactOptional()
      .describe("What sessions are signed with, 32 characters or more. Default: one that is made in `data`."),
    previousKeys: z
      .array(reference)
      .exactOptional()
      .describe("Keys that signed before it: their sessions hold until they end. Default: none."),
  })
  .describe("Sessions of people.");

const whole = (least: number, most: number) => z.int().min(least).max(most).exactOptional();

const limits = z
  .strictObject({
    connections: whole(10, 100_000).describe("Connections at once. Default: 1000."),
    connectionsPerAddress: whole(1, 100_000).describe("Of one address, but for proxies. Default: 100."),
    requestsPerMinute: whole(1, 1_000_000).describe(
      "Requests of one address, and of one viewer. Default: 600.",
    ),
    failuresPerMinute: whole(1, 10_000).describe("Refused credentials of one address. Default: 20."),
    bodyKilobytes: whole(1, 16_384).describe("The longest body of a request. Default: 256."),
    webhookKilobytes: whole(1, 32_768).describe("The longest body of a webhook. Default: 4096."),
    requestSeconds: whole(1, 600).describe("How long a request may take to arrive. Default: 30."),
    auditMegabytes: whole(1, 10_000).describe("The file of the audit, with the one before it. Default: 100."),
  })
  .describe("Bounds on what clients may take.");

/** The whole file. */
export const serveFileSchema = z
  .strictObject({
    version: z.literal(1).describe("The version of this file's format: 1."),
    data: z.string().min(1).describe("A folder of the server's own: clones, state, the audit, session keys."),
    repositories: z
      .record(name, repository)
      .refine((all) => Object.keys(all).length > 0, "needs at least one repository")
      .describe("The repositories that are followed, by name."),
    listen: z
      .string()
      .regex(
        /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):\d{1,5}$/,
        "must be HOST:PORT, such as 127.0.0.1:8080 or [::]:8080",
      )
      .exactOptional()
      .describe("Where it listens. Default: 127.0.0.1:8080."),
    tls: tls.exactOptional(),
    behind: z
      .array(z.string().min(1))
      .exactOptional()
      .describe("Addresses and networks of proxies: X-Forwarded-* counts from these alone. Default: none."),
    publicUrl: z
      .string()
      .min(1)
      .exactOptional()
      .describe("What people type: https://trueup.example.net. Default, on loopback: where it listens."),
    oidc: oidc.exactOptional(),
    tokens: z.record(name, token).exactOptional().describe("Machines that show a token, by name."),
    roles: roles.exactOptional(),
    sessions: sessions.exactOptional(),
    limits: limits.exactOptional(),
  })
  .describe("What `trueup serve` is: what it follows, where it listens, and who may do what.");

/** The content of the file, as the schema accepts it. */
export type ServeFile = z.infer<typeof serveFileSchema>;
