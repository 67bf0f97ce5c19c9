import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inject } from "vitest";
import type { Asked, Ended, Told } from "./commands-here.ts";

/** The process that runs command lines for this one. */
interface Commands {
  run(asked: Omit<Asked, "id">): Promise<Ended>;
}

let running: Commands | undefined;

/**
 * Returns this process's runner of command lines. The runner ends with this process. If the last runner has ended, a
 * new one is started.
 */
export function commands(): Commands {
  running ??= start();
  return running;
}

function start(): Commands {
  const here = fileURLToPath(new URL("commands-here.ts", import.meta.url));
  const child = fork(here, [pathToFileURL(inject("commandLine")).href], {
    execArgv: ["--max-semi-space-size=4"],
  });
  const waiting = new Map<number, PromiseWithResolvers<Ended>>();
  // An error that is thrown while no command runs. It makes the next command fail, so that it is noticed.
  let untold: Error | undefined;
  const fail = (error: Error) => {
    if (waiting.size === 0) untold = error;
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  };
  child.on("message", (told: Told) => {
    if ("uncaught" in told) return fail(new Error(`Nobody caught this in a command: ${told.uncaught}`));
    waiting.get(told.id)?.resolve(told.ended);
    waiting.delete(told.id);
  });
  child.once("exit", (code, signal) => {
    running = undefined;
    fail(new Error(`The process that runs commands has ended: ${code ?? signal}`));
  });
  holdNothing(child);
  let id = 0;
  return {
    run(asked) {
      if (untold) return Promise.reject(untold);
      const ended = Promise.withResolvers<Ended>();
      waiting.set(++id, ended);
      child.send({ id, ...asked });
      return ended.promise;
    },
  };
}

/** Lets this process end although the runner still runs: tests wait only for their commands. */
function holdNothing(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
