/** Classes for access policies: pools, domains, policies, groups, profiles. See `class-table.ts`. */

/** The end of the name of a SPAN filter entry. */
const toPorts = "-dstPortFrom-{dstPortFrom}-dstPortTo-{dstPortTo}";

/**
 * The classes by name. Each has the last part of its path, its attributes with defaults, and the classes of objects
 * that are created with it.
 */
export const accessClasses = `
bfdIpv4InstPol bfdIpv4Inst-{name} detectMult=3 echoRxIntvl=50 echoSrcAddr= minRxIntvl=50 minTxIntvl=50
  slowIntvl=2000 startupIntvl=10
bfdIpv6InstPol bfdIpv6Inst-{name} detectMult=3 echoRxIntvl=50 echoSrcAddr= minRxIntvl=50 minTxIntvl=50
  slowIntvl=2000 startupIntvl=10
cdpIfPol cdpIfP-{name} adminSt=enabled
coppIfPol coppifpol-{name}
coppProtoClassP protoclassp-{name} burst=10 matchProto=0 rate=10
dwdmIfPol dwdmifpol-{name} fcotChannelNumber=Channel32
edrErrDisRecoverPol edrErrDisRecoverPol-{name} errDisRecovIntvl=300
edrEventP edrEventP-{event} event= recover=no
epControlP epCtrlP-{name} adminSt=disabled holdIntvl=1800 rogueEpDetectIntvl=60 rogueEpDetectMult=4
epIpAgingP ipAgingP-{name} adminSt=disabled
epLoopProtectP epLoopProtectP-{name} action= adminSt=disabled loopDetectIntvl=60 loopDetectMult=4
fabricHIfPol hintfpol-{name} autoNeg=on|off|on-enforce dfeDelayMs=0 emiRetrain=disable|enable
  fecMode=inherit|auto-fec|cl74-fc-fec|cl91-rs-fec|cons16-rs-fec|disable-fec|ieee-rs-fec|kp-fec linkDebounce=100
  portPhyMediaType=auto|sfp-10g-tx speed=inherit
fabricLinkFlapPol linkflappol-{name} linkFlapErrorMax=30 linkFlapErrorSeconds=420
fcDomP fc-{name}
fcIfPol fcIfPol-{name} automaxspeed=32G|16G|2G|4G|8G fillPattern=IDLE|ARBFF portMode=f|np rxBBCredit=64
  speed=auto|16G|32G|4G|8G|unknown trunkMode=trunk-off|auto|trunk-on|un-init
fvnsEncapBlk from-[{from}]-to-[{to}] allocMode=inherit from= role=external to=
fvnsMcastAddrBlk fromaddr-[{from}]-toaddr-[{to}] from= to=
fvnsMcastAddrInstP maddrns-{name}
fvnsVlanInstP vlanns-[{name}]-{allocMode} allocMode=static
fvnsVxlanInstP vxlanns-{name}
infraAccBndlGrp accbundle-{name} brkoutMap= lagT=
infraAccBndlSubgrp accsubbndl-{name}
infraAccNodePGrp accnodepgrp-{name}
infraAccPortGrp accportgrp-{name} brkoutMap= lagT=
infraAccPortP accportprof-{name}
infraAttEntityP attentp-{name}
infraBrkoutPortGrp brkoutportgrp-{name} brkoutMap=none lagT=
infraCPMtuPol CPMtu APICMtuApply=no CPMtu=9000
infraFexBndlGrp fexbundle-{name}
infraFexP fexprof-{name}
infraFuncP funcprof
infraGeneric gen-{name}
infraHPortS hports-{name}-typ-{type} type=range|ALL
infraLeafS leaves-{name}-typ-{type} type=range
infraNodeBlk nodeblk-{name} from_=1 to_=1
infraNodeConfig nodeconfnode-{node} assocGrp= node=
infraNodeP nprof-{name}
infraPortBlk portblk-{name} fromCard=1 fromPort=1 toCard=1 toPort=1
infraPortConfig portconfnode-{node}-card-{card}-port-{port}-sub-{subPort} assocGrp= brkoutMap=none card=1
  connectedFex=unspecified description= node= pcMember= port= role=leaf shutdown=no subPort=0
infraPortDirecPol prtdirec
infraPortTrackPol trackEqptFabP-{name} adminSt=off|on delay=120 includeApicPorts=no minlinks=0
infraProvAcc provacc
infraRlPodRedPol rlpodred enablePodRedPreemption=no enableRlPodRedPol=no name=default
infraRsAccBaseGrp rsaccBaseGrp fexId=101 tDn=
infraRsAccBndlSubgrp rsaccBndlSubgrp tDn=
infraRsAccNodePGrp rsaccNodePGrp tDn=
infraRsAccPortP rsaccPortP-[{tDn}] tDn=
infraRsAttEntP rsattEntP tDn=
infraRsBfdIpv4InstPol rsbfdIpv4InstPol tnBfdIpv4InstPolName=
infraRsBfdIpv6InstPol rsbfdIpv6InstPol tnBfdIpv6InstPolName=
infraRsBfdMhIpv4InstPol rsbfdMhIpv4InstPol tnBfdMhIpv4InstPolName=
infraRsBfdMhIpv6InstPol rsbfdMhIpv6InstPol tnBfdMhIpv6InstPolName=
infraRsCdpIfPol rscdpIfPol tnCdpIfPolName=
infraRsCoppIfPol rscoppIfPol tnCoppIfPolName=
infraRsDomP rsdomP-[{tDn}] tDn=
infraRsDwdmIfPol rsdwdmIfPol tnDwdmIfPolName=
infraRsFuncToEpg rsfuncToEpg-[{tDn}] encap=unknown instrImedcy=lazy mode=regular primaryEncap=unknown tDn=
infraRsHIfPol rshIfPol tnFabricHIfPolName=
infraRsL2IfPol rsl2IfPol tnL2IfPolName=
infraRsL2PortAuthPol rsl2PortAuthPol tnL2PortAuthPolName=
infraRsL2PortSecurityPol rsl2PortSecurityPol tnL2PortSecurityPolName=
infraRsLacpInterfacePol rslacpInterfacePol tnLacpIfPolName=
infraRsLacpPol rslacpPol tnLacpLagPolName=
infraRsLeafCoppProfile rsleafCoppProfile tnCoppLeafProfileName=
infraRsLeafPGrpToCdpIfPol rsleafPGrpToCdpIfPol tnCdpIfPolName=
infraRsLeafPGrpToLldpIfPol rsleafPGrpToLldpIfPol tnLldpIfPolName=
infraRsLinkFlapPol rslinkFlapPol tnFabricLinkFlapPolName=
infraRsLldpIfPol rslldpIfPol tnLldpIfPolName=
infraRsMacsecIfPol rsmacsecIfPol tnMacsecIfPolName=
infraRsMcpIfPol rsmcpIfPol tnMcpIfPolName=
infraRsMonIfInfraPol rsmonIfInfraPol tnMonInfraPolName=
infraRsMonNodeInfraPol rsmonNodeInfraPol tnMonInfraPolName=
infraRsMstInstPol rsmstInstPol tnStpInstPolName=
infraRsNetflowMonitorPol rsnetflowMonitorPol-[{tnNetflowMonitorPolName}]-{fltType} fltType=ipv4
  tnNetflowMonitorPolName=
infraRsNetflowNodePol rsnetflowNodePol tnNetflowNodePolName=
infraRsPoeIfPol rspoeIfPol tnPoeIfPolName=
infraRsPortDirection rsportDirection-[{tDn}] direc=DownLink tDn=
infraRsQosEgressDppIfPol rsQosEgressDppIfPol tnQosDppPolName=
infraRsQosIngressDppIfPol rsQosIngressDppIfPol tnQosDppPolName=
infraRsQosLlfcIfPol rsqosLlfcIfPol tnQosLlfcIfPolName=
infraRsQosPfcIfPol rsqosPfcIfPol tnQosPfcIfPolName=
infraRsQosSdIfPol rsqosSdIfPol tnQosSdIfPolName=
infraRsSpAccGrp rsspAccGrp tDn=
infraRsSpAccPortP rsspAccPortP-[{tDn}] tDn=
infraRsSpineAccNodePGrp rsspineAccNodePGrp tDn=
infraRsSpineBfdIpv4InstPol rsspineBfdIpv4InstPol tnBfdIpv4InstPolName=
infraRsSpineBfdIpv6InstPol rsspineBfdIpv6InstPol tnBfdIpv6InstPolName=
infraRsSpineCoppProfile rsspineCoppProfile tnCoppSpineProfileName=
infraRsSpinePGrpToCdpIfPol rsspinePGrpToCdpIfPol tnCdpIfPolName=
infraRsSpinePGrpToLldpIfPol rsspinePGrpToLldpIfPol tnLldpIfPolName=
infraRsStormctrlIfPol rsstormctrlIfPol tnStormctrlIfPolName=
infraRsStpIfPol rsstpIfPol tnStpIfPolName=
infraRsSubPortAccBndlSubgrp rssubPortAccBndlSubgrp tDn=
infraRsTopoctrlFwdScaleProfPol rstopoctrlFwdScaleProfPol tnTopoctrlFwdScaleProfilePolName=
infraRsVlanNs rsvlanNs tDn=
infraSHPortS shports-{name}-typ-{type} type=range|ALL
infraSetPol settings disableEpDampening=no domainValidation=no enableMoStreaming=yes enableRemoteLeafDirect=no
  enforceSubnetCheck=no leafOpflexpAuthenticateClients=no leafOpflexpUseSsl=no opflexpAuthenticateClients=yes
  opflexpUseSsl=yes reallocateGipo=no restrictInfraVLANTraffic=no unicastXrEpLearnDisable=no
  validateOverlappingVlans=no
infraSpAccPortGrp spaccportgrp-{name}
infraSpAccPortP spaccportprof-{name}
infraSpineAccNodePGrp spaccnodepgrp-{name}
infraSpineP spprof-{name}
infraSpineS spines-{name}-typ-{type} type=range
infraSubPortBlk subportblk-{name} fromCard=1 fromPort=1 fromSubPort=1 toCard=1 toPort=1 toSubPort=1
l2IfPol l2IfP-{name} qinq=disabled|corePort|doubleQtagPort|edgePort vepa=disabled vlanScope=global|portlocal
l2InstPol l2pol-{name} fabricMtu=9000 managementMtu=9000
l2LoadBalancePol loadbalanceP hashFields=
l2PortAuthCfgPol portauthcfgpol macAuth=eap|bypass maxReauthReq=2 maxReq=2 reAuth=no reAuthPeriod=3600
  serverTimeout=30 suppTimeout=30 txPeriod=30
l2PortAuthPol portauthpol-{name} adminSt=disabled hostMode=single-host|multi-auth|multi-domain|multi-host
l2extDomP l2dom-{name}
lacpEnhancedLagPol enlacplagp-{name} id= lbmode=src-dst-ip mode=active|passive numLinks=2
lacpIfPol lacpifp-{name} prio=32768 txRate=normal
lacpLagPol lacplagp-{name} ctrl=fast-sel-hot-stdby,graceful-conv,susp-individual maxLinks=16 minLinks=1 mode=off
lldpIfPol lldpIfP-{name} adminRxSt=enabled adminTxSt=enabled portDCBXPVer=CEE|IEEE
macsecFabIfPol macsecfabifp-{name} adminSt=enabled
macsecFabParamPol fabparamp-{name} cipherSuite=gcm-aes-xpn-256 confOffset= keySvrPrio= replayWindow=64
  sakExpiryTime= secPolicy=should-secure
macsecFabPolCont macsecpcontfab
macsecIfPol macsecifp-{name} adminSt=enabled
macsecKeyChainPol keychainp-{name}
macsecKeyPol keyp-{keyName} endTime=infinite keyName= preSharedKey= startTime=now
macsecParamPol paramp-{name} cipherSuite=gcm-aes-xpn-256 confOffset=offset-0 keySvrPrio=16 replayWindow=64
  sakExpiryTime= secPolicy=should-secure
macsecPolCont macsecpcont
macsecRsToKeyChainPol rsToKeyChainPol tDn=
macsecRsToParamPol rsToParamPol tDn=
mcpIfPol mcpIfP-{name} adminSt=enabled gracePeriod=3 gracePeriodMsec=0 maxPduPerVlanLimit=256 mcpMode=off|on
  mcpPduPerVlan=on|off strictInitDelayTime=0 strictTxFreq=0 strictTxFreqMsec=500
mcpInstPol mcpInstP-{name} adminSt=disabled ctrl= initDelayTime=180 key= loopDetectMult=3
  loopProtectAct=port-disable txFreq=2 txFreqMsec=0
netflowVmmExporterPol vmmexporterpol-{name} dstAddr= dstPort= srcAddr=0.0.0.0 ver=v9
nwsFwPol fwP-{name} mode=learning|disabled|enabled
physDomP phys-{name}
poeIfPol poeIfP-{name} adminSt=disabled consumption=4000 max=30000 mode=auto|never|static poeVoiceVlan=
  policeAct=err-dis|log|none prioHigh=no
poeRsPoeEpg rspoeEpg tDn=
ptpProfile ptpprofile-{name} announceIntvl=1 announceTimeout=3 delayIntvl=-3 localPriority=128 profileTemplate=
  ptpoeDstMacRxNoMatch=replyWithCfgMac ptpoeDstMacType=forwardable syncIntvl=1
qosBuffer buffer min=0
qosClass class-{prio} admin=enabled mtu=9000 prio= > qosSched qosQueue qosCong qosBuffer
qosCong cong afdQueueLength=0 algo=tail-drop ecn=disabled forwardNonEcn=disabled wredMaxThreshold=100
  wredMinThreshold=0 wredProbability=0 wredWeight=0
qosInstPol qosinst-{name} ctrl= etrapAgeTimer=0 etrapByteCt=0 fabricFlushInterval=500 fabricFlushSt=disabled
qosLlfcIfPol llfc-{name} llfcRcvAdminSt=off|on llfcSendAdminSt=off|on
qosPfcIfPol pfc-{name} adminSt=auto|off|on
qosPfcPol pfcpol-{name} adminSt=no enableScope=tor noDropCos=
qosQueue queue limit=1522 meth=dynamic
qosSched sched bw=20 meth=
qosSdIfPol qossdpol-{name} congClearAction=off|err-disable|log congDetectMult=10 flushAdminSt=disabled
  flushIntvl=500
spanFilterEntry
  proto-{ipProto}-src-[{srcAddr}]-dst-[{dstAddr}]-srcPortFrom-{srcPortFrom}-srcPortTo-{srcPortTo}${toPorts}
  dstAddr= dstPortFrom= dstPortTo= ipProto= srcAddr= srcPortFrom= srcPortTo=
spanFilterGrp filtergrp-{name}
spanRsDestPathEp rsdestPathEp-[{tDn}] mtu=1518 tDn=
spanRsDestToVPort rsdestToVPort-[{tDn}] tDn=
spanRsSrcGrpToFilterGrp rssrcGrpToFilterGrp tDn=
spanRsSrcToBD rssrcToBD tDn=
spanRsSrcToCtx rssrcToCtx tDn=
spanRsSrcToL3extOut rssrcToL3extOut addr=0.0.0.0 encap=unknown tDn=
spanRsSrcToPathEp rssrcToPathEp-[{tDn}] tDn=
spanRsSrcToVPort rssrcToVPort-[{tDn}] tDn=
spanVDest vdest-{name}
spanVDestGrp vdestgrp-{name}
spanVEpgSummary vepgsummary dscp=unspecified dstIp= flowId=1 mtu=1518 srcIpPrefix=0.0.0.0 ttl=64
spanVSrc vsrc-{name} dir=both
spanVSrcGrp vsrcgrp-{name} adminSt=start
stormctrlIfPol stormctrlifp-{name} bcBurstPps=unspecified bcBurstRate= bcRate= bcRatePps=unspecified
  burstPps=unspecified burstRate= isUcMcBcStormPktCfgValid= mcBurstPps=unspecified mcBurstRate= mcRate=
  mcRatePps=unspecified rate= ratePps=unspecified stormCtrlAction=drop stormCtrlSoakInstCount=3 type=all
  uucBurstPps=unspecified uucBurstRate= uucRate= uucRatePps=unspecified
stpIfPol ifPol-{name} ctrl=
stpInstPol mstpInstPol-{name}
stpMstDomPol mstpDomPol-{name} id=
stpMstRegionPol mstpRegionPol-{name} regName= rev=
synceEthIfPol synceEthIfP-{name} adminSt=disabled qloptype=none|op1|op2g1|op2g2
  qlrcvexactval=fsync-ql-common-none qlrcvhval=fsync-ql-common-none qlrcvlval=fsync-ql-common-none
  qltxexactval=fsync-ql-common-none qltxhval=fsync-ql-common-none qltxlval=fsync-ql-common-none selinput=no
  srcpriority=100 ssm=yes wtr=5
topoctrlFwdScaleProfilePol fwdscalepol-{name} profType=dual-stack
vmmClusterCtrlrP clusterctrlr-{name} hostOrIp= port=0 rootContName=
vmmCtrlrP ctrlr-{name} aosVersion=unknown dvsVersion=unmanaged hostOrIp= inventoryTrigSt=untriggered
  mode=default port=0 rootContName= scope=vm statsMode=disabled
vmmDomP dom-{name} accessMode=read-write|read-only arpLearning=disabled aveTimeOut=30 configInfraPg=no
  ctrlKnob=epDpVerify customSwitchName= delimiter= enableAVE=no enableTag=no enableVmFolder=no
  encapMode=unknown|ivxlan|vlan|vxlan enfPref=hw|sw|unknown epInventoryType=on-link|none epRetTime=0
  hvAvailMonitor=no mcastAddr=
  mode=default|cf|k8s|n1kv|nsx|nutanix_pc|nutanix_pe|openshift|ovs|rancher|rhev|unknown
  prefEncapMode=unspecified|vlan|vxlan
vmmProvP vmmp-{vendor} vendor=
vmmRsAcc rsacc tDn=
vmmRsClusterAcc rsclusterAcc tDn=
vmmRsDomMcastAddrNs rsdomMcastAddrNs tDn=
vmmRsMgmtEPg rsmgmtEPg tDn=
vmmRsUsrAggrLagPolAtt rsUsrAggrLagPolAtt tDn=
vmmRsVswitchExporterPol rsvswitchExporterPol-[{tDn}] tDn=
vmmRsVswitchOverrideCdpIfPol rsvswitchOverrideCdpIfPol tDn=
vmmRsVswitchOverrideFwPol rsvswitchOverrideFwPol tDn=
vmmRsVswitchOverrideLacpPol rsvswitchOverrideLacpPol tDn=
vmmRsVswitchOverrideLldpIfPol rsvswitchOverrideLldpIfPol tDn=
vmmRsVswitchOverrideMtuPol rsvswitchOverrideMtuPol tDn=
vmmRsVswitchOverrideStpPol rsvswitchOverrideStpPol tDn=
vmmUplinkP uplinkp-{uplinkId} id= uplinkId= uplinkName=
vmmUplinkPCont uplinkpcont id= numOfUplinks=
vmmUsrAccP usracc-{name} pwd= usr=
vmmUsrAggr usraggr-{name} aggrImedcy=lazy forgedTransmit=Disabled macChange=Disabled promMode=Disabled
vmmVSwitchPolicyCont vswitchpolcont
`;
