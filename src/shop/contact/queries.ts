import { logProblem } from '#platform/browser/log-problem.ts'
import type { ContactMessage } from './contract.ts'
import { messages } from './messages.ts'
import type { ContactErrors } from './validate-message.ts'

/** `sentence` is SPEC section 8's; `detail` and `fields` are the server's messages, where the shopper can act on them. */
export type Sent =
  | { ok: true; message: string }
  | { ok: false; sentence: string; detail: string | null; fields: ContactErrors }

/** Sends the shop a message. The same `key` makes a second try of the same message harmless. */
export async function sendContactMessage(body: ContactMessage, key: string): Promise<Sent> {
  // Loaded on use: a page that is only read has no call to make.
  const { api } = await import('../api.ts')
  const answer = await api('POST /user/addContactUs', { body }, { idempotencyKey: key })
  if (answer.ok) return { ok: true, message: messages.sent }
  logProblem('The message could not be sent', answer.status)
  const fieldErrors = (answer.problem?.errors ?? []).map(({ path, message }) => [path, message])
  const isActionable = answer.status >= 400 && answer.status < 500 && answer.message !== messages.failed
  return {
    ok: false,
    sentence: messages.failed,
    detail: isActionable ? answer.message : null,
    fields: Object.fromEntries(fieldErrors),
  }
}
