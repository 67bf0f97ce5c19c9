/** The objects outside tenants that exist from the beginning: containers of policies, and singleton settings. */

import type { ObjectClass } from "./class-table.ts";

/** The objects. Each line contains a path and the class of the object at this path. */
const table = `
uni/infra infraInfra
uni/infra/funcprof infraFuncP
uni/infra/prtdirec infraPortDirecPol
uni/infra/macsecpcont macsecPolCont
uni/infra/mstpInstPol-default stpInstPol
uni/infra/mcpInstP-default mcpInstPol
uni/infra/qosinst-default qosInstPol
uni/infra/edrErrDisRecoverPol-default edrErrDisRecoverPol
uni/infra/settings infraSetPol
uni/infra/epLoopProtectP-default epLoopProtectP
uni/infra/epCtrlP-default epControlP
uni/infra/ipAgingP-default epIpAgingP
uni/infra/trackEqptFabP-default infraPortTrackPol
uni/infra/CPMtu infraCPMtuPol
uni/infra/systemgipopol fmcastSystemGIPoPol
uni/infra/rlpodred infraRlPodRedPol
uni/fabric fabricInst
uni/fabric/funcprof fabricFuncP
uni/fabric/outofsvc fabricOOServicePol
uni/fabric/protpol fabricProtPol
uni/fabric/macsecpcontfab macsecFabPolCont
uni/fabric/moncommon monCommonPol
uni/fabric/hsPols fabricHSPol
uni/fabric/hsPols/hseval healthEvalP
uni/fabric/connectivityPrefs mgmtConnectivityPrefs
uni/fabric/ogmode dbgOngoingAcMode
uni/fabric/isisDomP-default isisDomPol
uni/fabric/l3IfP-default l3IfPol
uni/fabric/pol-default coopPol
uni/fabric/bgpInstP-default bgpInstPol
uni/fabric/bgpInstP-default/as bgpAsP
uni/fabric/bgpInstP-default/rr bgpRRP
uni/fabric/bgpInstP-default/extrr bgpExtRRP
uni/fabric/format-default datetimeFormat
uni/fabric/ptpmode latencyPtpMode
uni/fabric/licensepol licenseLicPolicy
uni/fabric/server proxyServer
uni/fabric/comm-default commPol
uni/fabric/comm-default/apiResp commApiRespTime
uni/exportcryptkey pkiExportEncryptionKey
uni/controller ctrlrInst
uni/controller/nodeidentpol fabricNodeIdentPol
uni/controller/setuppol fabricSetupPol
uni/rbacdb aaaRbacEp
uni/userext aaaUserEp
uni/userext/authrealm aaaAuthRealm
uni/userext/authrealm/defaultauth aaaDefaultAuth
uni/userext/authrealm/consoleauth aaaConsoleAuth
uni/userext/blockloginp aaaBlockLoginProfile
uni/userext/pwdprofile aaaPwdProfile
uni/userext/pwdstrengthprofile aaaPwdStrengthProfile
uni/userext/preloginbanner aaaPreLoginBanner
uni/userext/pkiext pkiEp
uni/userext/pkiext/webtokendata pkiWebTokenData
uni/userext/tacacsext aaaTacacsPlusEp
uni/userext/radiusext aaaRadiusEp
uni/userext/ldapext aaaLdapEp
uni/vmmp-VMware vmmProvP
uni/vmmp-Nutanix vmmProvP
uni/tn-mgmt/mgmtp-default mgmtMgmtP
uni/tn-mgmt/mgmtp-default/oob-default mgmtOoB
uni/tn-mgmt/extmgmt-default mgmtExtMgmtEntity
uni/tn-infra/dscptranspol-default qosDscpTransPol
`;

/**
 * Returns the objects by path. If the class of an object has a name, the name is the text after the last hyphen of the
 * path.
 */
export function objectsOfFabric(
  classes: ReadonlyMap<string, ObjectClass>,
): Readonly<Record<string, { readonly class: string; readonly name: string }>> {
  const rows = table.trim().split("\n");
  return Object.fromEntries(
    rows.map((row) => {
      const [path = "", of = ""] = row.split(" ");
      const isNamed = classes.get(of)?.rn.endsWith("{name}") === true;
      return [path, { class: of, name: isNamed ? path.slice(path.lastIndexOf("-") + 1) : "" }];
    }),
  );
}
