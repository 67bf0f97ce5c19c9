/** The operations that change something, by name. */

/** What a fault of the kind `conflict` strikes. */
export const writingOperations: readonly string[] = ["edit-config", "lock", "commit", "discard-changes"];
