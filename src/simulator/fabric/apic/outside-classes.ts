/**
 * Classes for L3Outs with their nodes, interfaces and protocols, for multicast, and for route maps. See
 * `class-table.ts`.
 */

/**
 * The classes by name. Each has the last part of its path, its attributes with defaults, and the classes of objects
 * that are created with it.
 */
export const outsideClasses = `
bfdIfP bfdIfP key= keyId=1 type=none
bfdIfPol bfdIfPol-{name} adminSt=enabled ctrl= detectMult=3 echoAdminSt=enabled echoRxIntvl=50 minRxIntvl=50
  minTxIntvl=50
bfdMhIfP bfdMhIfP key= keyId= type=
bfdMhIfPol bfdMhIfPol-{name} adminSt=enabled detectMult=3 minRxIntvl= minTxIntvl=
bfdMhNodeP bfdMhNodeP key= keyId=1 type=none
bfdMhNodePol bfdMhNodePol-{name} adminSt=enabled detectMult=3 minRxIntvl=250 minTxIntvl=250
bfdMicroBfdP microBfdP adminState=yes dst= stTm=0
bfdRsIfPol rsIfPol tnBfdIfPolName=
bfdRsMhIfPol rsMhIfPol tnBfdMhIfPolName=
bfdRsMhNodePol rsMhNodePol tnBfdMhNodePolName=
bgpAsP as asn=
bgpBestPathCtrlPol bestpath-{name} ctrl=
bgpCtxAfPol bgpCtxAfP-{name} ctrl= eDist=20 iDist=200 localDist=220 maxEcmp=16 maxEcmpIbgp=16 maxLocalEcmp=
bgpCtxPol bgpCtxP-{name} grCtrl=helper holdIntvl=180 kaIntvl=60 maxAsLimit=0 staleIntvl=default
bgpExtP bgpExtP
bgpInfraPeerP infraPeerP-[{addr}] addr= adminSt=enabled ctrl= dataPlaneAddr= password= peerCtrl= peerT=vxlan-bgw
  srcIfT=l3out-loopback ttl=1
bgpLocalAsnP localasn asnPropagate=none localAsn=
bgpPeerP peerP-[{addr}] addr= addrTCtrl=af-mcast,af-ucast adminSt=enabled allowedSelfAsCnt=3 connectivityType= ctrl=
  password= peerCtrl= privateASctrl= ttl=1 weight=0
bgpPeerPfxPol bgpPfxP-{name} action=reject maxPfx=20000 restartTime=infinite thresh=75
bgpProtP protp
bgpRsBestPathCtrlPol rsBestPathCtrlPol tnBgpBestPathCtrlPolName=
bgpRsBgpNodeCtxPol rsbgpNodeCtxPol tnBgpCtxPolName=
bgpRsPeerPfxPol rspeerPfxPol tnBgpPeerPfxPolName=
bgpRsPeerToProfile rspeerToProfile-[{tDn}]-{direction} direction=export tDn=
bgpRtSummPol bgprtsum-{name} addrTCtrl= attrmap= ctrl=
bgpRtTarget rt-[{rt}]-{type} rt= type=import
bgpRtTargetP rtp-{af} af=ipv4-ucast
eigrpAuthIfP eigrpAuthIfP
eigrpCtxAfPol eigrpCtxAfP-{name} actIntvl=3 extDist=170 intDist=90 maxPaths=8 metricStyle=narrow
eigrpExtP eigrpExtP asn=1
eigrpIfP eigrpIfP
eigrpIfPol eigrpIfPol-{name} bw= ctrl= delay= delayUnit= helloIntvl= holdIntvl=
eigrpRsIfPol rsIfPol tnEigrpIfPolName=
eigrpRsKeyChainPol rsKeyChainPol tnFvKeyChainPolName=
hsrpGroupP hsrpGroupP-{name} configIssues= groupAf=ipv4 groupId= groupName= ip= ipObtainMode=admin mac=
hsrpGroupPol hsrpGroupPol-{name} ctrl= helloIntvl= holdIntvl= key= preemptDelayMin= preemptDelayReload=
  preemptDelaySync= prio= secureAuthKey= timeout= type=
hsrpIfP hsrpIfP version=v1
hsrpIfPol hsrpIfPol-{name} ctrl= delay= reloadDelay=
hsrpRsGroupPol rsGroupPol tnHsrpGroupPolName=
hsrpRsIfPol rsIfPol tnHsrpIfPolName=
hsrpSecVip hsrpSecVip-[{ip}] configIssues= ip=
igmpCtxP igmpctxp
igmpIfP igmpIfP
igmpIfPol igmpIfPol-{name} grpTimeout=260 ifCtrl= lastMbrCnt=2 lastMbrRespTime=1 querierTimeout=255 queryIntvl=125
  robustFac=2 rspIntvl=25 startQueryCnt=2 startQueryIntvl=31 ver=v2
igmpRepPol igmprepPol
igmpRsIfPol rsIfPol tDn=
igmpSSMXlateP ssmxlate-[{grpPfx}]-[{srcAddr}] grpPfx= srcAddr=0.0.0.0/0
igmpSnoopPol snPol-{name} adminSt=enabled ctrl= lastMbrIntvl=1 queryIntvl=125 rspIntvl=10 startQueryCnt=2
  startQueryIntvl=31 ver=v2
igmpStRepPol igmpstrepPol-{joinType} joinType=static-group
igmpStateLPol igmpstateLPol max=unlimited rsvd=undefined
ipNexthopEpP nh-[{nhAddr}] nhAddr=
ipNexthopP nh-[{nhAddr}] nhAddr= pref=1 type=prefix
ipRouteP rt-[{ip}] aggregate=no ip= pref=1 rtCtrl=
ipRsNHTrackMember rsNHTrackMember tDn=
ipRsNexthopRouteTrack rsNexthopRouteTrack tDn=
ipRsRouteTrack rsRouteTrack tDn=
l3extConsLbl conslbl-{name} owner=infra tag=
l3extDefaultRouteLeakP defrtleak always=no criteria=only scope=
l3extFabricExtRoutingP fabricExtRoutingP-{name}
l3extInfraNodeP infranodep fabricExtCtrlPeering=yes fabricExtIntersiteCtrlPeering=
l3extInstP instP-{name} exceptionTag= floodOnEncap=disabled matchT=AtleastOne pcEnfPref=unenforced
  prefGrMemb=exclude prio=unspecified targetDscp=unspecified > fvRsCustQosPol
l3extIp addr-[{addr}] addr= ipv6Dad=enabled
l3extLIfP lifp-{name} prio=unspecified tag=yellow-green
l3extLNodeP lnodep-{name} configIssues= tag=yellow-green targetDscp=unspecified
l3extLoopBackIfP lbp-[{addr}] addr=
l3extMember mem-{side} addr=0.0.0.0 ipv6Dad=enabled llAddr=:: side=A
l3extOut out-{name} enforceRtctrl=export mplsEnabled= targetDscp=
l3extProvLbl provlbl-{name} tag=
l3extRouteTagPol rttag-{name} tag=4294967295
l3extRsArpIfPol rsArpIfPol tnArpIfPolName=
l3extRsDampeningPol rsdampeningPol-[{tnRtctrlProfileName}]-{af} af=ipv4-ucast tnRtctrlProfileName=
l3extRsDynPathAtt rsdynPathAtt-[{tDn}] encap= floatingAddr=0.0.0.0 forgedTransmit=Disabled macChange=Disabled
  promMode=Disabled tDn=
l3extRsEctx rsectx tnFvCtxName=
l3extRsEgressQosDppPol rsegressQosDppPol tnQosDppPolName=
l3extRsIngressQosDppPol rsingressQosDppPol tnQosDppPolName=
l3extRsInstPToProfile rsinstPToProfile-[{tnRtctrlProfileName}]-{direction} direction=import tnRtctrlProfileName=
l3extRsInterleakPol rsinterleakPol tnRtctrlProfileName=
l3extRsL3DomAtt rsl3DomAtt tDn=
l3extRsLIfPCustQosPol rslIfPCustQosPol tnQosCustomPolName=
l3extRsLIfPToNetflowMonitorPol rslIfPToNetflowMonitorPol-[{tnNetflowMonitorPolName}]-{fltType} fltType=ipv4
  tnNetflowMonitorPolName=
l3extRsLNodePMplsCustQosPol rslNodePMplsCustQosPol tDn=
l3extRsLblToInstP rslblToInstP-[{tDn}] tDn=
l3extRsLblToProfile rslblToProfile-[{tDn}]-{direction} direction=import tDn=
l3extRsNdIfPol rsNdIfPol tnNdIfPolName=
l3extRsNodeL3OutAtt rsnodeL3OutAtt-[{tDn}] configIssues= rtrId= rtrIdLoopBack=yes tDn=
l3extRsOutToFBRGroup rsoutToFBRGroup-[{tDn}] tDn=
l3extRsPathL3OutAtt rspathL3OutAtt-[{tDn}] addr=0.0.0.0 autostate=false descr= encap=unknown encapScope=local
  ifInstT=unspecified ipv6Dad=true isMultiPodDirect=no llAddr=:: mac=00:22:BD:F8:19:FF mode=regular mtu=inherit tDn=
  targetDscp=unspecified
l3extRsProvBgwSet rsProvBgwSet tDn=
l3extRsRedistributePol rsredistributePol-[{tnRtctrlProfileName}]-{src} src=static tnRtctrlProfileName=
l3extRsSubnetToProfile rssubnetToProfile-[{tnRtctrlProfileName}]-{direction} direction=import tnRtctrlProfileName=
l3extRsSubnetToRtSumm rsSubnetToRtSumm tDn=
l3extRsVSwitchEnhancedLagPol rsvSwitchEnhancedLagPol-[{tDn}] tDn=
l3extSubnet extsubnet-[{ip}] aggregate= ip= scope=import-security
l3extVirtualLIfP vlifp-[{nodeDn}]-[{encap}] addr= autostate=false encap= encapScope= ifInstT=ext-svi ipv6Dad=true
  llAddr=:: mac=00:22:BD:F8:19:FF mode=regular mtu=inherit nodeDn= targetDscp=unspecified
l3extVirtualLIfPLagPolAtt vlifplagpolatt
leakExternalPrefix leakextsubnet-[{ip}] ge= ip= le=
leakInternalPrefix leakintprefix-[{ip}] ge= ip= le= scope=private
leakInternalSubnet leakintsubnet-[{ip}] ip= scope=private
leakRoutes leakroutes
leakTo to-[{tenantName}]-[{ctxName}] ctxName= scope= tenantName= toCtxDn=
mldSnoopPol mldsnoopPol-{name} adminSt=disabled ctrl= lastMbrIntvl=1 queryIntvl=125 rspIntvl=10 startQueryCnt=2
  startQueryIntvl=31 ver=v2
mplsExtP mplsextp
mplsIfP mplsIfP
mplsLabelPol mplslabelpol-{name}
mplsNodeSidP nodesidp-{sidoffset} loopbackAddr= sidoffset=
mplsRsIfPol rsIfPol tnMplsIfPolName=default
mplsRsLabelPol rsLabelPol tDn=uni/tn-infra/mplslabelpol-default
mplsSrgbLabelPol mplssrgblabelpol-{localId} localId= maxSrgbLabel= minSrgbLabel=
ndIfPol ndifpol-{name} ctrl=unspecified hopLimit=64 mtu=9000 nsIntvl=1000 nsRetries=3 nudRetryBase=1
  nudRetryInterval=1000 nudRetryMaxAttempts=3 raIntvl=600 raLifetime=1800 reachableTime=0 retransTimer=0
ndPfxPol ndpfxpol-{name} ctrl= lifetime=2592000 prefLifetime=604800
ospfCtxPol ospfCtxP-{name} bwRef=40000 ctrl= dist=110 grCtrl= lsaArrivalIntvl=1000 lsaGpPacingIntvl=10
  lsaHoldIntvl=5000 lsaMaxIntvl=5000 lsaStartIntvl=0 maxEcmp=8 maxLsaAction=reject maxLsaNum=20000
  maxLsaResetIntvl=10 maxLsaSleepCnt=5 maxLsaSleepIntvl=5 maxLsaThresh=75 spfHoldIntvl=1000 spfInitIntvl=200
  spfMaxIntvl=5000
ospfExtP ospfExtP areaCost=1 areaCtrl=redistribute,summary areaId= areaType=regular multipodInternal=no
ospfIfP ospfIfP authKey= authKeyId=1 authType=none
ospfIfPol ospfIfPol-{name} cost=unspecified ctrl= deadIntvl=40 helloIntvl=10 nwT=bcast pfxSuppress=inherit prio=1
  rexmitIntvl=5 xmitDelay=1
ospfRsIfPol rsIfPol tnOspfIfPolName=
ospfRtSummPol ospfrtsumm-{name} cost= interAreaEnabled= tag=
pimASMPatPol asmpat ctrl=
pimAutoRPPol autorp ctrl=
pimBDDestFilterPol pimbddestfilterp
pimBDFilterPol pimbdfilterp
pimBDP pimbdp
pimBDSrcFilterPol pimbdsrcfilterp
pimBSRFilterPol bsfilter
pimBSRPPol bsrp ctrl=
pimCSWEntry src-[{src}]-grp-[{grp}] excludeRemoteLeafs=no grp= podId=1 src=0.0.0.0/0
pimCSWPol cswpol
pimCtxP pimctxp ctrl= mtu=1500
pimExtP pimextp enabledAf=
pimFabricRPPol fabricrp
pimIPV6CtxP pimipv6ctxp ctrl= mtu=1500
pimIPV6IfP pimipv6ifp
pimIfP pimifp
pimIfPol pimifpol-{name} authKey= authT=none ctrl= drDelay=3 drPrio=1 helloItvl=30000 jpInterval=60 secureAuthKey=
pimInterVRFEntryPol intervrfent-[{srcVrfDn}] srcVrfDn=
pimInterVRFPol intervrf
pimJPInbFilterPol jpinbfilter
pimJPOutbFilterPol jpoutbfilter
pimMAFilterPol mafilter
pimNbrFilterPol nbrfilter
pimRPGrpRangePol rpgrprange
pimRegTrPol regtr maxRate=65535 srcIp=
pimResPol res max=unlimited rsvd=undefined
pimRouteMapEntry rtmapentry-{order} action=permit grp= order= rp= src=
pimRouteMapPol rtmap-{name}
pimRsIfPol rsIfPol tDn=
pimRsV6IfPol rsV6IfPol tDn=
pimSGRangeExpPol sgrangeexp sgExpItvl=default-timeout
pimSSMPatPol ssmpat
pimSSMRangePol ssmrange
pimSharedRangePol sharedrange
pimStaticRPEntryPol staticrpent-[{rpIp}] rpIp=
pimStaticRPPol staticrp
rtctrlAttrP attr-{name}
rtctrlCtxP ctx-{name} action=permit order=0
rtctrlMatchCommFactor commfct-{community} community= scope=transitive
rtctrlMatchCommRegexTerm commrxtrm-{commType} commType=regular regex=
rtctrlMatchCommTerm commtrm-{name}
rtctrlMatchRtDest dest-[{ip}] aggregate=no fromPfxLen=0 ip= toPfxLen=0
rtctrlProfile prof-{name} autoContinue=no type=combinable
rtctrlRsCtxPToSubjP rsctxPToSubjP-{tnRtctrlSubjPName} tnRtctrlSubjPName=
rtctrlRsScopeToAttrP rsScopeToAttrP tnRtctrlAttrPName=
rtctrlRsSetPolicyTagToInstP rssetPolicyTagToInstP tDn=
rtctrlScope scp
rtctrlSetASPath saspath-{criteria} criteria=prepend lastnum=1 type=as-path
rtctrlSetASPathASN asn-{order} asn= order=0
rtctrlSetAddComm saddcomm-{community} community= setCriteria=append type=community
rtctrlSetComm scomm community= setCriteria=append type=community
rtctrlSetDamp sdamp halfLife=15 maxSuppressTime=60 reuse=750 suppress=2000 type=dampening-pol
rtctrlSetNh nh addr= type=ip-nh
rtctrlSetNhUnchanged nhunchanged type=nh-unchanged
rtctrlSetPolicyTag sptag type=policy-tag
rtctrlSetPref spref localPref= type=local-pref
rtctrlSetRedistMultipath redistmpath type=redist-multipath
rtctrlSetRtMetric smetric metric= type=metric
rtctrlSetRtMetricType smetrict metricType= type=metric-type
rtctrlSetTag srttag tag= type=rt-tag
rtctrlSetWeight sweight type=rt-weight weight=
rtctrlSubjP subj-{name}
rtdmcRsFilterToRtMapPol rsfilterToRtMapPol tDn=
`;
