import { logProblem } from '#platform/browser/log-problem.ts'
import { readSession } from '#platform/browser/session.ts'
import { isRecord } from '../is-record.ts'
import { DOCUMENT_UNREACHED } from './messages.ts'

/** How long a browser may take to start saving. */
const SAVING_MS = 60_000

/**
 * Fetches a document with the session's token and has the browser save it. Returns null, or a message if that failed.
 */
export async function saveDocument(kind: 'invoice' | 'credit-note', id: string): Promise<string | null> {
  const session = readSession()
  const path = [session?.user.id ?? '', id].map(encodeURIComponent).join('/')
  const headers = { authorization: `Bearer ${session?.token}` }
  const response = await fetch(`/api/user/${kind}/${path}`, { headers }).catch(() => null)
  const file = response?.ok ? await response.blob().catch(() => null) : null
  if (!response || !file) {
    logProblem('A document couldn’t be loaded', response?.status ?? 0)
    const problem: unknown = await response?.json().catch(() => null)
    return isRecord(problem) && typeof problem.message === 'string' ? problem.message : DOCUMENT_UNREACHED
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name ?? `${kind}.pdf` }).click()
  setTimeout(() => URL.revokeObjectURL(href), SAVING_MS)
  return null
}
