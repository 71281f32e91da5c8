/**
 * The carriers with a known tracking page, on a host of their `site` and with the URL that their own mails and integrations use. A given
 * name that starts with `word` is the carrier's. `link` takes the encoded number; India Post's page asks for the number and a
 * captcha itself.
 */
const CARRIERS: readonly { name: string; word: string; site: string; link: (trackingNumber: string) => string }[] = [
  {
    name: 'Delhivery',
    word: 'delhivery',
    site: 'delhivery.com',
    link: (number) => `https://www.delhivery.com/track/package/${number}`,
  },
  {
    name: 'Shiprocket',
    word: 'shiprocket',
    site: 'shiprocket.co',
    link: (number) => `https://shiprocket.co/tracking/${number}`,
  },
  {
    name: 'Blue Dart',
    word: 'bluedart',
    site: 'bluedart.com',
    link: (number) => `https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=${number}`,
  },
  {
    name: 'DTDC',
    word: 'dtdc',
    site: 'dtdc.com',
    link: (number) =>
      `https://txk.dtdc.com/ctbs-tracking/customerInterface.tr?submitName=showCITrackingDetails&cType=Consignment&cnNo=${number}`,
  },
  { name: 'India Post', word: 'indiapost', site: 'indiapost.gov.in', link: indiaPost },
  { name: 'India Post', word: 'speedpost', site: 'indiapost.gov.in', link: indiaPost },
  {
    name: 'Xpressbees',
    word: 'xpressbees',
    site: 'xpressbees.com',
    link: (number) => `https://www.xpressbees.com/shipment/tracking?awbNo=${number}`,
  },
  {
    name: 'Ekart',
    word: 'ekart',
    site: 'ekartlogistics.com',
    link: (number) => `https://ekartlogistics.com/shipmenttrack/${number}`,
  },
]

/** The sites of the carriers with a known tracking page. */
export const CARRIER_SITES: readonly string[] = CARRIERS.map(({ site }) => site)

/** The names of the carriers with a known tracking page. */
export const CARRIER_NAMES: readonly string[] = [...new Set(CARRIERS.map(({ name }) => name))]

function indiaPost(): string {
  return 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx'
}

/**
 * A carrier's display name: "Blue Dart" for "blue dart", "Delhivery" for "Delhivery Surface". An unknown one stays as
 * given.
 */
export function carrierName(given: string): string {
  return find(given)?.name ?? given.trim().replace(/\s+/g, ' ')
}

/** The carrier's page about a parcel, or null if none is known. */
export function trackingLink(carrier: string, number: string): string | null {
  return find(carrier)?.link(encodeURIComponent(number)) ?? null
}

function find(given: string) {
  const word = given.toLowerCase().replace(/[^a-z]/g, '')
  return CARRIERS.find((carrier) => word.startsWith(carrier.word))
}
