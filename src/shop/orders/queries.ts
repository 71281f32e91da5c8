import { logProblem } from '#platform/browser/log-problem.ts'
import { api } from '../api.ts'
import { readOrders, type ShownOrder } from './read-orders.ts'

/** SPEC 8: no order is an empty list; no network is said on the page; everything else leads to /login. */
export type LoadedOrders = { kind: 'ready'; orders: ShownOrder[] } | { kind: 'unreached' } | { kind: 'refused' }

/** The customer's orders, newest first. */
export async function loadOrders(userId: string, signal?: AbortSignal): Promise<LoadedOrders> {
  const answer = await api('GET /user/user-orders/{userId}', { params: { userId } }, signal ? { signal } : {})
  if (answer.ok) return { kind: 'ready', orders: readOrders(answer.data.orders) }
  if (answer.status === 404) return { kind: 'ready', orders: [] }
  if (!signal?.aborted) logProblem('The orders could not be loaded', answer.status)
  return answer.status === 0 ? { kind: 'unreached' } : { kind: 'refused' }
}
