/** File descriptors reserved for the programs that an apply starts: connections may use up all others. */

import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/**
 * The number of reserved descriptors. A program uses six of this process's descriptors while it starts, and three until
 * it ends.
 */
const kept = 8;

let users = 0;
let children = 0;
const held: number[] = [];

/**
 * Reserves some descriptors from now on, mainly for git: sent changes must be recorded. `done` releases them.
 * Throws the system's error EMFILE if there are too few, before anything was sent.
 */
export function keepDescriptors(): { done(): void } {
  users += 1;
  let isDone = false;
  const done = () => {
    if (isDone) return;
    isDone = true;
    users -= 1;
    if (users === 0) lend();
  };
  try {
    take();
  } catch (error) {
    done();
    throw error;
  }
  return { done };
}

/** Releases the reserved descriptors to a program that is about to start. Call `ended` when the program has ended. */
export function lentToChild(): { ended(): void } {
  children += 1;
  lend();
  let isOver = false;
  return {
    ended: () => {
      if (isOver) return;
      isOver = true;
      children -= 1;
      if (users === 0 || children > 0) return;
      try {
        take();
      } catch {
        // Connections have taken the descriptors: the next program waits until one of them closes.
      }
    },
  };
}

function take(): void {
  while (held.length < kept) held.push(openSync(devNull, "r"));
}

function lend(): void {
  for (const one of held.splice(0)) closeSync(one);
}
