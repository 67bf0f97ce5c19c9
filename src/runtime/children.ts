/** The running child processes, which end with this process. */

import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import { lentToChild } from "./descriptors.ts";

const running = new Set<ChildProcess>();
/**
 * The children that lead a process group. A child's descendants belong to its group, even after the child has ended.
 */
const groups = new Set<ChildProcess>();

/** This channel announces each child process, including those of git, which a library starts. */
subscribe("child_process", (message) => {
  if (typeof message !== "object" || message === null || !("process" in message)) return;
  const child = message.process;
  // The module is already loaded, because a child process has just been started.
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

/**
 * True if programs get their own process group. At a terminal they do not, because a program may prompt, and Ctrl-C
 * must reach it.
 */
export function ownGroup(): boolean {
  return process.platform !== "win32" && !process.stdin.isTTY;
}

/**
 * Registers a child as the leader of a process group. The registration ends when the child has ended and its output is
 * closed.
 */
export function leadsGroup(child: ChildProcess): void {
  groups.add(child);
  child.once("close", () => groups.delete(child));
}

/** Lets a child, such as a browser, outlive this process. */
export function letGo(child: ChildProcess): void {
  running.delete(child);
}

/** The child with this standard output; undefined if it is not running. */
export function childWith(stdout: NodeJS.ReadableStream): ChildProcess | undefined {
  for (const child of running) if (child.stdout === stdout) return child;
  return undefined;
}

/** Ends a child, and all of its descendants that can be found. */
export function endChild(child: ChildProcess): void {
  for (const one of familyOf(child)) send(one, "SIGKILL");
}

/** The processes that were already signalled. Once orphaned, they could not be found again. */
const doomed = new Set<number>();

/** Sends a signal to every running child and its descendants, at the end of this process. */
export function endChildren(signal: "SIGTERM" | "SIGKILL"): void {
  for (const child of new Set([...running, ...groups])) for (const one of familyOf(child)) doomed.add(one);
  for (const one of doomed) send(one, signal);
}

/** A child and its descendants, as ids for `process.kill`. The id of a group is negative. */
function familyOf(child: ChildProcess): readonly number[] {
  const { pid } = child;
  if (pid === undefined) return [];
  return [groups.has(child) ? -pid : pid, ...descendants(pid)];
}

/** The ids of a process's descendants, from Linux's /proc. On other systems none are found. */
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
    // The process has already ended.
  }
}
