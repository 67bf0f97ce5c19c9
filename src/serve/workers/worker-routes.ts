/**
 * The routes for workers without a database. Each question is passed on to the database, limited to the worker's own
 * targets. The database still grants leases, and permissions to send writes.
 */

import { type Context, Hono } from "hono";
import { type WorkQuestion, workBounds, workPath } from "../../database/plant/protocol.ts";
import type { Clock } from "../../model/wire.ts";
import { clientAddress, countedAddress } from "../access/client-address.ts";
import { type AccessEnv, type AccessPorts, plainName } from "../access/identity.ts";
import { type RateLimit, rateLimit } from "../access/rate-limit.ts";
import { securityHeaders } from "../access/security-headers.ts";
import { shownToken } from "../access/tokens.ts";
import { boundedBody } from "../bounded-body.ts";
import type { AccessSettings, ClientLimits, WorkerSettings } from "../config/serve-config.ts";
import { refusal } from "../problem-details.ts";
import { type AskingWorker, answers } from "./answers.ts";
import { openSeats, type RowsFor, type Seats } from "./seats.ts";
import { isExpired, type WorkerTokens, workerTokens } from "./worker-tokens.ts";

/** The inputs of the routes. */
export interface WorkerRouting {
  /** Returns the database rows of a worker. */
  readonly rowsFor: RowsFor;
  readonly settings: {
    readonly workers: readonly WorkerSettings[];
    /** The folder to which paths of secret files are relative. */
    readonly folder: string;
    readonly access: Pick<AccessSettings, "publicUrl" | "behind">;
    readonly limits: Pick<ClientLimits, "failuresPerMinute">;
  };
  readonly ports: AccessPorts;
  readonly clock: Clock;
}

/** The routes, and a way to end the answers that they keep open. */
export interface WorkerApp {
  readonly app: Hono<AccessEnv>;
  close(): void;
}

interface Asking extends WorkerRouting {
  readonly tokens: WorkerTokens;
  readonly seats: Seats;
  readonly failures: RateLimit;
  readonly closed: AbortSignal;
}

/** One POST route for each question. Mount it before the limits for requests of people and other machines. */
export function workerRoutes(routing: WorkerRouting): WorkerApp {
  const { settings, ports } = routing;
  const closed = new AbortController();
  const asking: Asking = {
    ...routing,
    tokens: workerTokens(settings.workers, settings.folder, ports),
    seats: openSeats(routing),
    failures: rateLimit(settings.limits.failuresPerMinute, ports.now),
    closed: closed.signal,
  };
  const app = new Hono<AccessEnv>();
  const isTls = settings.access.publicUrl.startsWith("https:");
  const headers = Object.entries(securityHeaders({ isTls, formTargets: [] }));
  for (const question of asked) {
    const most = question === "report" ? workBounds.report : workBounds.question;
    const bounded = boundedBody<AccessEnv>(most);
    app.post(`${workPath}/${question}`, async (c) => {
      const admitted = await admit(c, asking);
      const bad = "worker" in admitted ? await bounded(c, async () => {}) : admitted.refused;
      const answer =
        bad ?? ("worker" in admitted ? await answerTo(c, asking, { question, ...admitted }) : c.res);
      for (const [name, value] of headers) answer.headers.set(name, value);
      answer.headers.set("cache-control", "no-store");
      return answer;
    });
  }
  const close = () => {
    closed.abort(new Error("the server ends"));
    asking.seats.close();
  };
  return { app, close };
}

type WorkContext = Context<AccessEnv>;

const asked: readonly WorkQuestion[] = [
  ...(["bundle", "hello", "goodbye", "claim", "touch"] as const),
  ...(["complete", "look", "wait", "report", "news"] as const),
];

interface Admitted {
  readonly worker: WorkerSettings;
  readonly from: string;
}

/** The worker with the request's token, or the response that refuses the request. */
async function admit(
  c: WorkContext,
  { settings, ports, tokens, failures }: Asking,
): Promise<Admitted | { readonly refused: Response }> {
  const from = clientAddress(c.env.address, c.req.header("x-forwarded-for"), settings.access.behind);
  const key = countedAddress(from);
  const wait = failures.wait(key);
  if (wait > 0) {
    const message = `Too many refused tokens: try again in ${wait} s.`;
    return { refused: refusal(c, { code: "too-many-requests", message }, { "retry-after": String(wait) }) };
  }
  const token = shownToken(c.req.header("authorization"));
  const worker = token === undefined ? undefined : await tokens.workerOf(token);
  if (worker && !isExpired(worker, ports.now())) return { worker, from };
  failures.take(key);
  const message = whyRefused(token, worker);
  const who = worker && `worker ${worker.name}`;
  ports.audit.note({ act: "work", result: "refused", who, from, on: c.req.path.slice(0, 100), message });
  const challenge = 'Bearer realm="trueup", error="invalid_token"';
  return { refused: refusal(c, { code: "unknown-token", message }, { "www-authenticate": challenge }) };
}

function whyRefused(token: string | undefined, worker: WorkerSettings | undefined): string {
  if (worker)
    return `The token of worker ${worker.name} expired on ${worker.expires}: give the worker a new token.`;
  if (token === undefined) return "A worker sends its token: trueup work --server URL --token file:PATH.";
  return "No worker of serve.yaml has this token: compare the token with those of `workers` there.";
}

interface Asked extends Admitted {
  readonly question: WorkQuestion;
}

/** Thrown if the maximum number of processes already uses the token. */
class TooManyProcesses extends Error {}

async function answerTo(
  c: WorkContext,
  asking: Asking,
  { question, worker, from }: Asked,
): Promise<Response> {
  const { seats, ports, closed } = asking;
  const note = (result: "accepted" | "refused", on: string, message?: string) =>
    ports.audit.note({ act: "work", result, who: `worker ${worker.name}`, from, on, message });
  const askerFor = (process: string): AskingWorker => {
    const seat = seats.seatOf(worker.name, { process: plainName(process), only: worker.targets });
    if (!seat) throw new TooManyProcesses();
    return {
      seat,
      came: () => {
        if (!seat.isNoted()) note("accepted", seat.name);
      },
      foreign: (holding) => {
        if (!seat.hadOwned(holding)) note("refused", question, "a shard that is not its own");
      },
      ends: AbortSignal.any([c.req.raw.signal, closed]),
    };
  };
  try {
    const body = await c.req.json().catch(() => undefined);
    const answer = await answers[question](body, askerFor);
    if ("value" in answer) return c.json(answer.value);
    return refusal(c, { code: "bad-request", message: `${question}: ${answer.bad}.` });
  } catch (error) {
    if (error instanceof TooManyProcesses) {
      const message = `Too many processes use the token of worker ${worker.name}.`;
      return refusal(c, { code: "too-many-requests", message });
    }
    const why = error instanceof Error ? error : String(error);
    ports.log.warn("a worker's question failed", { worker: worker.name, question, error: why });
    return refusal(c, { code: "database-away", message: "The database does not answer." });
  }
}
