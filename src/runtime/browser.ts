/** Opens a URL in the user's browser, if possible on this machine. */

import { spawn } from "node:child_process";
import { letGo } from "./children.ts";
import { childEnvironment } from "./environment.ts";

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens a URL in a browser. Returns false if no browser could be started. Whether the browser shows the page is
 * unknown.
 */
export function openBrowser(url: string): Promise<boolean> {
  const [program = "xdg-open", ...rest] = openers[process.platform] ?? ["xdg-open"];
  return new Promise((resolve) => {
    const child = spawn(program, [...rest, url], {
      stdio: "ignore",
      detached: true,
      env: childEnvironment(),
    });
    letGo(child);
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
