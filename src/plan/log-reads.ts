/** The number of reads that verification by a change log takes. Used by apply, and for the cost of a plan. */

/**
 * The minimum number of lists for which a change log is used. With fewer lists, the log saves nothing, because reading
 * it takes one request and testing it another.
 */
export const fewestListsOfLog = 4;

/**
 * The share of the lists verified by a log that are read nevertheless; at least one list is read. These reads test the
 * log.
 */
export const sampledOfLog = 0.02;
