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

export const SHIPROCKET = {
  email: 'api@shop.test',
  password: 'shiprocket-test-password',
  webhookSecret: 'shiprocket-push-secret',
}

/** What a return can't be without. */
const RETURN_FIELDS = [
  ...['name', 'address', 'city', 'state', 'country', 'pincode', 'phone'].flatMap((field) =>
    ['pickup', 'shipping'].map((who) => `${who}_${field === 'name' ? 'customer_name' : field}`),
  ),
  'order_date',
  'order_items',
  'payment_method',
  'sub_total',
  'length',
  'breadth',
  'height',
  'weight',
]
/** So many it lists at once, however many are asked for. */
const RETURNS_PER_PAGE = 3
const PLACE = {
  pickup_location: 'Neem Street',
  name: 'Asha Traders',
  address: '3, Neem Street',
  address_2: null,
  city: 'Mumbai',
  state: 'Maharashtra',
  pin_code: '400050',
  phone: '9820000050',
}

/** An order there: it may have no number yet. */
interface StoredOrder extends StoredParcel {
  id: number
  shipment: number
}

export interface ShiprocketStandIn extends StandIn {
  parcels: StoredOrder[]
  labels: ReturnType<typeof labelsOf>
  /** Shipments whose pick-up was asked for, and for which day. */
  visits: { shipment: number; day: string }[]
  noCash: Set<string>
  unserved: Set<string>
  /** PINs from which nothing is fetched. */
  noReturns: Set<string>
  /** How often somebody signed in. */
  signIns(): number
  /** Ends every token, as after ten days. */
  endTokens(): void
  settings: Record<string, string>
}

