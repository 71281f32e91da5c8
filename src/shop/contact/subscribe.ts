import { t } from '#platform/text/t.ts'
import { api } from '../api.ts'

/** Subscribes an address to the newsletter; `text` is the server's message, or why there is none. */
export async function subscribe(email: string): Promise<{ text: string; ok: boolean }> {
  const result = await api('POST /user/subscribe', { body: { email } })
  if (result.ok) return { text: result.data.message || t('Thank you.'), ok: true }
  return { text: result.message || t('That did not work. Please try again.'), ok: false }
}
