import type { IncomingMessage } from 'node:http'
import type { CallName, Contract, Endpoint } from '#platform/api/endpoint.ts'
import { bearerOf } from '#platform/api/mount.server.ts'
import type { ExpectedUpload, QueueName, UploadPool } from '#platform/http/listener.server.ts'
import { MAX_BODY_BYTES } from '#platform/http/request-body.server.ts'
import { contract } from '#shop/contract.ts'
import { refuseExchangePhoto } from '#shop/exchanges/photos.server.ts'
import { refusePhoto } from '#shop/reviews/handlers.server.ts'
import { createStaffGate } from '#shop/staff/gate.server.ts'
import { staffContract } from '#shop/staff-contract.ts'
import type { OpenShop } from './open-shop.server.ts'

interface NamedCall {
  name: CallName
  endpoint: Endpoint
}

interface KnownCall extends NamedCall {
  pool: UploadPool
  path: RegExp
}

/** Every call of the contracts, by method, in the order in which they are mounted. */
const CALLS: ReadonlyMap<string, readonly KnownCall[]> = Map.groupBy(
  [...knownCalls(staffContract, '/api/admin', 'staffUpload'), ...knownCalls(contract, '/api', 'upload')],
  ({ name }) => name.split(' ', 1)[0] ?? '',
)

function namedCalls(calls: Contract): NamedCall[] {
  // Safe cast: a contract's keys are the names of its calls.
  return (Object.entries(calls) as [CallName, Endpoint][]).map(([name, endpoint]) => ({ name, endpoint }))
}

function knownCalls(calls: Contract, prefix: string, pool: UploadPool): KnownCall[] {
  return namedCalls(calls).map(({ name, endpoint }) => {
    const path = name
      .slice(name.indexOf('/'))
      .replaceAll('.', '\\.')
      .replaceAll(/\{\w+\}/g, '([^/?]+)')
    return { name, endpoint, pool, path: new RegExp(`^${prefix}${path}(?:\\?|$)`) }
  })
}

/** The call that a request makes, or undefined. */
function callOf({ method = '', url = '' }: IncomingMessage): KnownCall | undefined {
  return url.startsWith('/api/') ? CALLS.get(method)?.find(({ path }) => path.test(url)) : undefined
}

/** The largest body that a call takes, if that is more than every call may send. */
export function uploadBytes({ upload, maxBodyBytes = 0 }: Endpoint): number | null {
  return upload?.maxBytes ?? (maxBodyBytes > MAX_BODY_BYTES ? maxBodyBytes : null)
}

/** The calls of a contract that take more than every call does. */
export const largeCalls = (calls: Contract): NamedCall[] =>
  namedCalls(calls).filter(({ endpoint }) => uploadBytes(endpoint) !== null)

/** True for a file, and for a JSON body that is longer than most, or may be. */
function isLarge({ headers }: IncomingMessage, { upload }: Endpoint): boolean {
  return (
    upload !== undefined ||
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length']) > MAX_BODY_BYTES
  )
}

/** The queue and largest body of a request that sends a file, or JSON longer than other calls take. Null for others. */
export function uploadOf(request: IncomingMessage): ExpectedUpload | null {
  const call = callOf(request)
  const maxBytes = call ? uploadBytes(call.endpoint) : null
  return call && maxBytes !== null && isLarge(request, call.endpoint) ? { pool: call.pool, maxBytes } : null
}

/** Health checks wait in none. */
const QUEUES: readonly [QueueName | null, RegExp][] = [
  ['priority', /^\/api\/(?:user\/(?:create-order|verify-payment)|webhooks\/)/],
  ['picture', /^\/media\//],
  [null, /^\/(?:healthz|readyz|metrics)(?:\?|$)/],
]

/** The queue of a request, by its path, or by what its call takes and makes. */
export function queueOf(request: IncomingMessage): QueueName | null {
  const named = QUEUES.find(([, path]) => path.test(request.url ?? ''))
  if (named) return named[0]
  return uploadOf(request)?.pool ?? (makesFile(request) ? 'document' : 'ordinary')
}

/**
 * True for a call that makes a document or a table, which takes a shop longer than a page. A backup is only read, for as long as
 * its download takes.
 */
function makesFile(request: IncomingMessage): boolean {
  return /^(?:application\/(?!x-tar)|text\/csv)/.test(callOf(request)?.endpoint.fileType ?? '')
}

const EXCHANGE_PHOTO: CallName = 'POST /user/exchangePhoto'
const PHOTO: CallName = 'POST /user/product/{productId}/user/{userId}/reviewPhoto'

/**
 * Who sends an upload, by account: whoever the call's own checks let in. Null for everybody else, and for a customer who may add
 * no photo to this product, whatever it is.
 */
export function createUploaderOf({
  shop,
  authenticate,
}: OpenShop): (request: IncomingMessage) => Promise<string | null> {
  const admitStaff = createStaffGate(shop)
  return async (request) => {
    const call = callOf(request)
    if (!call) return null
    const { name, endpoint, pool, path } = call
    if (pool === 'staffUpload') {
      const session = await admitStaff({ name, endpoint, request: headOf(request) })
      return session && !('ok' in session) ? (session.programId ?? session.staffId) : null
    }
    const token = bearerOf(request.headers.authorization)
    const customer = token === null ? null : await authenticate(token)
    if (customer !== null && name === EXCHANGE_PHOTO)
      return (await refuseExchangePhoto(shop, customer)) === null ? customer : null
    if (customer === null || name !== PHOTO) return customer
    const productId = path.exec(request.url ?? '')?.[1] ?? ''
    return (await refusePhoto(shop.db, customer, productId)) === null ? customer : null
  }
}

/** A request without its body, as the gate takes it. */
function headOf({ method = 'GET', url = '/', headers }: IncomingMessage): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request(new URL(url, 'http://shop.invalid'), { method, headers: pairs })
}
