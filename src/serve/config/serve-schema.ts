/** The schema of `serve.yaml`, for checks and for editors. */

import { z } from "zod";
import { limitsSchema } from "./limits-schema.ts";

const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
    "must be at most 63 letters, digits, `.`, `_` and `-`, beginning with a letter or digit",
  );

const reference = z
  .strictObject({ secret: z.string().regex(/^(?:env|file):./, "must be env:NAME or file:PATH") })
  .describe("A secret, by reference: `{ secret: env:NAME }` or `{ secret: file:PATH }`.");

const duration = z.string().regex(/^[1-9]\d{0,4}[smhd]$/, "must be a duration: 30s, 5m, 8h or 2d");

const role = z
  .enum(["view", "plan", "apply"])
  .describe(
    "view: may see everything. plan: may also request observations and plans. apply: may also change the network.",
  );

const environments = z
  .array(z.string().min(1))
  .min(1)
  .exactOptional()
  .describe("Globs of environments, each as REPOSITORY/ENVIRONMENT: `network/lab-*`. Default: all.");

const projectPath = z
  .string()
  .regex(
    /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\0\\]+\.ya?ml$/,
    "must be the path of a project file, relative to the top of the repository",
  )
  .describe("A project file's path, relative to the top of the repository.");

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
      .describe("If true, secrets may be the output of programs, which run on this server. Default: false."),
  })
  .describe("A project that is followed, and the secrets that it may open.");

const branch = z
  .strictObject({
    projects: z
      .array(z.union([projectPath, followedProject]))
      .min(1)
      .exactOptional()
      .describe("The project files that are followed on the branch. Default: trueup.yaml."),
  })
  .describe("A branch that is followed.");

const webhook = z
  .strictObject({
    provider: z
      .enum(["github", "gitlab"])
      .describe("The software that sends the webhook, which determines how requests are signed."),
    secret: reference.describe("A reference to the secret that is configured for the webhook at the host."),
  })
  .describe("The webhook: the host reports pushes to /hooks/NAME.");

const host = z
  .strictObject({
    provider: z
      .enum(["github", "gitlab"])
      .describe("The host's software: GitHub or GitLab, including your own instances."),
    token: reference.describe("The token that writes comments and issues, by reference."),
    api: z
      .string()
      .min(1)
      .exactOptional()
      .describe("The URL of the host's API: https://github.example.net/api/v3. Default: derived from `url`."),
    project: z
      .string()
      .regex(/^[\w.-]+(?:\/[\w.-]+)+$/, "must be OWNER/NAME, or the project's path")
      .exactOptional()
      .describe("OWNER/NAME, or on GitLab the project's path. Default: derived from `url`."),
    ca: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        "A PEM bundle of the authorities for the host's certificate. Default: the public authorities.",
      ),
    author: z
      .string()
      .min(1)
      .exactOptional()
      .describe("The login of the GitHub App whose token is used: NAME[bot]. Default: github-actions[bot]."),
    proposals: z
      .enum(["all", "own", "none"])
      .exactOptional()
      .describe("Which pull or merge requests get a plan. own: all except those from forks. Default: all."),
    comments: z
      .boolean()
      .exactOptional()
      .describe(
        "If true, comments can be the commands `trueup plan` and `trueup apply`. Requires a webhook. Default: false.",
      ),
    drift: z
      .boolean()
      .exactOptional()
      .describe("If true, the server maintains an issue about drift. Default: true."),
  })
  .describe(
    "The host of the repository. Plans of pull requests become comments there, and drift becomes an issue.",
  );

const repository = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .describe("The URL that git clones: https, ssh, git@HOST:PATH, or a folder of this machine."),
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
    fetch: duration
      .exactOptional()
      .describe("How often the repository is fetched if it has no webhook. Default: 1m."),
    webhook: webhook.exactOptional(),
    host: host.exactOptional(),
  })
  .describe("A repository that is followed.");

const tls = z
  .strictObject({
    cert: z.string().min(1).describe("The certificate with its chain, in PEM."),
    key: z.string().min(1).describe("The certificate's key, in PEM."),
  })
  .describe("The TLS certificate and key. Their files are read again when they change. Default: no TLS.");

