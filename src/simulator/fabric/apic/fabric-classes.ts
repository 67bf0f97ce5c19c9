/** Fabric-wide classes: nodes, pods, management, monitoring, users. See `class-table.ts`. */

/**
 * The classes by name. Each has the last part of its path, its attributes with defaults, and the classes of objects
 * that are created with it.
 */
export const fabricClasses = `
aaaAuthRealm authrealm defRolePolicy=no-login > aaaDefaultAuth aaaConsoleAuth
aaaBlockLoginProfile blockloginp blockDuration=60 enableLoginBlock=disable maxFailedAttempts=5
  maxFailedAttemptsWindow=5
aaaConsoleAuth consoleauth providerGroup= realm=local
aaaDefaultAuth defaultauth fallbackCheck=false providerGroup= realm=local
aaaDomain domain-{name} restrictedRbacDomain=no
aaaDomainAuth domainauth providerGroup= realm=local
aaaLdapEp ldapext
aaaLdapGroupMap ldapgroupmap-{name}
aaaLdapGroupMapRule ldapgroupmaprule-{name} groupdn=
aaaLdapGroupMapRuleRef ldapgroupmapruleref-{name}
aaaLdapProvider ldapprovider-{name} SSLValidationLevel=strict attribute=CiscoAVPair basedn= enableSSL=no
  filter=sAMAccountName=$userid key= monitorServer=disabled monitoringPassword= monitoringUser= port=389
  retries= rootdn= timeout=30
aaaLdapProviderGroup ldapprovidergroup-{name} authChoice=CiscoAVPair ldapGroupMapRef=
aaaLoginDomain logindomain-{name} > aaaDomainAuth
aaaPreLoginBanner preloginbanner bannerMessage= bannerMessageSeverity=info guiMessage= guiTextMessage=
  isGuiMessageText=no message= showBannerMessage=no switchMessage=
aaaProviderRef providerref-{name} order=0
aaaPwdProfile pwdprofile changeCount=2 changeDuringInterval=enable changeInterval=48
  expirationWarnTime=15 historyCount=5 noChangeInterval=24
aaaPwdStrengthProfile pwdstrengthprofile pwdClassFlags= pwdMaxLength=64 pwdMinLength=8
  pwdStrengthTestType=default
aaaRadiusEp radiusext
aaaRadiusProvider radiusprovider-{name} authPort=1812 authProtocol=pap key= monitorServer=disabled
  monitoringPassword= monitoringUser= retries= timeout=5
aaaRadiusProviderGroup radiusprovidergroup-{name}
aaaRbacEp rbacdb
aaaRbacNodeRule rbacnoderule-{nodeId} nodeId=
aaaRbacPortRule rbacportrule-{name} domain=
aaaRole role-{name} priv=
aaaRsSecProvToEpg rsSecProvToEpg tDn=
aaaSshAuth sshauth-{name} data=
aaaTacacsPlusEp tacacsext
aaaTacacsPlusProvider tacacsplusprovider-{name} authProtocol=pap key= monitorServer=disabled monitoringPassword=
  monitoringUser= port=49 retries= timeout=5
aaaTacacsPlusProviderGroup tacacsplusprovidergroup-{name}
aaaUser user-{name} accountStatus=active certAttribute= email= expiration=never expires=no firstName= lastName=
  phone= pwd=
aaaUserCert usercert-{name} data=
aaaUserDomain userdomain-{name}
aaaUserEp userext pwdStrengthCheck=no
aaaUserRole role-{name} privType=read
bgpExtRRP extrr
bgpInstPol bgpInstP-{name} > bgpAsP bgpRRP bgpExtRRP
bgpRRNodePEp node-{id} id= podId=1
bgpRRP rr
callhomeProf prof addr= contact= contract= customer= email= from= phone= port=25 replyTo= site=
callhomeSmartDest smartdest-{name} adminState=enabled email= format=short-txt rfcCompliant=no
callhomeSmartGroup smartgroup-{name} > callhomeProf
callhomeSmtpServer smtp host=
commApiRespTime apiResp calcWindow=300 enableCalculation=disabled respTimeThreshold=85000 topNRequests=5
commHttp http accessControlAllowCredential=disabled accessControlAllowOrigins= adminSt=disabled
  cliOnlyMode=disabled globalThrottleRate=10000 globalThrottleSt=disabled globalThrottleUnit=r/s
  maxRequestStatusCount= name=http nodeExporter=disabled port=80 redirectSt=disabled|enabled|tested
  serverHeader=enabled throttleRate=2 throttleSt=enabled visoreAccess=enabled
commHttps https accessControlAllowCredential=disabled accessControlAllowOrigins= adminSt=enabled
  cliOnlyMode=disabled clientCertAuthState=disabled dhParam=none|1024|2048|4096 globalThrottleRate=10000
  globalThrottleSt=disabled globalThrottleUnit=r/s maxRequestStatusCount= name=https nodeExporter=disabled
  port=443 referer= serverHeader=enabled sslProtocols=TLSv1.1,TLSv1.2 throttleRate=2 throttleSt=enabled
  visoreAccess=enabled > commRsKeyRing
commPol comm-{name} strictSecurityOnApicOOBSubnet=no > commHttp commHttps commSsh commTelnet commShellinabox
commRsClientCertCA rsclientCertCA tDn=
commRsKeyRing rsKeyRing tnPkiKeyRingName=
commShellinabox shellinabox adminSt=disabled name=shellinabox
commSsh ssh adminSt=enabled hostkeyAlgos=rsa-sha2-256,rsa-sha2-512,ssh-ed25519
  kexAlgos=curve25519-sha256,ecdh-sha2-nistp521 name=ssh passwordAuth=enabled port=22
  sshCiphers=aes128-ctr,aes192-ctr,aes256-ctr sshMacs=hmac-sha2-256,hmac-sha2-512
commTelnet telnet adminSt=disabled name=telnet port=23
configExportP configexp-{name} format=json includeSecureFields=yes snapshot=no targetDn=
configRsExportScheduler rsExportScheduler tnTrigSchedPName=
configRsRemotePath rsRemotePath tnFileRemotePathName=
coopPol pol-{name} type=compatible
ctrlrInst controller
datetimeFormat format-{name} displayFormat=local showOffset=enabled tz=p0_UTC
datetimeNtpAuthKey ntpauth-{id} id= key= keyType=md5 trusted=no
datetimeNtpProv ntpprov-{name} maxPoll=6 minPoll=4 preferred=no trueChimer=disabled
datetimePol time-{name} StratumValue=8 adminSt=enabled authSt=disabled masterMode=disabled serverState=disabled
datetimeRsNtpProvToEpg rsNtpProvToEpg tDn=
datetimeRsNtpProvToNtpAuthKey rsntpProvToNtpAuthKey-{tnDatetimeNtpAuthKeyId} tnDatetimeNtpAuthKeyId=
dbgOngoingAcMode ogmode adminSt=disabled mode=trail name=default
dhcpInfraProvP infraprovp mode=controller
dnsDomain dom-{name} isDefault=no
dnsProfile dnsp-{name} IPVerPreference=IPv4
dnsProv prov-[{addr}] addr= preferred=no
dnsRsProfileToEpg rsProfileToEpg tDn=
fabricExplicitGEp expgep-{name} id= > fabricRsVpcInstPol
fabricExtRoutablePodSubnet extrtpodsubnet-[{pool}] pool= reserveAddressCount= state=active
fabricExtSetupP extsetupp-{extPoolId} extPoolId= tepPool=
fabricFIfPol fintfpol-{name} linkDebounce=100
fabricFuncP funcprof
fabricHSPol hsPols
fabricInst fabric
fabricLFPortS lefabports-{name}-typ-{type} type=range
fabricLeNodePGrp lenodepgrp-{name} > fabricRsPsuInstPol fabricRsNodeCtrl
fabricLePortP leportp-{name}
fabricLePortPGrp leportgrp-{name} > fabricRsFIfPol
fabricLeafP leprof-{name}
fabricLeafS leaves-{name}-typ-{type} type=range
fabricNodeBlk nodeblk-{name} from_=1 to_=1
fabricNodeConfig nodeconfnode-{node} assocGrp= node=
fabricNodeControl nodecontrol-{name} control= featureSel=telemetry
fabricNodeIdentP nodep-{serial} extPoolId=0 nodeId= nodeType=unspecified podId=1 role=unspecified serial=
fabricNodeIdentPol nodeidentpol
fabricNodePEp nodepep-{id} id= podId=1
fabricOOServicePol outofsvc
fabricPodBlk podblk-{name} from_=1 to_=1
fabricPodP podprof-{name}
fabricPodPGrp podpgrp-{name} > fabricRsSnmpPol fabricRsTimePol fabricRsCommPol fabricRsMacsecPol
  fabricRsPodPGrpBGPRRP fabricRsPodPGrpIsisDomP fabricRsPodPGrpCoopP
fabricPodS pods-{name}-typ-{type} type=range
fabricPortBlk portblk-{name} fromCard=1 fromPort=1 toCard=1 toPort=1
fabricPortConfig portconfnode-{node}-card-{card}-port-{port}-sub-{subPort} assocGrp= card=1 description= node=
  port= role=leaf shutdown=no subPort=0
fabricProtPol protpol name=default pairT=explicit|consecutive|reciprocal
fabricRlGroupP rlgroupp-{name}
fabricRsCommPol rsCommPol tnCommPolName=
fabricRsFIfPol rsfIfPol tnFabricFIfPolName=
fabricRsLeNodePGrp rsleNodePGrp tDn=
fabricRsLePortP rslePortP-[{tDn}] tDn=
fabricRsLePortPGrp rslePortPGrp tDn=
fabricRsMacsecFabIfPol rsmacsecFabIfPol tnMacsecFabIfPolName=
fabricRsMacsecPol rsmacsecPol tnMacsecFabIfPolName=
fabricRsNodeCtrl rsnodeCtrl tnFabricNodeControlName=
fabricRsOosPath rsoosPath-[{tDn}] lc=in-service tDn=
fabricRsPodPGrp rspodPGrp tDn=
fabricRsPodPGrpBGPRRP rspodPGrpBGPRRP tnBgpInstPolName=default
fabricRsPodPGrpCoopP rspodPGrpCoopP tnCoopPolName=
fabricRsPodPGrpIsisDomP rspodPGrpIsisDomP tnIsisDomPolName=
fabricRsPsuInstPol rspsuInstPol tnPsuInstPolName=
fabricRsRlGroupToExtSetup rsrlGroupToExtSetup-[{tDn}] tDn=
fabricRsSnmpPol rssnmpPol tnSnmpPolName=
fabricRsSpNodePGrp rsspNodePGrp tDn=
fabricRsSpPortP rsspPortP-[{tDn}] tDn=
fabricRsSpPortPGrp rsspPortPGrp tDn=
fabricRsTimePol rsTimePol tnDatetimePolName=
fabricRsVpcInstPol rsvpcInstPol tnVpcInstPolName=
fabricSFPortS spfabports-{name}-typ-{type} type=range
fabricSetupP setupp-{podId} podId= podType=physical tepPool=
fabricSetupPol setuppol
fabricSpNodePGrp spnodepgrp-{name} > fabricRsPsuInstPol fabricRsNodeCtrl
fabricSpPortP spportp-{name}
fabricSpPortPGrp spportgrp-{name} > fabricRsFIfPol
fabricSpineP spprof-{name}
fabricSpineS spines-{name}-typ-{type} type=range
fabricSubPortBlk subportblk-{name} fromCard=1 fromPort=1 fromSubPort=1 toCard=1 toPort=1 toSubPort=1
fileRemotePath path-{name} authType=usePassword host= identityPrivateKeyContents= identityPrivateKeyPassphrase=
  identityPublicKeyContents= protocol=sftp remotePath= remotePort=22 userName= userPasswd=
fileRsARemoteHostToEpg rsARemoteHostToEpg tDn=
firmwareFwGrp fwgrp-{name} type=range
firmwareFwP fwpol-{name} ignoreCompat=no version=
firmwareRsFwgrpp rsfwgrpp tnFirmwareFwPName=
fmcastSystemGIPoPol systemgipopol useConfiguredSystemGIPo=disabled
geoBuilding building-{name}
geoFloor floor-{name}
geoRack rack-{name}
geoRoom room-{name}
geoRow row-{name}
geoRsNodeLocation rsnodeLocation-[{tDn}] tDn=
geoSite site-{name}
healthEvalP hseval ignoreAckedFaults=no
isisDomPol isisDomP-{name} lspFastFlood=disabled mtu=1492 redistribMetric=63
l3IfPol l3IfP-{name} bfdIsis=disabled
l3extDomP l3dom-{name}
latencyPtpMode ptpmode fabAnnounceIntvl=1 fabAnnounceTimeout=3 fabDelayIntvl=-2 fabProfileTemplate=aes67
  fabSyncIntvl=-3 globalDomain=0 state=disabled
licenseLicPolicy licensepol ipAddr= mode=offline port=80 regAdminState=none regTokenId= url=
maintMaintGrp maintgrp-{name} type=range
maintMaintP maintpol-{name} adminSt=untriggered graceful=no ignoreCompat=no notifCond=notifyOnlyOnFailures
  runMode=pauseOnlyOnFailures version=
maintRsMgrpp rsmgrpp tnMaintMaintPName=
maintRsPolScheduler rspolScheduler tnTrigSchedPName=default
mgmtConnectivityPrefs connectivityPrefs interfacePref=inband
mgmtExtMgmtEntity extmgmt-{name}
mgmtInB inb-{name} encap=unknown floodOnEncap=disabled matchT=AtleastOne prefGrMemb=exclude prio=unspecified >
  mgmtRsMgmtBD
mgmtInstP instp-{name} prio=unspecified|level1|level2|level3|level4|level5|level6
mgmtMgmtP mgmtp-{name}
mgmtOoB oob-{name} prio=unspecified
mgmtRsInBStNode rsinBStNode-[{tDn}] addr=0.0.0.0 gw=0.0.0.0 tDn= v6Addr=:: v6Gw=::
mgmtRsMgmtBD rsmgmtBD tnFvBDName=
mgmtRsOoBCons rsooBCons-{tnVzOOBBrCPName} prio=unspecified|level1|level2|level3|level4|level5|level6
  tnVzOOBBrCPName=
mgmtRsOoBProv rsooBProv-{tnVzOOBBrCPName} tnVzOOBBrCPName=
mgmtRsOoBStNode rsooBStNode-[{tDn}] addr=0.0.0.0 gw=0.0.0.0 tDn= v6Addr=:: v6Gw=::
mgmtStaticRoute staticroute-[{prefix}] prefix=
mgmtSubnet subnet-[{ip}] ip=
monCommonPol moncommon
monFabricPol monfab-{name}
monFabricTarget tarfab-{scope} scope=
monInfraPol moninfra-{name}
monInfraTarget tarinfra-{scope} scope=
pkiEp pkiext
pkiExportEncryptionKey exportcryptkey passphrase= strongEncryptionEnabled=yes
pkiKeyRing keyring-{name} adminState=started|completed|created|reqCreated|tpSet cert=
  eccCurve=none|prime256v1|secp384r1|secp521r1 key= keyType=RSA|ECC|indeterminate
  modulus=mod2048|mod1024|mod1536|mod3072|mod4096|mod512|none regen=no tp=
pkiTP tp-{name} certChain= certUsage=WebSvcOrAuth
pkiWebTokenData webtokendata maximumValidityPeriod=24 sessionRecordFlags=login,logout,refresh
  uiIdleTimeoutSeconds=1200 webtokenTimeoutSeconds=600
proxyIgnoreHost ignorehost-{hosts} hosts=
proxyServer server httpUrl= httpsUrl=
psuInstPol psuInstP-{name} adminRdnM=comb
snmpClientGrpP clgrp-{name}
snmpClientP client-[{addr}] addr=
snmpCommunityP community-{name}
snmpGroup snmpgroup-{name}
snmpPol snmppol-{name} adminSt=disabled contact= loc=
snmpRsEpg rsepg tDn=
snmpTrapDest trapdest-{host}-port-{port} host= port=162 secName= v3SecLvl=noauth ver=v2c
snmpTrapFwdServerP trapfwdserver-[{addr}] addr= port=162
snmpUserP user-{name} authKey= authType=hmac-md5-96 privKey= privType=none
syslogConsole console adminState=enabled format=aci severity=alerts
syslogFile file adminState=enabled format=aci severity=information
syslogGroup slgroup-{name} format=aci includeMilliSeconds=no includeTimeZone=no > syslogProf syslogFile
  syslogConsole
syslogProf prof adminState=enabled name=syslog
syslogRemoteDest rdst-{host} adminState=enabled format=aci forwardingFacility=local7 host= port=514 protocol=udp
  severity=warnings
tacacsGroup tacacsgroup-{name}
tacacsRsDestGroup rsdestGroup tDn=
tacacsSrc tacacssrc-{name} switchAudit=disabled
tacacsTacacsDest tacacsdest-{host}-port-{port} authProtocol=pap host= key= port=49
trigAbsWindowP abswinp-{name} concurCap=unlimited date= timeCap=unlimited
trigRecurrWindowP recurrwinp-{name} concurCap=unlimited day=every-day hour=0 minute=0 timeCap=unlimited
trigSchedP schedp-{name}
vpcInstPol vpcInst-{name} deadIntvl=200 delayRestoreTmr=
`;
