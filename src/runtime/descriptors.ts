/** File descriptors that are kept free for the programs that an apply starts: connections may take all others. */

import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/** A program takes six of this process's while it starts, and three until it ends. */
const kept = 8;

let users = 0;
let children = 0;
const held: number[] = [];

/**
 * Keeps some free from here on, for git above all: what was sent must be recorded. `done` gives them back. Throws the
 * system's error EMFILE where there are too few: nothing has been sent then.
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

/** A program is about to start: what is kept free is its. Say when it has ended. */
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
        // Connections were faster: what starts next waits for one of them to end.
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
