/** Runs the same program as a child of process 1, with the arguments `before` and `args`. */
export function runAsChild(before: readonly string[], args: readonly string[]): void;
