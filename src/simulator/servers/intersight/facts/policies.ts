/** Policies of servers: their paths and properties. */

/** Facts from the vendor's description 1.0.11-2026030305, in the format of `types.ts`. */
export const policies = `
ntp.Policy at ntp/Policies
  AuthenticatedNtpServers: {ntp.AuthNtpServer}[]; Enabled: flag = true; NtpServers: texts;
  Timezone: text = Pacific/Niue; ApplianceAccount: @iam.Account; Profiles: @*[]
boot.PrecisionPolicy at boot/PrecisionPolicies
  BootDevices: {boot.DeviceBase}[]; ConfiguredBootMode: Uefi|Legacy = Uefi;
  EnforceUefiSecureBoot: flag = false; Profiles: @*[]
snmp.Policy at snmp/Policies
  AccessCommunityString: text; CommunityAccess: Disabled|Limited|Full = Disabled; Enabled: flag = true;
  EngineId: text; SnmpPort: whole = 161; SnmpTraps: {snmp.Trap}[]; SnmpUsers: {snmp.User}[];
  SysContact: text; SysLocation: text; TrapCommunity: text; V2Enabled: flag = true; V3Enabled: flag = true;
  Profiles: @*[]
syslog.Policy at syslog/Policies
  LocalClients: {syslog.LocalFileLoggingClient}[]; RemoteClients: {syslog.RemoteLoggingClient}[];
  Profiles: @*[]
ssh.Policy at ssh/Policies
  Enabled: flag = true; Port: whole = 22; Timeout: whole = 1800; Profiles: @*[]
iam.EndPointUserPolicy at iam/EndPointUserPolicies
  PasswordProperties: {iam.EndPointPasswordProperties}; EndPointUserRoles: own; Profiles: @*[]
iam.LdapPolicy at iam/LdapPolicies
  BaseProperties: {iam.LdapBaseProperties}; DnsParameters: {iam.LdapDnsParameters}; EnableDns: flag;
  Enabled: flag = true; UserSearchPrecedence: LocalUserDb|LDAPUserDb = LocalUserDb;
  ApplianceAccount: @iam.Account; Groups: own; Profiles: @*[]; Providers: own
kvm.Policy at kvm/Policies
  EnableLocalServerVideo: flag = true; EnableVideoEncryption: flag = true; Enabled: flag = true;
  MaximumSessions: whole = 4; RemotePort: whole = 2068; TunneledKvmEnabled: flag = false; Profiles: @*[]
sol.Policy at sol/Policies
  BaudRate: whole = 9600; ComPort: com0|com1 = com0; Enabled: flag = true; SshPort: whole = 2400;
  Profiles: @*[]
ipmioverlan.Policy at ipmioverlan/Policies
  Enabled: flag = true; EncryptionKey: text; IsEncryptionKeySet: own;
  Privilege: admin|user|read-only = admin; Profiles: @*[]
smtp.Policy at smtp/Policies
  AuthPassword: text; EnableAuth: flag = false; EnableTls: flag = false; Enabled: flag = true;
  IsAuthPasswordSet: own; MinSeverity: critical|condition|warning|minor|major = critical;
  SenderEmail: text; SmtpPort: whole = 25; SmtpRecipients: texts; SmtpServer: text; UserName: text;
  ApplianceAccount: @iam.Account; Certificate: @iam.TrustPoint; Profiles: @*[]
networkconfig.Policy at networkconfig/Policies
  AlternateIpv4dnsServer: text; AlternateIpv6dnsServer: text; DynamicDnsDomain: text;
  EnableDynamicDns: flag; EnableIpv4dnsFromDhcp: flag; EnableIpv6: flag; EnableIpv6dnsFromDhcp: flag;
  PreferredIpv4dnsServer: text; PreferredIpv6dnsServer: text; ApplianceAccount: @iam.Account; Profiles: @*[]
deviceconnector.Policy at deviceconnector/Policies
  LockoutEnabled: flag = true; Profiles: @*[]
power.Policy at power/Policies
  AllocatedBudget: whole = 0; DynamicRebalancing: Enabled|Disabled = Enabled;
  ExtendedPowerCapacity: Enabled|Disabled = Enabled; PowerPriority: Low|Medium|High = Low;
  PowerProfiling: Enabled|Disabled = Enabled; PowerRestoreState: AlwaysOff|AlwaysOn|LastState = AlwaysOff;
  PowerSaveMode: Enabled|Disabled = Enabled; ProcessorPackagePowerLimit: Default|Maximum|Minimum = Default;
  RedundancyMode: Grid|NotRedundant|N+1|N+2 = Grid; Profiles: @*[]
thermal.Policy at thermal/Policies
  FanControlMode: Balanced|LowPower|HighPower|MaximumPower|Acoustic|MaximumCooling = Balanced;
  Profiles: @*[]
vmedia.Policy at vmedia/Policies
  Enabled: flag = true; Encryption: flag = true; LowPowerUsb: flag = true; Mappings: {vmedia.Mapping}[];
  Profiles: @*[]
access.Policy at access/Policies
  AddressType: {access.AddressType}; ConfigurationType: {access.ConfigurationType}; InbandVlan: whole = 0;
  InbandIpPool: @ippool.Pool; InbandVrf: @vrf.Vrf; OutOfBandIpPool: @ippool.Pool; OutOfBandVrf: @vrf.Vrf;
  Profiles: @*[]
storage.StoragePolicy at storage/StoragePolicies
  ControllerAttachedNvmeSlots: text; DefaultDriveMode: UnconfiguredGood|Jbod|RAID0 = UnconfiguredGood;
  DirectAttachedNvmeSlots: text; GlobalHotSpares: text; M2VirtualDrive: {storage.M2VirtualDriveConfig};
  Raid0Drive: {storage.R0Drive}; RaidAttachedNvmeSlots: text; SecureJbods: text;
  UnusedDisksState: NoChange|UnconfiguredGood|Jbod = NoChange; UseJbodForVdCreation: flag; DriveGroup: own;
  Profiles: @*[]
`;
