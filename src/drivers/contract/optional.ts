/** Groups of members that a driver, a session, a dialect or a kind may leave out: without them a default holds. */

/** A group whose members need not be there. */
export type Optional<T> = { readonly [Member in keyof T]?: T[Member] | undefined };
