/** Parts of objects by type: their properties. */

/** Facts from the vendor's description 1.0.11-2026030305, in the format of `types.ts`. */
export const parts = `
access.AddressType
  EnableIpV4: flag = true; EnableIpV6: flag = false
access.ConfigurationType
  ConfigureInband: flag = true; ConfigureOutOfBand: flag = false
boot.Bootloader
  Description: text; Name: text; Path: text
boot.DeviceBase is one of
  boot.FlexMmc; boot.Http; boot.Iscsi; boot.LocalCdd; boot.LocalDisk; boot.Nvme; boot.PchStorage;
  boot.Pxe; boot.San; boot.SdCard; boot.UefiShell; boot.Usb; boot.VirtualMedia
boot.FlexMmc
  Enabled: flag = false; Name: text; Subtype: None|flexmmc-mapped-dvd|flexmmc-mapped-hdd = None
boot.Http
  Enabled: flag = false; Name: text; InterfaceName: text; InterfaceSource: name|mac|port = name;
  IpConfigType: DHCP|Static = DHCP; IpType: IPv4|IPv6 = IPv4; MacAddress: text; Port: whole = -1;
  Protocol: HTTPS|HTTP = HTTPS; Slot: text; StaticIpV4Settings: {boot.StaticIpV4Settings};
  StaticIpV6Settings: {boot.StaticIpV6Settings}; Uri: text
boot.Iscsi
  Enabled: flag = false; Name: text; Bootloader: {boot.Bootloader}; InterfaceName: text;
  InterfaceSource: name|mac|port = name; Port: whole = 0; Slot: text
boot.LocalCdd
  Enabled: flag = false; Name: text
boot.LocalDisk
  Enabled: flag = false; Name: text; Bootloader: {boot.Bootloader}; Slot: text
boot.Nvme
  Enabled: flag = false; Name: text; Bootloader: {boot.Bootloader}
boot.PchStorage
  Enabled: flag = false; Name: text; Bootloader: {boot.Bootloader}; Lun: whole = 0
boot.Pxe
  Enabled: flag = false; Name: text; InterfaceName: text; InterfaceSource: name|mac|port = name;
  IpType: None|IPv4|IPv6 = None; MacAddress: text; Port: whole = -1; Slot: text
boot.San
  Enabled: flag = false; Name: text; Bootloader: {boot.Bootloader}; InterfaceName: text; Lun: whole = 0;
  Slot: text; Wwpn: text
boot.SdCard
  Enabled: flag = false; Name: text; Bootloader: {boot.Bootloader}; Lun: whole = 0;
  Subtype: None|flex-util|flex-flash|SDCARD = None
boot.StaticIpV4Settings
  DnsIp: text; GatewayIp: text; Ip: text; NetworkMask: text
boot.StaticIpV6Settings
  DnsIp: text; GatewayIp: text; Ip: text; PrefixLength: whole = 1
boot.UefiShell
  Enabled: flag = false; Name: text
boot.Usb
  Enabled: flag = false; Name: text; Subtype: None|usb-cd|usb-fdd|usb-hdd = None
boot.VirtualMedia
  Enabled: flag = false; Name: text;
  Subtype: None|cimc-mapped-dvd|cimc-mapped-hdd|kvm-mapped-dvd|kvm-mapped-hdd|kvm-mapped-fdd = None
fabric.LldpSettings
  ReceiveEnabled: flag = false; TransmitEnabled: flag = false
fabric.MacAgingSettings
  MacAgingOption: Default|Custom|Never = Default; MacAgingTime: whole = 14500
fabric.QosClass
  AdminState: Disabled|Enabled = Disabled; BandwidthPercent: whole; Cos: whole; Mtu: whole = 1500;
  MulticastOptimize: flag = false; Name: Best Effort|FC|Platinum|Gold|Silver|Bronze = Best Effort;
  PacketDrop: flag = true; Weight: whole
fabric.UdldGlobalSettings
  MessageInterval: whole = 15; RecoveryAction: none|reset = none
fabric.UdldSettings
  AdminState: Disabled|Enabled = Disabled; Mode: normal|aggressive = normal
fabric.VlanSettings
  AllowedVlans: text; NativeVlan: whole = 0; QinqEnabled: flag = false; QinqVlan: whole = 2
fcpool.Block
  Size: whole; From: text; To: text
iam.EndPointPasswordProperties
  EnablePasswordExpiry: flag = false; EnforceStrongPassword: flag = true; ForceSendPassword: flag = false;
  GracePeriod: whole = 0; NotificationPeriod: whole = 15; PasswordExpiryDuration: whole = 90;
  PasswordHistory: whole = 5
iam.LdapBaseProperties
  Attribute: text; BaseDn: text; BindDn: text;
  BindMethod: LoginCredentials|Anonymous|ConfiguredCredentials = LoginCredentials; Domain: text;
  EnableEncryption: flag; EnableGroupAuthorization: flag; EnableNestedGroupSearch: flag = false;
  Filter: text; GroupAttribute: text; IsPasswordSet: own; NestedGroupSearchDepth: whole = 128;
  Password: text; Timeout: whole = 0
iam.LdapDnsParameters
  SearchDomain: text; SearchForest: text; Source: Extracted|Configured|ConfiguredExtracted = Extracted
ippool.IpV4Block
  Size: whole; From: text; IdMappingPolicyMoid: text; IpV4Config: {ippool.IpV4Config}; To: text
ippool.IpV4Config
  Gateway: text; Netmask: text; PrimaryDns: text; SecondaryDns: text
ippool.IpV6Block
  Size: whole; From: text; IdMappingPolicyMoid: text; IpV6Config: {ippool.IpV6Config}; To: text
ippool.IpV6Config
  Gateway: text; Prefix: whole; PrimaryDns: text; SecondaryDns: text
iqnpool.IqnSuffixBlock
  Size: whole; From: whole; Suffix: text; To: whole
macpool.Block
  Size: whole; From: text; To: text
ntp.AuthNtpServer
  KeyType: SHA1 = SHA1; ServerName: text; SymKeyId: whole; SymKeyValue: text
policy.ActionParam
  Name: text; Value: text
snmp.Trap
  Community: text; Destination: text; Enabled: flag = true; Port: whole = 162;
  SecurityLevel: AuthPriv|NoAuthNoPriv|AuthNoPriv; Type: Trap|Inform; User: text; Version: V3|V1|V2 = V3;
  VrfName: text
snmp.User
  AuthPassword: text; AuthType: NA|MD5|SHA|SHA-224|SHA-256|SHA-384|SHA-512 = NA; IsAuthPasswordSet: own;
  IsPrivacyPasswordSet: own; Name: text; PrivacyPassword: text; PrivacyType: NA|DES|AES = NA;
  SecurityLevel: AuthPriv|NoAuthNoPriv|AuthNoPriv = AuthPriv
storage.M2VirtualDriveConfig
  ControllerSlot: MSTOR-RAID-1|MSTOR-RAID-2|MSTOR-RAID-1,MSTOR-RAID-2 = MSTOR-RAID-1; Enable: flag = false;
  Name: text = MStorBootVd
storage.R0Drive
  DriveSlots: text; DriveSlotsList: text; Enable: flag = false
syslog.LocalFileLoggingClient
  MinSeverity: warning|emergency|alert|critical|error|notice|informational|debug = warning
syslog.RemoteLoggingClient
  Enabled: flag = true; Facility: text; Hostname: text;
  MinSeverity: warning|emergency|alert|critical|error|notice|informational|debug = warning;
  Port: whole = 514; Protocol: udp|tcp = udp; VrfName: text
uuidpool.UuidBlock
  Size: whole; From: text; To: text
vmedia.Mapping
  AuthenticationProtocol: none|ntlm|ntlmi|ntlmv2|ntlmv2i|ntlmssp|ntlmsspi = none;
  DeviceType: cdd|hdd = cdd; FileLocation: text; HostName: text; IsPasswordSet: own; MountOptions: text;
  MountProtocol: nfs|cifs|http|https = nfs; Password: text; RemoteFile: text; RemotePath: text;
  SanitizedFileLocation: own; Username: text; VolumeName: text
vnic.ArfsSettings
  Enabled: flag = false
vnic.Cdn
  Source: vnic|user = vnic; Value: text
vnic.CompletionQueueSettings
  Count: whole = 5; RingSize: whole = 1
vnic.EthInterruptSettings
  CoalescingTime: whole = 125; CoalescingType: MIN|IDLE = MIN; Count: whole = 8; Mode: MSIx|MSI|INTx = MSIx
vnic.EthRxQueueSettings
  Count: whole = 4; RingSize: whole = 512
vnic.EthTxQueueSettings
  Count: whole = 1; RingSize: whole = 256
vnic.FcErrorRecoverySettings
  Enabled: flag; IoRetryCount: whole = 8; IoRetryTimeout: whole = 5; LinkDownTimeout: whole = 30000;
  PortDownTimeout: whole = 10000
vnic.FcInterruptSettings
  Mode: MSIx|MSI|INTx = MSIx
vnic.FcQueueSettings
  Count: whole = 1; RingSize: whole = 64
vnic.FlogiSettings
  Retries: whole = 8; Timeout: whole = 4000
vnic.NvgreSettings
  Enabled: flag = false
vnic.PlacementSettings
  AutoPciLink: flag = false; AutoSlotId: flag = false; Id: text; PciLink: whole = 0;
  PciLinkAssignmentMode: Custom|Load-Balanced|None = Custom; SwitchId: None|A|B = None; Uplink: whole
vnic.PlogiSettings
  Retries: whole = 8; Timeout: whole = 20000
vnic.PtpSettings
  Enabled: flag = false
vnic.RoceSettings
  ClassOfService: whole = 5; Enabled: flag; MemoryRegions: whole = 131072; QueuePairs: whole = 256;
  ResourceGroups: whole = 2; Version: whole = 1
vnic.RssHashSettings
  Ipv4Hash: flag = true; Ipv6ExtHash: flag = false; Ipv6Hash: flag = true; TcpIpv4Hash: flag = true;
  TcpIpv6ExtHash: flag = false; TcpIpv6Hash: flag = true; UdpIpv4Hash: flag = false;
  UdpIpv6Hash: flag = false
vnic.ScsiQueueSettings
  Count: whole = 1; RingSize: whole = 512
vnic.SriovSettings
  CompCountPerVf: whole = 5; Enabled: flag; IntCountPerVf: whole = 8; RxCountPerVf: whole = 4;
  TxCountPerVf: whole = 1; VfCount: whole = 64
vnic.TcpOffloadSettings
  LargeReceive: flag = true; LargeSend: flag = true; RxChecksum: flag = true; TxChecksum: flag = true
vnic.UsnicSettings
  Cos: whole = 5; Count: whole; UsnicAdapterPolicy: text
vnic.VlanSettings
  AllowedVlans: text; DefaultVlan: whole = 0; Mode: ACCESS|TRUNK = ACCESS; QinqEnabled: flag = false;
  QinqVlan: whole = 2
vnic.VmqSettings
  Enabled: flag = false; MultiQueueSupport: flag = false; NumInterrupts: whole = 16;
  NumSubVnics: whole = 64; NumVmqs: whole = 4; VmmqAdapterPolicy: text
vnic.VsanSettings
  DefaultVlanId: whole = 0; Id: whole = 1
vnic.VxlanSettings
  Enabled: flag = false
`;
