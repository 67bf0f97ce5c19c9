/** The SD-WAN manager that logs in with a form and a session cookie (vManage). */

import { onlyShown } from "../../inventory/operations.ts";
import type { SdwanDialect } from "./dialect.ts";

/** vManage. Sessions are limited, so it is logged out at the end; a failed login is answered 200 with a page. */
export const vmanage: SdwanDialect = {
  name: "vmanage",
  basePath: "/dataservice",
  devicesPath: "/device",
  itemsField: "data",
  tokenHeader: "authorization",
  cookieLogin: {
    path: "/j_security_check",
    fields: { username: "j_username", password: "j_password" },
    forgery: { path: "/dataservice/client/token", header: "X-XSRF-TOKEN" },
    logoutPath: "/logout",
  },
  fields: {
    serial: "board-serial",
    name: "host-name",
    model: "device-model",
    softwareVersion: "version",
    managementIpAddress: "system-ip",
    site: "site-id",
    status: "reachability",
  },
  limits: { requestsPerSecond: 100, concurrency: 4 },
  ...onlyShown("sdwanDevice", "vManage"),
};
