/** How a dashboard says that a network is not ready yet: a phrase for tables of replies. */

/** Between two words: spaces, hyphens, underscores, also as JSON escapes them; or nothing, as in `NotReady`. */
const gap = String.raw`(?:[\s_-]|\\[nrt]){0,8}`;
const apostrophe = String.raw`(?:'|’|\\u2019|\\u0027)`;
const not = `(?:not|n${apostrophe}t|\\b(?:is|are)nt)`;
const yet = `(?:(?:yet|fully|quite|currently|completely|entirely)${gap})?`;

/** "not ready", "is not yet ready", "isn't ready", `NETWORK_NOT_READY` and the like; not "not readable". */
export const notReadyText = new RegExp(`${not}${gap}${yet}ready(?![a-z])`, "i");
