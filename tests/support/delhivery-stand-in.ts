import {
  labelsOf,
  type Route,
  readJson,
  type StandIn,
  type StandInAnswer,
  type StandInRequest,
  type StoredParcel,
  startStandIn,
} from './carrier-stand-in.ts'

export const DELHIVERY = {
  token: 'delhivery-test-token',
  webhookSecret: 'delhivery-push-secret',
  /** The only place it fetches from. */
  place: 'Neem Street',
}

export interface DelhiveryStandIn extends StandIn {
  parcels: StoredParcel[]
  visits: Record<string, unknown>[]
  labels: ReturnType<typeof labelsOf>
  /** PINs without cash, and PINs that aren't served. */
  noCash: Set<string>
  unserved: Set<string>
  /** PINs from which nothing is fetched. */
  noReturns: Set<string>
  /** The settings of a shop that books with it. */
  settings: Record<string, string>
}

/** Delhivery's API for single parcels, from its developer portal: waybills are used once, and references are unique only by that. */
export async function startDelhivery(): Promise<DelhiveryStandIn> {
  const parcels: StoredParcel[] = []
  const visits: Record<string, unknown>[] = []
  const given = new Set<string>()
  const labels = labelsOf()
  const [noCash, unserved, noReturns] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let origin = ''

  const shown = ({ number, reference, status, type, at }: StoredParcel) => ({
    Shipment: { AWB: number, ReferenceNo: reference, Status: { Status: status, StatusType: type, StatusDateTime: at } },
  })

  function create({ body }: StandInRequest): StandInAnswer {
    const form = new URLSearchParams(body)
    // Safe cast: as the portal describes it.
    const data = readJson(form.get('data') ?? '{}') as {
      shipments: Record<string, string>[]
      pickup_location: { name: string }
    }
    const [sent = {}] = data.shipments
    const { waybill: number = '', order: reference = '', pin = '' } = sent
    const refuse = (remark: string) => ({
      json: { success: false, packages: [{ status: 'Fail', waybill: number, refnum: reference, remarks: [remark] }] },
    })
    if (form.get('format') !== 'json') return { status: 400, json: { rmk: 'format key missing in POST' } }
    if (data.pickup_location.name !== DELHIVERY.place)
      return { json: { success: false, rmk: 'ClientWarehouse matching query does not exist.', packages: [] } }
    if (!given.has(number)) return refuse(`Unable to consume waybill ${number}`)
    if (unserved.has(pin)) return refuse(`${pin} is not serviceable`)
    const isReturn = sent.payment_mode === 'Pickup'
    if (isReturn && sent.cod_amount) return refuse('A pickup collects nothing')
    if (/[&#%;\\]/.test(JSON.stringify({ ...sent, order_date: '' }).replaceAll('\\"', '')))
      return refuse('invalid characters')
    given.delete(number)
    parcels.push({
      number,
      reference,
      isCancelled: false,
      collect: Number(sent.cod_amount || 0),
      sent,
      isReturn,
      ...(isReturn ? { status: 'Open', type: 'PP' } : { status: 'Manifested', type: 'UD' }),
      at: '2026-11-29T10:00:00.000',
    })
    return {
      json: {
        success: true,
        packages: [{ status: 'Success', waybill: number, refnum: reference, remarks: [''], serviceable: true }],
      },
    }
  }

  function edit({ body }: StandInRequest): StandInAnswer {
    const { waybill, cancellation } = readJson(body)
    const parcel = parcels.find(({ number }) => number === waybill)
    if (!parcel || cancellation !== 'true') return { json: { status: 'Failure', error: 'No such waybill' } }
    if (!['UD', 'PP'].includes(parcel.type) || parcel.isCancelled)
      return { json: { status: false, error: 'Package cannot be cancelled' } }
    Object.assign(parcel, { isCancelled: true, status: 'Cancelled', type: 'CN' })
    return { json: { status: true, waybill, remark: 'Shipment has been cancelled.' } }
  }

  function fetchParcels({ body }: StandInRequest): StandInAnswer {
    const visit = readJson(body)
    if (visit.pickup_location !== DELHIVERY.place)
      return { status: 400, json: { success: false, error: { message: 'Pickup location does not exist', code: 404 } } }
    if (visits.some(({ pickup_date: day }) => day === visit.pickup_date))
      return { status: 400, json: { pr_exist: true, error: { message: 'Pickup request already exist', code: 669 } } }
    visits.push(visit)
    return { status: 201, json: { pickup_id: visits.length, ...visit } }
  }

  const route: Route = (request) => {
    const { method, path, query, headers } = request
    if (path.startsWith('/labels/')) return headers.authorization ? { status: 403, json: {} } : labels.file()
    if (headers.authorization !== `Token ${DELHIVERY.token}`) return { status: 401, json: { detail: 'Invalid token.' } }
    switch (`${method} ${path}`) {
      case 'GET /waybill/api/fetch/json/': {
        const number = String(84_927_110_000_000 + given.size + parcels.length + Math.floor(Math.random() * 1e6) * 1000)
        given.add(number)
        return { json: number }
      }
      case 'POST /api/cmu/create.json':
        return create(request)
      case 'GET /api/v1/packages/json/': {
        const wanted = (query.get('waybill') ?? '').split(',')
        const found = parcels.filter(
          ({ number, reference }) => wanted.includes(number) || reference === query.get('ref_ids'),
        )
        return {
          json:
            found.length > 0
              ? { ShipmentData: found.map(shown) }
              : { Success: false, Error: 'No such waybill or Order Id found' },
        }
      }
      case 'POST /api/p/edit':
        return edit(request)
      case 'GET /api/p/packing_slip': {
        const parcel = parcels.find(({ number }) => number === query.get('wbns'))
        const link = { wbn: parcel?.number, pdf_download_link: `${origin}/labels/${String(parcel?.number)}.pdf` }
        return { json: { packages: parcel ? [link] : [], packages_found: parcel ? 1 : 0 } }
      }
      case 'POST /fm/request/new/':
        return fetchParcels(request)
      case 'GET /c/api/pin-codes/json/': {
        const pin = query.get('filter_codes') ?? ''
        const code = {
          postal_code: { pin, pre_paid: 'Y', cod: noCash.has(pin) ? 'N' : 'Y', pickup: noReturns.has(pin) ? 'N' : 'Y' },
        }
        return { json: { delivery_codes: unserved.has(pin) ? [] : [code] } }
      }
      default:
        return { status: 404, json: {} }
    }
  }
  const standIn = await startStandIn(route, ({ method }) => method === 'POST')
  origin = standIn.origin
  const settings = {
    DELHIVERY_TOKEN: DELHIVERY.token,
    DELHIVERY_WEBHOOK_SECRET: DELHIVERY.webhookSecret,
    DELHIVERY_API_URL: origin,
  }
  return Object.assign(standIn, { parcels, visits, labels, noCash, unserved, noReturns, settings })
}
