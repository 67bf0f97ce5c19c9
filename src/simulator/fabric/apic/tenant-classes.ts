/**
 * Classes for EPGs, contracts, services, policies of endpoints, QoS, monitoring, SPAN and NetFlow. See
 * `class-table.ts`.
 */

/**
 * The classes by name. Each has the last part of its path, its attributes with defaults, and the classes of objects
 * that are created with it.
 */
export const tenantClasses = `
aaaDomainRef domain-{name}
dhcpLbl dhcplbl-{name} owner=tenant tag=
dhcpOption opt-{name} data= id=0
dhcpOptionPol dhcpoptpol-{name}
dhcpRelayGwExtIp relayGwExtIp
dhcpRelayP relayp-{name} mode=visible owner=tenant
dhcpRsDhcpOptionPol rsdhcpOptionPol tnDhcpOptionPolName=
dhcpRsProv rsprov-[{tDn}] addr= tDn=
dnsLbl dnslbl-{name}
faultSevAsnP fsevp-{code} code= initial=inherit target=inherit
fhsBDPol bdpol-{name} ipInspectAdminSt=enabled-both raGuardAdminSt=enabled srcGuardAdminSt=enabled-both
fhsRaGuardPol raguardpol managedConfigCheck=no managedConfigFlag=no maxHopLimit=0 maxRouterPref= minHopLimit=0
  otherConfigCheck=no otherConfigFlag=no
fhsTrustCtrlPol trustctrlpol-{name} hasDhcpv4Server=no hasDhcpv6Server=no hasIpv6Router=no trustArp=no trustNd=no
  trustRa=no
fvAEPg epg-{name} exceptionTag= floodOnEncap=disabled fwdCtrl= hasMcastSource=no isAttrBasedEPg=no matchT=AtleastOne
  pcEnfPref=unenforced pcTag= prefGrMemb=exclude prio=unspecified shutdown=no > fvRsBd fvRsCustQosPol
fvAEPgAddrMgmtPoolAtt epgipampoolatt
fvAEPgLagPolAtt epglagpolatt
fvAccP accp encap=
fvAp ap-{name} prio=unspecified
fvBD BD-{name} OptimizeWanBandwidth=no arpFlood=no enableRogueExceptMac=no epClear=no epMoveDetectMode=
  hostBasedRouting=no intersiteBumTrafficAllow=no intersiteL2Stretch=no ipLearning=yes ipv6McastAllow=no
  limitIpLearnToSubnets=yes llAddr=:: mac=280487012409856 mcastARPDrop=yes mcastAllow=no multiDstPktAct=bd-flood
  seg= serviceBdRoutingDisable=no type=regular unicastRoute=yes unkMacUcastAct=proxy unkMcastAct=flood
  v6unkMcastAct=flood vmac=not-applicable > fvRsBDToNdP fvRsBdToEpRet fvRsCtx fvRsIgmpsn fvRsMldsn
fvCepNetCfgPol cepNetCfgPol-{name} dnsSearchSuffix= dnsServers= dnsSuffix= endIp=0.0.0.0 startIp=0.0.0.0
  winsServers=
fvCrtrn crtrn match=any prec=0 scope=scope-bd
fvCtx ctx-{name} bdEnforcedEnable=no ipDataPlaneLearning=enabled knwMcastAct=permit pcEnfDir=ingress
  pcEnfPref=enforced pcTag= scope= vrfIndex=0 > fvRsBgpCtxPol fvRsCtxToEpRet fvRsCtxToExtRouteTagPol fvRsOspfCtxPol
  vzAny
fvCtxRtSummPol ctxrtsummpol-{name}
fvDnsAttr dnsattr-{name} filter=
fvEPSelector epselector-[{matchExpression}] matchExpression=
fvEPgSelector epgselector-[{matchEpgDn}] matchEpgDn=
fvESg esg-{name} exceptionTag= floodOnEncap=disabled instrImedcy= matchT=AtleastOne pcEnfPref=unenforced
  prefGrMemb=exclude prio=unspecified shutdown=no > fvRsCustQosPol fvRsScope
fvEpAnycast epAnycast-{mac} mac=
fvEpIpTag epiptag-[{ip}]-{ctxName} ctxName= id= ip=
fvEpMacTag epmactag-{mac}-[{bdName}] bdName= ctxName= id= mac=
fvEpNlb epnlb group=0.0.0.0 mac=00:00:00:00:00:00 mode=
fvEpReachability epReach
fvEpRetPol epRPol-{name} bounceAgeIntvl= bounceTrig=protocol holdIntvl=300 localEpAgeIntvl= moveFreq=
  remoteEpAgeIntvl=
fvEpTags eptags
fvExtRoutableUcastConnP extRtUcastConnP-[{addr}] addr=
fvExternalSubnetSelector extsubselector-[{ip}] ip= shared=no
fvFBRGroup fbrg-{name}
fvFBRMember nexthop-[{rnhAddr}] rnhAddr=
fvFBRoute pfx-[{fbrPrefix}] fbrPrefix=
fvFabricExtConnP fabricExtConnP-{id} id= rt= siteId=0
fvIPSLAMonitoringPol ipslaMonitoringPol-{name} httpMethod=get httpUri= httpVersion=HTTP10 ipv4Tos=0
  ipv6TrfClass=0 reqDataSize=28
  slaDetectMultiplier= slaFrequency= slaPort= slaType= threshold=900 timeout=900
fvIdGroupAttr idgattr-[{selector}] selector=
fvIp ip-[{addr}] addr=
fvIpAttr ipattr-{name} ip= usefvSubnet=no
fvMacAttr macattr-{name} mac=
fvPeeringP peeringP password= type=automatic_with_full_mesh
fvPodConnP podConnP-{id} id=
fvRogueExceptionMac rgexpmac-{mac} mac=
fvRsABDPolMonPol rsABDPolMonPol tnMonEPGPolName=
fvRsAEPgMonPol rsAEPgMonPol tnMonEPGPolName=
fvRsAddrMgmtPool rsAddrMgmtPool tDn=
fvRsAepAtt rsaepAtt-{tnInfraAttEntityPName} encap=unknown instrImedcy=lazy mode=regular primaryEncap=unknown
  tnInfraAttEntityPName=
fvRsApMonPol rsApMonPol tnMonEPGPolName=
fvRemoteSGT remotesgt remotePcTag=
fvRsBDSubnetToOut rsBDSubnetToOut-{tnL3extOutName} tnL3extOutName=
fvRsBDSubnetToProfile rsBDSubnetToProfile tnRtctrlProfileName=
fvRsBDToFhs rsBDToFhs tnFhsBDPolName=
fvRsBDToNdP rsBDToNdP tnNdIfPolName=
fvRsBDToNetflowMonitorPol rsBDToNetflowMonitorPol-[{tnNetflowMonitorPolName}]-{fltType} fltType=ipv4
  tnNetflowMonitorPolName=
fvRsBDToOut rsBDToOut-{tnL3extOutName} tnL3extOutName=
fvRsBDToProfile rsBDToProfile tnL3extOutName= tnRtctrlProfileName=
fvRsBDToRelayP rsBDToRelayP tnDhcpRelayPName=
fvRsBd rsbd tnFvBDName=
fvRsBdToEpRet rsbdToEpRet resolveAct=resolve tnFvEpRetPolName=
fvRsBgpCtxPol rsbgpCtxPol tnBgpCtxPolName=
fvRsCons rscons-{tnVzBrCPName} intent=install prio=unspecified tDn= tnVzBrCPName=
fvRsConsIf rsconsIf-{tnVzCPIfName} prio=unspecified tDn= tnVzCPIfName=
fvRsCtx rsctx tnFvCtxName=
fvRsCtxMonPol rsCtxMonPol tnMonEPGPolName=
fvRsCtxToBgpCtxAfPol rsctxToBgpCtxAfPol-[{tnBgpCtxAfPolName}]-{af} af=ipv4-ucast tDn= tnBgpCtxAfPolName=
fvRsCtxToEigrpCtxAfPol rsctxToEigrpCtxAfPol-[{tnEigrpCtxAfPolName}]-{af} af=ipv4-ucast tnEigrpCtxAfPolName=
fvRsCtxToEpRet rsctxToEpRet tnFvEpRetPolName=
fvRsCtxToExtRouteTagPol rsctxToExtRouteTagPol tnL3extRouteTagPolName=
fvRsCtxToOspfCtxPol rsctxToOspfCtxPol-[{tnOspfCtxPolName}]-{af} af=ipv6-ucast tnOspfCtxPolName=
fvRsCustQosPol rscustQosPol tnQosCustomPolName=
fvRsDomAtt rsdomAtt-[{tDn}] apiMode=mgmt bindingType=none classPref=encap customEpgName= delimiter= encap=unknown
  encapMode=auto epgCos=Cos0 epgCosPref=disabled instrImedcy=lazy ipamDhcpOverride=0.0.0.0 ipamEnabled=no
  ipamGateway=0.0.0.0 lagPolicyName= netflowDir=both netflowPref=disabled numPorts=0 portAllocation=none
  primaryEncap=unknown primaryEncapInner=unknown resImedcy=lazy secondaryEncapInner=unknown switchingMode=native
  tDn= untagged=no vnetOnly=no
fvRsDppPol rsdppPol tnQosDppPolName=
fvRsIgmpsn rsigmpsn tnIgmpSnoopPolName=
fvRsIntraEpg rsintraEpg-{tnVzBrCPName} intent=install tnVzBrCPName=
fvRsIpslaMonPol rsIpslaMonPol tDn=
fvRsMldsn rsmldsn tnMldSnoopPolName=
fvRsNdPfxPol rsNdPfxPol tnNdPfxPolName=
fvRsNodeAtt rsnodeAtt-[{tDn}] descr= encap=unknown instrImedcy=lazy mode=regular tDn=
fvRsOspfCtxPol rsospfCtxPol tnOspfCtxPolName=
fvRsOtmListMember rsotmListMember-[{tDn}] tDn= weight=10
fvRsPathAtt rspathAtt-[{tDn}] descr= encap=unknown instrImedcy=lazy mode=regular primaryEncap=unknown tDn=
fvRsProtBy rsprotBy-{tnVzTabooName} tnVzTabooName=
fvRsProv rsprov-{tnVzBrCPName} intent=install matchT=AtleastOne prio=unspecified tDn= tnVzBrCPName=
fvRsScope rsscope tnFvCtxName=
fvRsSecInherited rssecInherited-[{tDn}] tDn=
fvRsStCEpToPathEp rsstCEpToPathEp-[{tDn}] tDn=
fvRsSubnetToRtSummPol rsSubnetToRtSummPol tDn=
fvRsTenantMonPol rsTenantMonPol tnMonEPGPolName=
fvRsTrustCtrl rstrustCtrl tnFhsTrustCtrlPolName=
fvRsVmmVSwitchEnhancedLagPol rsvmmVSwitchEnhancedLagPol tDn=
fvRsVrfValidationPol rsvrfValidationPol tnL3extVrfValidationPolName=
fvRtSummSubnet rtsummsubnet-[{prefix}] prefix=
fvSCrtrn crtrn-{name} match=any
fvStCEp stcep-{mac}-type-{type} encap= id=0 ip=0.0.0.0 mac= type=
fvStIp ip-[{addr}] addr=0.0.0.0
fvSubnet subnet-[{ip}] ctrl= ip=0.0.0.0 ipDPLearning=enabled preferred=no scope= virtual=no
fvTagSelector tagselectorkey-[{matchKey}]-value-[{matchValue}] matchKey= matchValue= valueOperator=equals
fvTenant tn-{name} > fvRsTenantMonPol vnsSvcCont fvEpTags
fvTrackList tracklist-{name} percentageDown=0 percentageUp=1 type=percentage weightDown=0 weightUp=1
fvTrackMember trackmember-{name} dstIpAddr= scopeDn=
fvUplinkOrderCont uplinkorder active= standby=
fvVip vip-[{addr}] addr=
fvVmAttr vmattr-{name} category= labelName= operator=equals type=vm-name value=
fvnsAddrInst addrinst-{name} addr= addrType=regular skipGwVal=no
fvnsUcastAddrBlk fromaddr-[{from}]-toaddr-[{to}] from= to=
l2PortSecurityPol portsecurityP-{name} maximum=0 timeout=60 violation=protect
monEPGPol monepg-{name}
monEPGTarget tarepg-{scope} scope=
netflowExporterPol exporterpol-{name} dscp=CS2 dstAddr= dstPort=unspecified sourceIpType=custom-src-ip srcAddr=
  ver=v9
netflowMonitorPol monitorpol-{name} > netflowRsMonitorToRecord
netflowRecordPol recordpol-{name} collect=src-intf match=unspecified
netflowRsExporterToCtx rsexporterToCtx tDn=
netflowRsExporterToEPg rsexporterToEPg tDn=
netflowRsMonitorToExporter rsmonitorToExporter-{tnNetflowExporterPolName} tnNetflowExporterPolName=
netflowRsMonitorToRecord rsmonitorToRecord tnNetflowRecordPolName=
ptpEpgCfg ptpEpgCfg ptpMode=multicast srcIp=0.0.0.0
ptpRsProfile rsprofile tDn=
qosCustomPol qoscustom-{name}
qosDot1PClass dot1P-{from}-{to} from=unspecified prio=unspecified target=unspecified targetCos=unspecified
  to=unspecified
qosDppPol qosdpppol-{name} adminSt=disabled be=unspecified beUnit=unspecified burst=unspecified
  burstUnit=unspecified conformAction=transmit conformMarkCos=unspecified conformMarkDscp=unspecified
  exceedAction=drop exceedMarkCos=unspecified exceedMarkDscp=unspecified mode=bit pir= pirUnit=unspecified rate=
  rateUnit=unspecified sharingMode=dedicated type=1R2C violateAction=drop violateMarkCos=unspecified
  violateMarkDscp=unspecified
qosDscpClass dcsp-{from}-{to} from= prio=unspecified target=unspecified targetCos=unspecified to=
qosDscpTransPol dscptranspol-{name} adminSt=disabled control=CS0 level1=CS1 level2=CS2 level3=CS3 level4=AF11
  level5=AF21 level6=AF31 policy=CS4 span=CS5 traceroute=CS6
qosMplsCustomPol qosmplscustom-{name}
qosMplsEgressRule dscpToExp-{from}-{to} from= targetCos=unspecified targetExp=unspecified to=
qosMplsIngressRule exp-{from}-{to} from= prio=unspecified target=unspecified targetCos=unspecified to=
qosVxlanCustomPol qosvxlancustom-{name}
qosVxlanEgressRule edscp-{from}-{to} from= target=unspecified targetCos=unspecified to=
qosVxlanIngressRule idscp-{from}-{to} from= prio=unspecified target=unspecified targetCos=unspecified to=
snmpCtxP snmpctx
snmpRsDestGroup rsdestGroup tDn=
snmpSrc snmpsrc-{name} incl= minSev=info
spanDest dest-{name}
spanDestGrp destgrp-{name}
spanRsDestEpg rsdestEpg dscp=unspecified flowId=1 ip= mtu=1518 srcIpPrefix= tDn= ttl=64 ver= verEnforced=no
spanRsSrcToEpg rssrcToEpg tDn=
spanSpanLbl spanlbl-{name} tag=yellow-green
spanSrc src-{name} dir=both spanOnDrop=no
spanSrcGrp srcgrp-{name} adminSt=enabled
syslogRsDestGroup rsdestGroup tDn=
syslogSrc slsrc-{name} incl= minSev=warnings
tagAnnotation annotationKey-[{key}] key= value=
tagInst tag-{name}
tagTag tagKey-{key} key= value=
vmmSecP sec allowPromiscuous=reject forgedTransmits=reject macChanges=reject
vnsAbsConnection AbsConnection-{name} adjType=L3 connDir=provider connType=external directConnect=no
  unicastRoute=yes
vnsAbsFuncConn AbsFConn-{name} attNotify=no connType=none deviceLIfName=
vnsAbsGraph AbsGraph-{name} filterBetweenNodes=allow-all svcRuleType=vrf type=legacy uiTemplateType=UNSPECIFIED
vnsAbsNode AbsNode-{name} funcTemplateType=OTHER funcType=GoTo isCopy=no managed=no routingMode=unspecified
  sequenceNumber=0 shareEncap=no
vnsAbsTermConn AbsTConn attNotify=no
vnsAbsTermNodeCon AbsTermNodeCon-{name}
vnsAbsTermNodeProv AbsTermNodeProv-{name}
vnsAddrInst CtrlrAddrInst-{name} addr=0.0.0.0
vnsBackupPol backupPol-{name}
vnsCDev cDev-{name} cloneCount=0 devCtxLbl= host= isCloneOperation=no isTemplate=no vcenterName= vmName=
vnsCIf cIf-[{name}] encap=unknown vnicName=
vnsInTerm intmnl
vnsL1L2RedirectDest L1L2RedirectDest-{destName} destName= mac= podId=1 weight=1
vnsLDevCtx ldevCtx-c-{ctrctNameOrLbl}-g-{graphNameOrLbl}-n-{nodeNameOrLbl} context= ctrctNameOrLbl= graphNameOrLbl=
  nodeNameOrLbl=N1
vnsLDevIf lDevIf-[{ldev}] description= ldev=
vnsLDevVip lDevVip-{name} activeActive=no contextAware=single-Context devtype=PHYSICAL funcType=GoTo isCopy=no
  managed=no mode=legacy-Mode packageModel= promMode=no svcType=OTHERS trunking=no
vnsLIf lIf-{name} encap= lagPolicyName=
vnsLIfCtx lIfCtx-c-{connNameOrLbl} connNameOrLbl=consumer l3Dest=no permitLog=no
vnsOutTerm outtmnl
vnsRedirectDest RedirectDest_ip-[{ip}] destName= ip= ip2= mac= podId=1 weight=1
vnsRedirectHealthGroup redirectHealthGroup-{name}
vnsRsALDevToDomP rsALDevToDomP tDn=
vnsRsALDevToPhysDomP rsALDevToPhysDomP tDn=
vnsRsAbsConnectionConns rsabsConnectionConns-[{tDn}] tDn=
vnsRsAbsCopyConnection rsabsCopyConnection-[{tDn}] tDn=
vnsRsBackupPol rsBackupPol tDn=
vnsRsCIfAttN rscIfAttN-[{tDn}] tDn=
vnsRsCIfPathAtt rsCIfPathAtt tDn=
vnsRsIPSLAMonitoringPol rsIPSLAMonitoringPol tDn=
vnsRsL1L2RedirectHealthGroup rsL1L2RedirectHealthGroup tDn=
vnsRsLDevCtxToLDev rsLDevCtxToLDev tDn=
vnsRsLIfCtxToBD rsLIfCtxToBD tDn=
vnsRsLIfCtxToCustQosPol rsLIfCtxToCustQosPol tnQosCustomPolName=
vnsRsLIfCtxToInstP rsLIfCtxToInstP redistribute= tDn=
vnsRsLIfCtxToLIf rsLIfCtxToLIf tDn=
vnsRsLIfCtxToSvcEPgPol rsLIfCtxToSvcEPgPol tDn=
vnsRsLIfCtxToSvcRedirectPol rsLIfCtxToSvcRedirectPol tDn=
vnsRsNodeToLDev rsNodeToLDev tDn=
vnsRsRedirectHealthGroup rsRedirectHealthGroup tDn=
vnsRsToCIf rstoCIf tDn=
vnsSvcCont svcCont
vnsSvcEPgPol svcEPgPol-{name} prefGrMemb=exclude
vnsSvcRedirectPol svcRedirectPol-{name} AnycastEnabled=no destType=L3 hashingAlgorithm=sip-dip-prototype
  maxThresholdPercent=0 minThresholdPercent=0 programLocalPodOnly=no resilientHashEnabled=no srcMacRewriteEnabled=
  thresholdDownAction=permit thresholdEnable=no
vxlanBgwSet vxlanbgwset-{name}
vxlanExtAnycastIP vxlanextanycastip-{podId} addr= podId=
vxlanRemoteFabric vxlanremotefabric-{name}
vxlanRsRemoteFabricToBgwSet rsremoteFabricToBgwSet-[{tDn}] tDn=
vzAny any matchT=AtleastOne prefGrMemb=disabled
vzBrCP brc-{name} prio=unspecified scope=context targetDscp=unspecified
vzCPIf cif-{name}
vzEntry e-{name} applyToFrag=no arpOpc= dFromPort= dToPort= etherT=ip icmpv4T= icmpv6T= matchDscp= prot= sFromPort=
  sToPort= stateful=no tcpRules=
vzFilter flt-{name}
vzInTerm intmnl prio=unspecified targetDscp=unspecified
vzOOBBrCP oobbrc-{name} intent=install prio=unspecified scope=context targetDscp=unspecified
vzOutTerm outtmnl prio=unspecified targetDscp=unspecified
vzRsAnyToCons rsanyToCons-{tnVzBrCPName} intent=install prio=unspecified tnVzBrCPName=
vzRsAnyToConsIf rsanyToConsIf-{tnVzCPIfName} prio=unspecified tnVzCPIfName=
vzRsAnyToProv rsanyToProv-{tnVzBrCPName} intent=install matchT=AtleastOne prio=unspecified tnVzBrCPName=
vzRsDenyRule rsdenyRule-{tnVzFilterName} directives= tnVzFilterName=
vzRsFiltAtt rsfiltAtt-{tnVzFilterName} action=permit directives= priorityOverride=default tDn= tnVzFilterName=
vzRsIf rsif tDn=
vzRsInTermGraphAtt rsInTermGraphAtt tnVnsAbsGraphName=
vzRsOutTermGraphAtt rsOutTermGraphAtt tnVnsAbsGraphName=
vzRsSubjFiltAtt rssubjFiltAtt-{tnVzFilterName} action=permit directives= priorityOverride=default tDn=
  tnVzFilterName=
vzRsSubjGraphAtt rsSubjGraphAtt tnVnsAbsGraphName=
vzSubj subj-{name} applyBothDirections= consMatchT= prio=unspecified provMatchT= revFltPorts= targetDscp=unspecified
vzTSubj tsubj-{name}
vzTaboo taboo-{name}
`;
