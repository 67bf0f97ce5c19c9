/** The 150 cities of the built-in company, each with its time zone and region. */

/** A city with a site. */
export interface City {
  readonly name: string;
  /** The city's name as device names contain it: in lower case and without spaces. */
  readonly slug: string;
  readonly timeZone: string;
  readonly region: string;
}

const regions: Readonly<Record<string, string>> = {
  Europe: "emea",
  Africa: "emea",
  Asia: "apac",
  Australia: "apac",
  Pacific: "apac",
  America: "americas",
};

const table = `
Berlin Europe/Berlin
Munich Europe/Berlin
Hamburg Europe/Berlin
Paris Europe/Paris
Lyon Europe/Paris
Madrid Europe/Madrid
Lisbon Europe/Lisbon
London Europe/London
Dublin Europe/Dublin
Amsterdam Europe/Amsterdam
Vienna Europe/Vienna
Zurich Europe/Zurich
Milan Europe/Rome
Rome Europe/Rome
Stockholm Europe/Stockholm
Oslo Europe/Oslo
Copenhagen Europe/Copenhagen
Helsinki Europe/Helsinki
Warsaw Europe/Warsaw
Prague Europe/Prague
Budapest Europe/Budapest
Brussels Europe/Brussels
Boston America/New_York
New_York America/New_York
Chicago America/Chicago
Denver America/Denver
Seattle America/Los_Angeles
Toronto America/Toronto
Vancouver America/Vancouver
Singapore Asia/Singapore
Tokyo Asia/Tokyo
Osaka Asia/Tokyo
Sydney Australia/Sydney
Melbourne Australia/Melbourne
Cologne Europe/Berlin
Frankfurt Europe/Berlin
Stuttgart Europe/Berlin
Dresden Europe/Berlin
Leipzig Europe/Berlin
Bremen Europe/Berlin
Hanover Europe/Berlin
Nuremberg Europe/Berlin
Marseille Europe/Paris
Toulouse Europe/Paris
Nice Europe/Paris
Nantes Europe/Paris
Lille Europe/Paris
Bordeaux Europe/Paris
Barcelona Europe/Madrid
Valencia Europe/Madrid
Seville Europe/Madrid
Bilbao Europe/Madrid
Porto Europe/Lisbon
Manchester Europe/London
Birmingham Europe/London
Leeds Europe/London
Glasgow Europe/London
Edinburgh Europe/London
Bristol Europe/London
Cardiff Europe/London
Belfast Europe/London
Cork Europe/Dublin
Rotterdam Europe/Amsterdam
Utrecht Europe/Amsterdam
Eindhoven Europe/Amsterdam
Antwerp Europe/Brussels
Ghent Europe/Brussels
Luxembourg Europe/Luxembourg
Geneva Europe/Zurich
Basel Europe/Zurich
Bern Europe/Zurich
Graz Europe/Vienna
Linz Europe/Vienna
Salzburg Europe/Vienna
Turin Europe/Rome
Naples Europe/Rome
Bologna Europe/Rome
Florence Europe/Rome
Gothenburg Europe/Stockholm
Malmo Europe/Stockholm
Bergen Europe/Oslo
Aarhus Europe/Copenhagen
Tampere Europe/Helsinki
Tallinn Europe/Tallinn
Riga Europe/Riga
Vilnius Europe/Vilnius
Krakow Europe/Warsaw
Gdansk Europe/Warsaw
Wroclaw Europe/Warsaw
Brno Europe/Prague
Bratislava Europe/Bratislava
Ljubljana Europe/Ljubljana
Zagreb Europe/Zagreb
Belgrade Europe/Belgrade
Bucharest Europe/Bucharest
Sofia Europe/Sofia
Athens Europe/Athens
Istanbul Europe/Istanbul
Cairo Africa/Cairo
Casablanca Africa/Casablanca
Lagos Africa/Lagos
Nairobi Africa/Nairobi
Johannesburg Africa/Johannesburg
Cape_Town Africa/Johannesburg
Dubai Asia/Dubai
Riyadh Asia/Riyadh
Tel_Aviv Asia/Jerusalem
Mumbai Asia/Kolkata
Delhi Asia/Kolkata
Bangalore Asia/Kolkata
Chennai Asia/Kolkata
Bangkok Asia/Bangkok
Hanoi Asia/Bangkok
Jakarta Asia/Jakarta
Kuala_Lumpur Asia/Kuala_Lumpur
Manila Asia/Manila
Hong_Kong Asia/Hong_Kong
Taipei Asia/Taipei
Shanghai Asia/Shanghai
Shenzhen Asia/Shanghai
Seoul Asia/Seoul
Busan Asia/Seoul
Nagoya Asia/Tokyo
Fukuoka Asia/Tokyo
Brisbane Australia/Brisbane
Perth Australia/Perth
Adelaide Australia/Adelaide
Auckland Pacific/Auckland
Wellington Pacific/Auckland
Montreal America/Toronto
Ottawa America/Toronto
Calgary America/Edmonton
Washington America/New_York
Philadelphia America/New_York
Atlanta America/New_York
Miami America/New_York
Detroit America/Detroit
Dallas America/Chicago
Houston America/Chicago
Austin America/Chicago
Phoenix America/Phoenix
Los_Angeles America/Los_Angeles
San_Francisco America/Los_Angeles
San_Diego America/Los_Angeles
Portland America/Los_Angeles
Mexico_City America/Mexico_City
Bogota America/Bogota
Lima America/Lima
Santiago America/Santiago
Sao_Paulo America/Sao_Paulo
`;

/** The cities, the largest offices first. */
export const cities: readonly City[] = table
  .trim()
  .split("\n")
  .map((line) => {
    const [word = "", timeZone = ""] = line.split(" ");
    const slug = word.toLowerCase().replaceAll("_", "-");
    const region = regions[timeZone.split("/")[0] ?? ""] ?? "global";
    return { name: word.replaceAll("_", " "), slug, timeZone, region };
  });
