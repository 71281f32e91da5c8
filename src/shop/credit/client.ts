import { logProblem } from '#platform/browser/log-problem.ts'
import { api } from '../api.ts'
import type { StoreCredit } from './contract.ts'

/** The customer's store credit. Null if they never had any, or if it couldn't be loaded (logged): no page depends on it. */
export async function loadCredit(userId: string, signal?: AbortSignal): Promise<StoreCredit | null> {
  const response = await api('GET /user/credit/{userId}', { params: { userId } }, signal ? { signal } : {})
  if (response.ok) return (response.data.entries ?? []).length > 0 ? response.data : null
  if (!signal?.aborted && response.status !== 401) logProblem('The store credit couldn’t be loaded', response.status)
  return null
}
