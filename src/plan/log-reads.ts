/** How many reads a verification by a change log takes. Used by apply, and for the cost of a plan. */

/** With fewer lists than this, a change log saves nothing: reading it takes one request, and testing it another. */
export const fewestListsOfLog = 4;

/** The share of the lists verified by a log that are read nevertheless, at least one: these reads test the log. */
export const sampledOfLog = 0.02;
