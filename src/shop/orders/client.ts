import { logProblem } from '#platform/browser/log-problem.ts'
import { api } from '../api.ts'
import { parseOrders, type ShownOrder } from './read-orders.ts'

/** SPEC 8: no order is an empty list; a network failure is shown on the page; everything else redirects to /login. */
export type LoadedOrders = { kind: 'ready'; orders: ShownOrder[] } | { kind: 'unreached' } | { kind: 'refused' }

/** The customer's orders, newest first. */
export async function loadOrders(userId: string, signal?: AbortSignal): Promise<LoadedOrders> {
  const response = await api('GET /user/user-orders/{userId}', { params: { userId } }, signal ? { signal } : {})
  if (response.ok) return { kind: 'ready', orders: parseOrders(response.data.orders) }
  if (response.status === 404) return { kind: 'ready', orders: [] }
  if (!signal?.aborted) logProblem('The orders couldn’t be loaded', response.status)
  return response.status === 0 ? { kind: 'unreached' } : { kind: 'refused' }
}
