import { readField } from '#platform/browser/read-field.ts'
import { t } from '#platform/text/t.ts'
import { api } from '../api.ts'

/** Subscribes a form's address to the newsletter. `text` is the server's message, or why there is none. */
export async function subscribe(form: HTMLFormElement): Promise<{ text: string; ok: boolean }> {
  const result = await api('POST /user/subscribe', { body: { email: readField(form, 'email').trim() } })
  if (result.ok) {
    form.reset()
    return { text: result.data.message || t('Thank you.'), ok: true }
  }
  return { text: result.message || t('That didn’t work. Please try again.'), ok: false }
}
