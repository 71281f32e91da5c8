import { t } from '#platform/text/t.ts'
import type { ListedNewsletter } from '#shop/contact/newsletter-contract.ts'
import type { Tone } from '#ui/parts.tsx'

const STATES: Record<ListedNewsletter['state'], [text: string, tone: Tone]> = {
  draft: [t('Draft'), 'plain'],
  sending: [t('Sending'), 'warn'],
  stopped: [t('Stopped'), 'warn'],
  sent: [t('Sent'), 'ok'],
}

export const stateText = (state: ListedNewsletter['state']) => STATES[state][0]
export const stateTone = (state: ListedNewsletter['state']) => STATES[state][1]

/** A draft may have no subject yet. */
export const subjectText = (subject: string) => (subject === '' ? t('Untitled') : subject)

export const mailsText = (count: number) => t('{count, plural, one {# e-mail} other {# e-mails}}', { count })
