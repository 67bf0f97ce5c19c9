/** The NETCONF operations that count as writes for faults. */

/** The operations that a fault of the kind `conflict` affects. */
export const writingOperations: readonly string[] = ["edit-config", "lock", "commit", "discard-changes"];
