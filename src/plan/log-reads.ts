/** How many reads a verification by a change log takes: for those who make them, and for a plan's cost. */

/** Fewer lists than this are read at once: a log takes a request, and so does the test of it. */
export const fewestListsOfLog = 4;

/** This part of the lists that a log verifies is read all the same, and one at least: it tests what the log shows. */
export const sampledOfLog = 0.02;
