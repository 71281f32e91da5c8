import { logProblem } from '#platform/browser/log-problem.ts'
import { findSession, readSession } from '#platform/browser/session.ts'
import { tabStorage } from '#platform/browser/storage.ts'
import { api } from '../api.ts'
import { isRecord } from '../is-record.ts'

const KEY = 'waitingVote'

/** `no-user`: nothing was sent, since nobody is logged in. `failed` has the server's message, if any. */
export type Voted = { kind: 'saved'; count: number } | { kind: 'no-user' } | { kind: 'failed'; message: string }

/** Marks a review as helpful, or undoes that. */
export async function markHelpful(reviewId: string, helpful: boolean): Promise<Voted> {
  const session = await findSession()
  if (session === null) return { kind: 'no-user' }
  const response = await api('PUT /user/review/{reviewId}/user/{userId}/helpful', {
    params: { reviewId, userId: session.user.id },
    body: { helpful },
  })
  if (response.ok) return { kind: 'saved', count: response.data.count }
  logProblem('A vote wasn’t saved', response.status)
  return { kind: 'failed', message: response.message }
}

/** The reviews of a product that the shopper has marked; none without a login or on failure (logged). */
export async function loadVotes(productId: string): Promise<string[]> {
  const userId = readSession()?.user.id
  if (userId === undefined) return []
  const response = await api('GET /user/product/{productId}/user/{userId}/helpful', { params: { productId, userId } })
  if (response.ok && Array.isArray(response.data.reviews)) return response.data.reviews
  logProblem('Your votes couldn’t be loaded', response.status)
  return []
}

/** Stores a vote that waits for the login. `from` is the path to return to. */
export function saveWaitingVote(reviewId: string, from: string): void {
  tabStorage.write(KEY, { reviewId, from })
}

/** After a login: sends the stored vote. Null if there is none. */
export async function finishWaitingVote(): Promise<{ outcome: Voted; from: string } | null> {
  const saved = parseVote(tabStorage.read(KEY))
  tabStorage.write(KEY, null)
  return saved && { outcome: await markHelpful(saved.reviewId, true), from: saved.from }
}

function parseVote(value: unknown): { reviewId: string; from: string } | null {
  if (!isRecord(value) || typeof value.reviewId !== 'string' || typeof value.from !== 'string') return null
  return { reviewId: value.reviewId, from: /^\/(?!\/)/.test(value.from) ? value.from : '/' }
}
