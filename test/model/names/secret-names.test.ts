/** Which names of device leaves and product fields mean secrets. The names around them count too. */

import { expect, test } from "vitest";
import { isCommunityKey, isSecretKeyName, isSecretName } from "../../../src/model/names/secret-names.ts";

const split = (path: string) => {
  const names = path.split("/");
  return [names.at(-1) ?? "", names.slice(0, -1)] as const;
};

test.each([
  "password",
  "user/hashed-password",
  "enable/secret/secret",
  "username/password/cleartext",
  "ssid/preSharedKey",
  "ospf/md5/auth-key",
  "ospf/message-digest-key/md5/auth-key",
  "key-chain/key/key-string",
  "key-string/key",
  "Cisco-IOS-XE-aaa:key/key",
  "tacacs/server/key",
  "aaa/server-key/string",
  "ntp/authentication-key/md5",
  "ntp/authentication-key/hmac-sha2-256",
  "isakmp/shared_secret",
  "wep-key0",
  "radius/Shared.Secret",
  "snmp-server/community-config/name",
  "snmp-server/host/community-or-user",
  "Cisco-IOS-XE-snmp:snmp-server/community/name",
  "snmp/community/community-string",
  "readCommunity",
  "aaaUser/pwd",
  "snmpUserP/privKey",
  "token",
  "peer/pre-shared-key/key",
  "ssid/psk-set-key/key",
  "token/value",
  "dnsservers/tsigKey",
  "snmp-server/v3-auth-pass",
  "username/nt-hash",
  "username/pass",
  "users/credentials",
  "credentials/value",
  "pki/private-key-pem",
  "ospf/auth-string",
  "vrrp/auth-data",
  "macsec/cak",
  "mka/fallback-cak",
  "ppp/pw",
  "isakmp/pre-shared",
  "snmpTrapDest/secName",
])("%s is one", (path) => {
  expect(isSecretName(...split(path))).toBe(true);
});

test.each([
  "key-id",
  "auth-key/key-id",
  "public-key",
  "pubkey-chain/key-string",
  "password-policy",
  "password-policy/min-length",
  "secret/encryption",
  "enable/secret/type",
  "username/name",
  "ospf/key-chain",
  "tunnel/key",
  "route-map/set/community",
  "bgp/community-list/name",
  "snmp-server/community/view",
  "snmp-server/community/access-list-name",
  "snmp-server/location",
  "token-type",
  "pinning",
  "description",
  "hostname",
  "bypass",
  "tagAnnotation/key",
  "key-chain/name",
  "credentials-id",
  "credentials/username",
  "private-key-file",
  "pre-shared-key/encryption",
  "shared",
  "peak",
])("%s is none", (path) => {
  expect(isSecretName(...split(path))).toBe(false);
});

test("an entry's key is one where its name can mean nothing else, or its list is one of communities", () => {
  expect(isSecretKeyName("key", ["tacacs", "server"])).toBe(false);
  expect(isSecretKeyName("password", ["users"])).toBe(true);
  expect(isCommunityKey("name", ["snmp", "community"])).toBe(true);
  expect(isCommunityKey("name", ["policy-options", "community"])).toBe(false);
  expect(isCommunityKey("community-or-user", ["snmp", "host"])).toBe(false);
});
