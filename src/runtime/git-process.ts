/**
 * Runs git: a few processes at once, each with a deadline. At its deadline, a process is ended with its descendants.
 */

import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { getSystemErrorMap } from "node:util";
import { childWith, endChild } from "./children.ts";
import { GitTurns } from "./git-turns.ts";
import { RemotePatience } from "./remote-patience.ts";

interface Call {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | undefined;
  readonly remote?: "push" | "other" | undefined;
  readonly mostBytes: number;
}

interface StoppableCall extends Call {
  readonly ended: AbortSignal | undefined;
}

type End =
  | { readonly is: "ended"; readonly status: number; readonly out: Buffer; readonly err: string }
  | { readonly is: "late" | "notAsked"; readonly seconds: number }
  | { readonly is: "flood"; readonly mostBytes: number }
  | {
      readonly is: "failed";
      readonly why: string;
      readonly missing: boolean;
      /** True if no file descriptor was left for the process. */
      readonly isShort?: boolean;
    };

/** Grants turns to git processes. Each uses up to six file descriptors while it starts, and three while it waits. */
const turns = new GitTurns({ most: 4, mostLate: 16, lateMs: 1000 });

const patience = new RemotePatience(() => performance.now());

/**
 * Runs git to its end, for at most `seconds` and with at most `mostBytes` of output. Consecutive failed remote calls
 * share `seconds`. Never rejects.
 *
 * The output is complete. Git may leave a process behind, such as a credential cache, which keeps git's standard error
 * open; that process is not awaited. Once `ended` is aborted, git is killed and not awaited.
 */
export async function runGit(asked: Call, seconds: number, ended?: AbortSignal): Promise<End> {
  const call = { ...asked, ended };
  const { cwd, remote } = call;
  if (remote === undefined) return turns.local(() => started(call, seconds));
  const may = patience.next(cwd, seconds, remote);
  if (may === undefined) return { is: "notAsked", seconds };
  let begun = performance.now();
  const end = await turns.remote(() => {
    begun = performance.now();
    return started(call, may);
  });
  if (end.is === "ended" && end.status === 0) patience.answered(cwd);
  else patience.inVain(cwd, end.is === "late" ? may : (performance.now() - begun) / 1000, seconds);
  return end;
}

/**
 * If connections have taken the last file descriptors, a start is retried for this long, with this delay between two
 * attempts.
 */
const [shortForMs, againAfterMs] = [10_000, 200];

/** Retries until git has started. Each connection that closes releases a descriptor. */
async function started(call: StoppableCall, seconds: number): Promise<End> {
  const begun = performance.now();
  for (;;) {
    const end = await ended(call, seconds).catch(notStarted);
    const isShort = end.is === "failed" && end.isShort === true;
    if (!isShort || performance.now() - begun > shortForMs) return end;
    await sleep(againAfterMs);
  }
}

/** Allows options that simple-git would block. Git's configuration comes from trueup's arguments and from the user. */
const unsafe = {
  allowUnsafeAskPass: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
};

/** How long to wait after git's end for its standard error, which a process that git left behind may keep open. */
const graceMs = 500;

/** How the process ended. `simple-git` passes this to its error handler, which it always calls. */
interface Outcome {
  /** The exit code; null if a signal ended the process. */
  readonly exitCode: number | null;
  readonly stdOut: readonly Buffer[];
  readonly stdErr: readonly Buffer[];
}

async function ended(call: StoppableCall, seconds: number): Promise<End> {
  const { args, cwd, env, input, mostBytes } = call;
  const { simpleGit } = await import("simple-git");
  let child: ChildProcess | undefined;
  let outcome: Outcome | undefined;
  const git = simpleGit({
    baseDir: cwd,
    allowEnvironment: Object.keys(env),
    unsafe,
    // `onExit` is not used: its timer would keep the whole process alive until it fires.
    completion: { onClose: true, onExit: false },
    // The outcome is read below, so simple-git must not treat anything as an error.
    errors: (_, of) => {
      outcome = of;
      return undefined;
    },
    ...(input !== undefined && { input: () => input }),
  })
    .env(env)
    .outputHandler((_, stdout) => {
      child = childWith(stdout);
      let printed = 0;
      stdout.on("data", (some: Buffer) => {
        printed += some.length;
        if (printed > mostBytes) stop({ is: "flood", mostBytes });
      });
      child?.once("exit", () => {
        // If git printed nothing, simple-git would wait another 50 ms, so an empty output is simulated.
        child?.stdout?.emit("data", Buffer.alloc(0));
        setTimeout(() => child?.stderr?.destroy(), graceMs).unref();
      });
    });
  const { promise: stopped, resolve } = Promise.withResolvers<End>();
  const stop = (end: End) => {
    if (child) endChild(child);
    for (const stream of [child?.stdin, child?.stdout, child?.stderr]) stream?.destroy();
    resolve(end);
  };
  const timer = setTimeout(() => stop({ is: "late", seconds }), seconds * 1000);
  const end = () => stop({ is: "failed", why: "git was stopped", missing: false });
  if (call.ended?.aborted) end();
  call.ended?.addEventListener("abort", end, { once: true });
  const done = git.raw([...args]).then(
    () => endOf(outcome, child),
    (error: unknown) => endOf(outcome, child, error),
  );
  return Promise.race([done, stopped]).finally(() => {
    clearTimeout(timer);
    call.ended?.removeEventListener("abort", end);
  });
}

function endOf(outcome: Outcome | undefined, child: ChildProcess | undefined, error?: unknown): End {
  if (!outcome) return notStarted(error);
  const { exitCode, stdOut, stdErr } = outcome;
  const err = Buffer.concat(stdErr).toString("utf8");
  if (child?.pid === undefined) return notStarted(err);
  const { signalCode } = child;
  if (signalCode !== null || exitCode === null)
    return { is: "failed", why: `${signalCode} ended git`, missing: false };
  return { is: "ended", status: exitCode, out: Buffer.concat(stdOut), err };
}

/**
 * Interprets a failed start. `simple-git` reports it as a text that contains the system's error code. If no file
 * descriptor was free, the child process has no streams, and `simple-git` fails with a `TypeError` before it has the
 * code.
 */
function notStarted(said: unknown): End {
  const found = /\bE[A-Z]{2,}\b/.exec(String(said))?.[0];
  const code = found ?? (String(said).includes("TypeError") ? "EMFILE" : "");
  const [, words = ""] = [...getSystemErrorMap().values()].find(([name]) => name === code) ?? [];
  const why = words === "" ? String(said) : `${words} (${code})`;
  return {
    is: "failed",
    why: `git cannot be started: ${why}`,
    missing: code === "ENOENT" || code === "EACCES",
    isShort: code === "EMFILE" || code === "ENFILE",
  };
}
