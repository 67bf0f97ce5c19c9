/** Runs the same program as a child of process 1. `before`: what stands before its own arguments. */
export function runAsChild(before: readonly string[], args: readonly string[]): void;
