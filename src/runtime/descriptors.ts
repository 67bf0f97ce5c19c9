/** Reserves file descriptors for the programs that an apply starts, because connections may use up all others. */

import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/**
 * The number of reserved descriptors. A starting program uses six descriptors of this process, and three until it ends.
 */
const kept = 8;

let users = 0;
let children = 0;
const held: number[] = [];

/**
 * Reserves some descriptors until `done` is called, mainly for git: changes that were sent must be recorded. If there
 * are too few, throws the system's error EMFILE before anything is sent.
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

/**
 * Lends the reserved descriptors to a program that is about to start. The caller must call `ended` when the program has
 * ended.
 */
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
        // Connections have taken the free descriptors. The next program waits until a connection closes.
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
