/** Where kinds stand in what people write. */

/**
 * Where a kind stands in a desired-state file. `file`: a section at the top level. Otherwise: a section (or, with
 * `single`, one field) inside every entry of that kind or holder.
 */
export interface KindPlace {
  /** `"file"`, or the name of the kind or holder it stands in. */
  readonly within: string;
  /** The YAML key: `networks`, `ssids`, `interfaces`, `hostname`. */
  readonly section: string;
  /** True: the value itself stands there, not a map of entries. Its key is its holder's. */
  readonly single?: boolean;
}
