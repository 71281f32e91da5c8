import { t } from '#platform/text/t.ts'

type Failed = { status: number; message: string }

/** What happened, what was saved, and what to do, for a failed call. */
export function failureText(failed: Failed): string {
  const { status, message } = failed
  if (status === 0)
    return t('The shop can’t be reached. Whether it was saved isn’t known: try again, it won’t be done twice.')
  if (isFault(failed))
    return t(
      'Something went wrong in the shop. Whether it was saved isn’t known: reload the page and look before you try again. If it keeps happening, contact whoever runs the shop’s server.',
    )
  return message === '' ? t('That didn’t work, and nothing was saved. Please try again.') : message
}

/** The same for a call that only reads: there was nothing to save. */
export function readFailureText(failed: Failed): string {
  const { status, message } = failed
  if (status === 0) return t('The shop can’t be reached. Please try again.')
  if (isFault(failed))
    return t(
      'Something went wrong in the shop. Try again; if it keeps happening, contact whoever runs the shop’s server.',
    )
  return message === '' ? t('That didn’t work. Please try again.') : message
}

/** The shop itself says in a 503 that it's busy; without its sentence, something in front of it answered. */
const isFault = ({ status, message }: Failed) => status >= 500 && (status !== 503 || message === '')
