/** Optional groups of members of a driver, session, dialect or kind, for which there are defaults. */

/** A group whose members are all optional. */
export type Optional<T> = { readonly [Member in keyof T]?: T[Member] | undefined };
