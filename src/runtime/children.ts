/** The processes that this one has started and that still run: they end with this one. */

import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { lentToChild } from "./descriptors.ts";

const running = new Set<ChildProcess>();
/** Those that have a group of their own: what they started belongs to it, also when they are gone. */
const groups = new Set<ChildProcess>();

/** Git's processes are started by a library: this is where each new one is announced. */
subscribe("child_process", (message) => {
  if (typeof message !== "object" || message === null || !("process" in message)) return;
  const child = message.process;
  // It is loaded: someone has just started a process.
  if (!(child instanceof process.getBuiltinModule("node:child_process").ChildProcess)) return;
  running.add(child);
  const lent = lentToChild();
  const ended = () => {
    running.delete(child);
    lent.ended();
  };
  child.once("exit", ended);
  child.once("error", ended);
});

/** True where a program gets a group of its own. At a terminal it may ask someone, whose Ctrl-C reaches all. */
export function ownGroup(): boolean {
  return process.platform !== "win32" && !process.stdin.isTTY;
}

/** The child leads a group, until it has ended and let go of what it prints to. */
export function leadsGroup(child: ChildProcess): void {
  groups.add(child);
  child.once("close", () => groups.delete(child));
}

/** The child goes on without this process: a browser. */
export function letGo(child: ChildProcess): void {
  running.delete(child);
}

/** The child that prints to this stream. */
export function childWith(stdout: NodeJS.ReadableStream): ChildProcess | undefined {
  for (const child of running) if (child.stdout === stdout) return child;
  return undefined;
}

/** Ends a child, and what it has started as far as that can be found. */
export function endChild(child: ChildProcess): void {
  for (const one of familyOf(child)) send(one, "SIGKILL");
}

/** Whoever was sent a signal once: what its parent has left behind is not found a second time. */
const doomed = new Set<number>();

/** Sends a signal to every child that still runs, and to what they have started. For the end of this process. */
export function endChildren(signal: "SIGTERM" | "SIGKILL"): void {
  for (const child of new Set([...running, ...groups])) for (const one of familyOf(child)) doomed.add(one);
  for (const one of doomed) send(one, signal);
}

/** A child and its descendants, as `process.kill` takes them: a group is negative. */
function familyOf(child: ChildProcess): readonly number[] {
  const { pid } = child;
  if (pid === undefined) return [];
  return [groups.has(child) ? -pid : pid, ...descendants(pid)];
}

/** By Linux's own account; elsewhere none are found. */
function descendants(pid: number): readonly number[] {
  try {
    const own = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return own === "" ? [] : own.split(" ").flatMap((one) => [Number(one), ...descendants(Number(one))]);
  } catch {
    return [];
  }
}

function send(to: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(to, signal);
  } catch {
    // It is gone.
  }
}
