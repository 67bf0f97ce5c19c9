/** What in a module says that a value is a secret: the names of its typedefs, and marks of its own at a statement. */

import { type Statement, secretMark } from "../syntax/statement.ts";

/** Typedefs of standards and vendors for passwords, hashes and encrypted texts, by their names without hyphens. */
const typedefs = new RegExp(
  [
    "crypthash|encrypted(?:string|leaf|text|password|key)?(?:type)?$",
    "password(?:type|extend|string|text)?$|passphrase(?:type)?$|secret(?:type|string)?$",
    "digeststring$|unreadable$|obfuscated(?:string)?$|hashedvalue$",
  ].join("|"),
);

/** True for a typedef whose values are secrets. */
export function isSecretTypedef(typedef: Statement): boolean {
  return typedefs.test(typedef.argument.replaceAll(/[-_.]/g, "").toLowerCase()) || isMarkedSecret(typedef);
}

/** True for a statement that an extension in it marks as one that not everybody may see. */
export function isMarkedSecret({ children }: Statement): boolean {
  return children.some(({ keyword, argument }) => keyword === secretMark && argument !== "false");
}
