import { logProblem } from '#platform/browser/log-problem.ts'
import type { ContactMessage } from './contract.ts'
import { messages } from './messages.ts'
import type { ContactErrors } from './validate-message.ts'

/** A failure's `message` is SPEC section 8's; `detail` and `fields` are the server's messages, where the shopper can act on them. */
export type Sent =
  | { ok: true; message: string }
  | { ok: false; message: string; detail: string | null; fields: ContactErrors }

/** Sends the shop a message. The same `key` makes a second try of the same message harmless. */
export async function sendContactMessage(body: ContactMessage, key: string): Promise<Sent> {
  // Loaded on use: a page that is only read has no call to make.
  const { api } = await import('../api.ts')
  const response = await api('POST /user/addContactUs', { body }, { idempotencyKey: key })
  if (response.ok) return { ok: true, message: messages.sent }
  logProblem('The message could not be sent', response.status)
  const fieldErrors = (response.problem?.errors ?? []).map(({ path, message }) => [path, message])
  const isActionable = response.status >= 400 && response.status < 500 && response.message !== messages.failed
  return {
    ok: false,
    message: messages.failed,
    detail: isActionable ? response.message : null,
    fields: Object.fromEntries(fieldErrors),
  }
}
