/** The names of the operations that change something. */

/** The operations that a fault of the kind `conflict` affects. */
export const writingOperations: readonly string[] = ["edit-config", "lock", "commit", "discard-changes"];