/** Shiprocket's API, from apidocs.shiprocket.in: an order's id is used once, and its shipment gets one number. */
export async function startShiprocket(): Promise<ShiprocketStandIn> {
  const parcels: StoredOrder[] = []
  const visits: ShiprocketStandIn['visits'] = []
  const tokens = new Set<string>()
  const labels = labelsOf()
  const [noCash, unserved, noReturns] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const counts = { signIns: 0 }
  let origin = ''

  const invalid = (field: string, message: string): StandInAnswer => ({
    status: 422,
    json: { message: 'Oops! Invalid Data.', errors: { [field]: [message] }, status_code: 422 },
  })

  function create({ body }: StandInRequest): StandInAnswer {
    const sent = readJson(body)
    const reference = String(sent.order_id)
    if (parcels.some((order) => order.reference === reference)) return invalid('order_id', 'The order id is taken.')
    if (sent.pickup_location !== 'Neem Street') return invalid('pickup_location', 'Wrong pickup location entered.')
    for (const field of ['billing_email', 'billing_state'])
      if (!sent[field]) return invalid(field, `The ${field.replaceAll('_', ' ')} field is required.`)
    const id = 16_000_000 + parcels.length
    const collect = sent.payment_method === 'COD' ? Number(sent.sub_total) : 0
    const state = { isCancelled: false, isReturn: false, status: 'NEW', type: '', at: '2026-11-29 10:00:00' }
    parcels.push({ id, shipment: id + 500_000, number: '', reference, collect, sent, ...state })
    return { json: { order_id: id, shipment_id: id + 500_000, status: 'NEW', status_code: 1, awb_code: null } }
  }

  function createReturn({ body }: StandInRequest): StandInAnswer {
    const sent = readJson(body)
    const reference = String(sent.order_id)
    if (parcels.some((order) => order.reference === reference)) return invalid('order_id', 'The order id is taken.')
    const missing = RETURN_FIELDS.find((field) => sent[field] === undefined || sent[field] === '')
    if (missing) return invalid(missing, `The ${missing.replaceAll('_', ' ')} field is required.`)
    const id = 16_000_000 + parcels.length
    const state = { isCancelled: false, isReturn: true, status: 'RETURN PENDING', type: '', at: '2026-11-29 10:00:00' }
    parcels.push({ id, shipment: id + 500_000, number: '', reference, collect: 0, sent, ...state })
    return { json: { order_id: id, shipment_id: id + 500_000, status: 'RETURN PENDING', status_code: 21 } }
  }

  function assign({ body }: StandInRequest): StandInAnswer {
    const { shipment_id, is_return } = readJson(body)
    const order = parcels.find(({ shipment, isReturn }) => shipment === shipment_id && isReturn === (is_return === 1))
    if (!order) return { status: 400, json: { message: 'Invalid shipment id', status_code: 400 } }
    if (order.number !== '') return { status: 400, json: { message: 'AWB is already assigned', status_code: 400 } }
    if (order.isCancelled) return { status: 400, json: { message: 'Order is cancelled', status_code: 400 } }
    if (unserved.has(String(order.sent.billing_pincode ?? order.sent.pickup_pincode)))
      return { json: { awb_assign_status: 0, response: { data: { awb_assign_error: 'Courier is not serviceable' } } } }
    order.number = String(321_055_000_000 + order.id)
    const data = { awb_code: order.number, shipment_id: order.shipment, courier_name: 'Xpressbees Surface' }
    return { json: { awb_assign_status: 1, response: { data } } }
  }

  function cancel(found: StoredOrder | undefined): StandInAnswer {
    if (!found) return { status: 404, json: { message: 'Not found' } }
    if (/^DELIVERED$|PICKED UP|RETURN DELIVERED/.test(found.status))
      return { status: 400, json: { message: 'Order can not be cancelled', status_code: 400 } }
    Object.assign(found, { isCancelled: true, status: 'CANCELED' })
    return { json: { message: 'Cancelled' } }
  }

  function fetchParcel(shipment: number, wanted: unknown): StandInAnswer {
    // Without a day it's the next one.
    const day = wanted === undefined ? '2026-11-30' : String(wanted)
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return invalid('pickup_date', 'The pickup date is invalid.')
    if (visits.some((visit) => visit.shipment === shipment))
      return { status: 400, json: { message: 'Already in Pickup Queue.' } }
    visits.push({ shipment, day })
    return { json: { pickup_status: 1, response: { pickup_scheduled_date: `${day} 14:00:00` } } }
  }

  const shown = ({ id, shipment, number, reference, status, isReturn }: StoredOrder) => {
    const day = visits.find((visit) => visit.shipment === shipment)?.day
    const courier = number === '' ? '' : 'Xpressbees Surface'
    const listed = { awb: number, courier, pickup_scheduled_date: day ? `${day} 14:00:00` : null }
    const order = { id, channel_order_id: reference, status }
    // A return's shipment has no id of its own there.
    return isReturn
      ? { ...order, shipment_id: shipment, shipments: [listed] }
      : { ...order, shipments: [{ id: shipment, ...listed }] }
  }

  /** Returns since a day, the newest first. */
  function listReturns(query: URLSearchParams): StandInAnswer {
    const [page, size] = [
      Number(query.get('page') ?? 1),
      Math.min(Number(query.get('per_page') ?? 15), RETURNS_PER_PAGE),
    ]
    const all = parcels.filter(({ isReturn }) => isReturn).toReversed()
    if (!/^\d{4}-\d\d-\d\d$/.test(query.get('from') ?? '')) return invalid('from', 'The from is not a valid date.')
    return {
      json: {
        data: all.slice((page - 1) * size, page * size).map(shown),
        meta: { pagination: { total_pages: Math.max(1, Math.ceil(all.length / size)) } },
      },
    }
  }

  const route: Route = (request) => {
    const { method, path, query, headers, body } = request
    if (path.startsWith('/labels/')) return headers.authorization ? { status: 403, json: {} } : labels.file()
    const call = `${method} ${path.replace('/v1/external/', '')}`
    if (call === 'POST auth/login') {
      const { email, password } = readJson(body)
      if (email !== SHIPROCKET.email || password !== SHIPROCKET.password)
        return { status: 400, json: { message: 'Invalid email and password combination' } }
      const token = `token-${++counts.signIns}`
      tokens.add(token)
      return { json: { token, email } }
    }
    if (!tokens.has((headers.authorization ?? '').replace('Bearer ', '')))
      return { status: 401, json: { message: 'Token has expired', status_code: 401 } }
    if (call.startsWith('GET courier/track/awb/')) {
      const order = parcels.find(({ number }) => number !== '' && path.endsWith(`/${number}`))
      const track = order
        ? [{ awb_code: order.number, current_status: order.status, courier_name: 'Xpressbees Surface' }]
        : []
      return {
        json: {
          tracking_data: { shipment_track: track, shipment_track_activities: order ? [{ date: order.at }] : null },
        },
      }
    }
    const list = (name: string) => {
      const value = readJson(body)[name]
      return Array.isArray(value) ? value : []
    }
    switch (call) {
      case 'GET orders':
        // It searches in more than ids.
        return {
          json: {
            data: parcels
              .filter(({ reference, isReturn }) => !isReturn && reference.startsWith(query.get('search') ?? '-'))
              .map(shown),
          },
        }
      case 'POST orders/create/adhoc':
        return create(request)
      case 'POST orders/create/return':
        return createReturn(request)
      case 'GET orders/processing/return':
        return listReturns(query)
      case 'POST courier/assign/awb':
        return assign(request)
      case 'POST orders/cancel/shipment/awbs':
        return cancel(parcels.find(({ number }) => number !== '' && list('awbs').includes(number)))
      case 'POST orders/cancel':
        return cancel(parcels.find(({ id }) => list('ids').includes(id)))
      case 'POST courier/generate/label': {
        const order = parcels.find(({ shipment }) => list('shipment_id').includes(shipment))
        const label_url = order ? `${origin}/labels/${order.number}.pdf` : ''
        return {
          json: {
            label_created: order ? 1 : 0,
            label_url,
            not_created: [],
            response: 'No valid shipment ids to print label',
          },
        }
      }
      case 'POST courier/generate/pickup':
        return fetchParcel(Number(list('shipment_id')[0]), list('pickup_date')[0])
      case 'GET settings/company/pickup':
        return { json: { data: { shipping_address: [PLACE] } } }
      case 'GET courier/serviceability/': {
        const pin = query.get('delivery_postcode') ?? ''
        const isFetched = query.get('is_return') !== '1' || !noReturns.has(query.get('pickup_postcode') ?? '')
        const isServed = isFetched && !unserved.has(pin) && !(query.get('cod') === '1' && noCash.has(pin))
        return isServed
          ? {
              json: {
                status: 200,
                data: { available_courier_companies: [{ courier_name: 'Xpressbees Surface', cod: 1 }] },
              },
            }
          : { json: { status: 404, message: 'No courier serviceable' } }
      }
      default:
        return { status: 404, json: {} }
    }
  }
  const standIn = await startStandIn(route, ({ method, path }) => method === 'POST' && !path.endsWith('/login'))
  origin = standIn.origin
  const settings = {
    SHIPROCKET_EMAIL: SHIPROCKET.email,
    SHIPROCKET_PASSWORD: SHIPROCKET.password,
    SHIPROCKET_WEBHOOK_SECRET: SHIPROCKET.webhookSecret,
    SHIPROCKET_API_URL: origin,
  }
  return Object.assign(standIn, {
    parcels,
    visits,
    labels,
    noCash,
    unserved,
    noReturns,
    settings,
    signIns: () => counts.signIns,
    endTokens: () => tokens.clear(),
  })
}
