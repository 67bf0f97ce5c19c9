/** The number of reads that verification by a change log takes. Used by apply, and for the cost of a plan. */

/**
 * The minimum number of lists for which a change log is used. With fewer lists, the log saves nothing, because reading
 * it takes one request and testing it another.
 */
export const fewestListsOfLog = 4;

/** The share of lists that are read as a test although a log has verified them. At least one list is read. */
export const sampledOfLog = 0.02;
