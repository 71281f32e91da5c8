/*
 * `node bench/bare-private.ts SETTINGS`: a minimal `node:http` server with `pg`, for comparison. Each call does the
 * fewest named statements that it can mean, on the shop's own tables, and responds with the same fields. No validation,
 * no limits, no mails, no log.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, request as send } from 'node:http'
import pg from 'pg'
import type { BareSettings } from './private.ts'

// Safe cast: private.ts starts this program.
const { connection, port, providerPort, keySecret } = JSON.parse(process.argv[2] ?? '') as BareSettings
const pool = new pg.Pool({ ...connection, max: 20 })
const agent = new Agent({ keepAlive: true })
const newId = () => randomBytes(16).toString('base64url')

type Body = Record<string, unknown>
type Call = (customer: string, body: Body) => Promise<unknown>

async function run<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows
}

async function customerOf(request: IncomingMessage): Promise<string | null> {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length)
  const [session] = await run<{ customer_id: string }>(
    'session',
    `select customer_id from sessions where digest = $1 and last_seen_at > now() - interval '24 hours'
      and created_at > now() - interval '7 days'`,
    [createHash('sha256').update(token).digest()],
  )
  return session?.customer_id ?? null
}

interface Line {
  id: string
  product_id: string
  name: string
  price_paise: number
  mrp_paise: number | null
  pictures: { src: string; color: string }[]
  color: string
  size: string
  quantity: number
  available: number
}

const toLine = (row: Line) => ({
  _id: row.id,
  productId: {
    _id: row.product_id,
    name: row.name,
    price: row.price_paise / 100,
    mrp: row.mrp_paise && row.mrp_paise / 100,
    images: row.pictures.map(({ src }) => src),
  },
  size: row.size,
  color: row.color,
  quantity: row.quantity,
  available: row.available,
  picture: row.pictures.find(({ color }) => color === row.color) ?? row.pictures[0],
})

const AVAILABLE = `coalesce(s.on_hand - s.reserved, 0) as available`

async function listLines(table: string, customer: string) {
  const rows = await run<Line>(
    `list ${table}`,
    `select l.id, l.product_id, l.color, l.size, l.quantity, p.name, p.price_paise, p.mrp_paise, p.pictures, ${AVAILABLE}
      from ${table} l join products p on p.id = l.product_id
      left join stock s on s.product_id = l.product_id and s.color = l.color and s.size = l.size
      where l.customer_id = $1 order by l.created_at, l.id`,
    [customer],
  )
  return rows.map(toLine)
}

async function setLine(table: string, customer: string, body: Body) {
  await run(
    `set ${table}`,
    `insert into ${table} (id, customer_id, product_id, color, size, quantity)
      select $1, $2, s.product_id, s.color, s.size, $6::integer from stock s
      where s.product_id = $3 and s.color = $4 and s.size = $5 and s.on_hand - s.reserved >= $6
      on conflict (customer_id, product_id, color, size) do update set quantity = excluded.quantity`,
    [newId(), customer, body.productId, body.color, body.size, body.quantity],
  )
  return listLines(table, customer)
}

interface Wanted {
  productId: string
  color: string
  size: string
  quantity: number
}

async function guestCart({ lines }: Body) {
  // Safe cast: private.ts sends such lines.
  const wanted = lines as Wanted[]
  const rows = await run<Line>(
    'guest',
    `select l.product_id || l.color || l.size as id, l.product_id, l.color, l.size, l.quantity, p.name, p.price_paise,
      p.mrp_paise, p.pictures, ${AVAILABLE}
      from unnest($1::text[], $2::text[], $3::text[], $4::integer[]) as l (product_id, color, size, quantity)
      join products p on p.id = l.product_id
      left join stock s on s.product_id = l.product_id and s.color = l.color and s.size = l.size`,
    [
      wanted.map(({ productId }) => productId),
      wanted.map(({ color }) => color),
      wanted.map(({ size }) => size),
      wanted.map(({ quantity }) => quantity),
    ],
  )
  return { cart: rows.map(toLine) }
}

async function listOrders(customer: string) {
  const rows = await run<{ row: unknown }>(
    'orders',
    `select to_jsonb(o) || jsonb_build_object('productDetails', (select jsonb_agg(to_jsonb(l) order by l.position)
        from order_lines l where l.order_id = o.id)) as row
      from orders o where o.customer_id = $1 and o.state in ('paid', 'cancelled') order by o.paid_at desc`,
    [customer],
  )
  return { orders: rows.map(({ row }) => row) }
}

function callProvider(method: string, path: string, body?: Body): Promise<Body> {
  return new Promise((resolve, reject) => {
    send({ host: '127.0.0.1', port: providerPort, method, path, agent }, async (response) => {
      let text = ''
      for await (const part of response) text += part
      resolve(JSON.parse(text))
    })
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })
}

async function createOrder(customer: string, body: Body) {
  // Safe cast: private.ts orders one line.
  const [line] = body.productDetails as [Wanted]
  const [order] = await run<{ id: string; total_paise: number }>(
    'hold',
    `with held as (update stock set reserved = reserved + $6::integer
        where product_id = $3 and color = $4 and size = $5 and on_hand - reserved >= $6 returning *),
      written as (insert into stock_ledger (sku, delta_reserved, reason, order_id)
        select sku, $6::integer, 'held for an order', $1 from held),
      opened as (insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise,
          total_paise, prices_include_tax, address, payment_method, exchange_days, expires_at)
        select $1, $2, 'creating', $1, p.price_paise, 0, 0, p.price_paise, false, to_jsonb(a), 'card', 7, now() + interval '20 minutes'
        from held join products p on p.id = held.product_id join addresses a on a.id = $7 and a.customer_id = $2 returning *),
      lines as (insert into order_lines (id, order_id, position, sku, product_id, name, price_paise, color, size, quantity,
          pictures, hsn, tax_percent)
        select $1, $1, 0, held.sku, p.id, p.name, p.price_paise, held.color, held.size, $6, p.pictures, '6109', 5
        from held join products p on p.id = held.product_id)
      select id, total_paise from opened`,
    [newId(), customer, line.productId, line.color, line.size, line.quantity, body.addressId],
  )
  if (!order) throw new Error('sold out')
  const created = await callProvider('POST', '/v1/orders', { amount: order.total_paise, receipt: order.id })
  await run(
    'await payment',
    `update orders set state = 'awaiting_payment', provider_order_id = $2 where id = $1 and state = 'creating'`,
    [order.id, created.id],
  )
  return { success: true, orderId: order.id, razorpayOrderId: created.id, amount: order.total_paise, currency: 'INR' }
}

async function verifyPayment(customer: string, body: Body) {
  const proof = `${body.razorpayOrderId}|${body.razorpayPaymentId}`
  if (createHmac('sha256', keySecret).update(proof).digest('hex') !== body.razorpaySignature)
    throw new Error('signature')
  const payment = await callProvider('GET', `/v1/payments/${body.razorpayPaymentId}`)
  const paid = await run(
    'settle',
    `with paid as (update orders set state = 'paid', status = 'ordered', payment_id = $2, paid_at = now(),
        estimated_at = now() + interval '5 days'
        where id = $1 and customer_id = $3 and state = 'awaiting_payment' and total_paise = $4 returning *),
      recorded as (insert into payments (id, order_id, status, amount_paise, currency, source)
        select $2, id, 'captured', $4, 'INR', 'browser' from paid),
      bought as (select l.* from order_lines l join paid on paid.id = l.order_id),
      sold as (update stock s set on_hand = on_hand - b.quantity, reserved = reserved - b.quantity
        from bought b where s.sku = b.sku returning b.*),
      written as (insert into stock_ledger (sku, delta_on_hand, delta_reserved, reason, order_id)
        select sku, -quantity, -quantity, 'sold', order_id from sold),
      taken as (delete from cart_lines c using bought b where c.customer_id = $3 and c.product_id = b.product_id
        and c.color = b.color and c.size = b.size),
      mailed as (insert into outbox (id, recipient, subject, body_text, secret, expires_at)
        select $1, email, 'Your order', 'Thank you', false, now() from customers join paid on paid.customer_id = customers.id)
      select id from paid`,
    [body.orderId, body.razorpayPaymentId, customer, payment.amount],
  )
  if (paid.length === 0) throw new Error('not payable')
  return { success: true, message: 'Payment successful', orderId: body.orderId }
}

const CALLS: Record<string, Call> = {
  getCartProduct: async (customer) => ({ cart: await listLines('cart_lines', customer) }),
  addToCart: async (customer, body) => ({ success: true, cart: await setLine('cart_lines', customer, body) }),
  addToWishlist: async (customer, body) => ({
    success: true,
    wishlist: await setLine('wishlist_lines', customer, body),
  }),
  'user-orders': listOrders,
  guestCart: (_, body) => guestCart(body),
  'create-order': createOrder,
  'verify-payment': verifyPayment,
}

async function readBody(request: IncomingMessage): Promise<Body> {
  let text = ''
  for await (const part of request) text += part
  return text === '' ? {} : JSON.parse(text)
}

createServer(async (request, response) => {
  try {
    const name = /^\/api\/user\/([^/]+)/.exec(request.url ?? '')?.[1] ?? ''
    const body = request.method === 'POST' ? await readBody(request) : {}
    const customer = name === 'guestCart' ? '' : await customerOf(request)
    const call = CALLS[name]
    if (customer === null || !call) return void response.writeHead(customer === null ? 401 : 404).end()
    const json = JSON.stringify(await call(customer, body))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }).end(json)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(port, '127.0.0.1')
