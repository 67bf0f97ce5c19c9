/** Groups of members that a driver, session, dialect or kind may omit, because they have defaults. */

/** A group whose members are all optional. */
export type Optional<T> = { readonly [Member in keyof T]?: T[Member] | undefined };