const oidc = z
  .strictObject({
    issuer: z
      .string()
      .min(1)
      .describe("The issuer's URL: the part before /.well-known/openid-configuration."),
    clientId: z.string().min(1).describe("The client id of this server at the issuer."),
    clientSecret: reference
      .exactOptional()
      .describe("The client secret, by reference. Default: none (a public client)."),
    clientAuth: z
      .enum(["basic", "post"])
      .exactOptional()
      .describe("How the client secret is sent. Default: basic, unless the issuer only supports post."),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must be a scope"))
      .exactOptional()
      .describe("The requested scopes. Default: openid, profile, email."),
    groupsClaim: z
      .string()
      .min(1)
      .exactOptional()
      .describe("The claim that lists a person's groups. Default: groups."),
    nameClaim: z
      .string()
      .min(1)
      .exactOptional()
      .describe("The claim with the person's name for records and the audit. Default: email, otherwise sub."),
    hosts: z
      .array(z.string().min(1))
      .exactOptional()
      .describe("Further hosts of the issuer that may get the client's secret, over https. Default: none."),
    ca: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        "A PEM bundle of the authorities for the issuer's certificate. Default: the public authorities.",
      ),
  })
  .describe("How people log in: OpenID Connect with authorization code, PKCE and groups.");

const token = z
  .strictObject({ token: reference.describe("The token, by reference."), role, environments })
  .describe("A machine that authenticates with a token: `Authorization: Bearer TOKEN`.");

const grant = z.strictObject({ role, environments });

const roles = z
  .record(z.string().min(1), z.union([role, grant, z.array(grant).min(1)]))
  .describe("The roles of groups, by name; `*` stands for everybody who can log in.");

const sessions = z
  .strictObject({
    lifetime: duration.exactOptional().describe("How long a login is valid. Default: 8h."),
    key: reference
      .exactOptional()
      .describe(
        "The key that signs sessions, at least 32 characters. Default: one that is generated in `data`.",
      ),
    previousKeys: z
      .array(reference)
      .exactOptional()
      .describe("Earlier keys: sessions signed with them stay valid until they expire. Default: none."),
  })
  .describe("Sessions of people.");

const worker = z
  .strictObject({
    name: name.describe("The worker's name on the page and in the audit."),
    token: reference.describe("The token that the worker sends, by reference."),
    targets: z
      .array(z.string().min(1))
      .min(1)
      .describe("Globs of the targets that the worker reads and writes: `plant-7-*`."),
    expires: z.iso
      .date()
      .exactOptional()
      .describe(
        "The last day on which the token is valid, in UTC: 2027-01-31. Default: the token does not expire.",
      ),
  })
  .describe("A worker that gets its work from this server, because it cannot reach the database.");

/** The whole file. */
export const serveFileSchema = z
  .strictObject({
    version: z.literal(1).describe("The version of this file's format: 1."),
    data: z
      .string()
      .min(1)
      .describe("A folder for the server alone, with its clones, state, audit and session keys."),
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
      .describe("The address to listen on. Default: 127.0.0.1:8080."),
    database: reference
      .exactOptional()
      .describe(
        "A reference to the URL of a PostgreSQL database. If set, workers connect to all targets. Default: none.",
      ),
    tls: tls.exactOptional(),
    behind: z
      .array(z.string().min(1))
      .exactOptional()
      .describe(
        "Addresses and networks of proxies. X-Forwarded-* is only accepted from these. Default: none.",
      ),
    publicUrl: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        "The URL that people type: https://trueup.example.net. The default, on loopback only, is the listen address.",
      ),
    oidc: oidc.exactOptional(),
    tokens: z
      .record(name, token)
      .exactOptional()
      .describe("Machines that authenticate with a token, by name."),
    roles: roles.exactOptional(),
    sessions: sessions.exactOptional(),
    workers: z
      .array(worker)
      .min(1)
      .exactOptional()
      .describe(
        "Workers that ask this server with a token: `trueup work --server URL`. Only with a database.",
      ),
    limits: limitsSchema.exactOptional(),
  })
  .describe("The configuration of `trueup serve`: what it follows, where it listens, and who may do what.");

/** The content of the file, as the schema accepts it. */
export type ServeFile = z.infer<typeof serveFileSchema>;
