/** Data paths of a device's tree, `/Vendor-native:native/ntp`: written and taken apart (RFC 8040, 3.5.3). */

const name = "[A-Za-z_][A-Za-z0-9_.-]*";
const form = new RegExp(`^/${name}:${name}(?:/(?:${name}:)?${name})*$`);

/** True for an absolute data path whose first part names its module. Elements of lists have none. */
export function isDataPath(path: string): boolean {
  return path.length <= 1024 && !path.includes("..") && form.test(path);
}

/** The parts of a data path as members of the tree: a module is named where it differs from the one above only. */
export function members(path: string): readonly string[] {
  let module = "";
  return path
    .split("/")
    .slice(1)
    .map((part) => {
      const colon = part.indexOf(":");
      const own = colon < 0 ? module : part.slice(0, colon);
      const member = own === module ? part.slice(colon + 1) : part;
      module = own;
      return member;
    });
}

/** The data path in the identity of a device's configuration. */
export function dataPath(identity: string): string {
  return identity.slice(identity.indexOf("/"));
}
