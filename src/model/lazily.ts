/** Values that cost something to make, and that many runs never ask for. */

/** Gives what `make` makes, made when it is asked for the first time, and kept. What `make` throws is thrown each time. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
