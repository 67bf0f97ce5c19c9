/**
 * Reads paths of data resources (RFC 8040 section 3.5.3), for example
 * `Vendor-native:native/interface/GigabitEthernet=1%2F0%2F1`.
 */

/** One step of a path. */
export interface PathStep {
  /** The node's name without its module. */
  readonly name: string;
  /** The module. If the path does not name it, it is the module of the step before. */
  readonly module: string;
  /** The key values of a list's element. If absent, the step is no element of a list. */
  readonly keys?: readonly string[];
}

/**
 * Returns the steps of a raw path, below a node of the module `within`. Returns undefined if it is not the path of a
 * data resource.
 */
export function readPath(raw: string, within?: string): readonly PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (const part of raw.replace(/^\//, "").split("/")) {
    const step = readStep(part, steps.at(-1)?.module ?? within);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return steps;
}

function readStep(part: string, inherited: string | undefined): PathStep | undefined {
  const found = /^(?:(?<module>[\w.-]+):)?(?<name>[A-Za-z_][\w.-]*)(?:=(?<keys>.+))?$/.exec(part)?.groups;
  const module = found?.module ?? inherited;
  if (found?.name === undefined || module === undefined) return undefined;
  if (found.keys === undefined) return { name: found.name, module };
  try {
    return { name: found.name, module, keys: found.keys.split(",").map(decodeURIComponent) };
  } catch {
    return undefined;
  }
}
