import { t } from '#platform/text/t.ts'

type Failed = { status: number; message: string }

/** What happened, what was saved, and what to do, for a failed call. */
export function failureText({ status, message }: Failed): string {
  if (status === 0)
    return t('The shop can’t be reached. Whether it was saved isn’t known: try again, it won’t be done twice.')
  if (isFault(status))
    return t('Something went wrong in the shop, and nothing was saved. Try again; if it stays, tell whoever runs it.')
  return message === '' ? t('That didn’t work, and nothing was saved. Please try again.') : message
}

/** The same for a call that only reads: there was nothing to save. */
export function readFailureText({ status, message }: Failed): string {
  if (status === 0) return t('The shop can’t be reached. Please try again.')
  if (isFault(status)) return t('Something went wrong in the shop. Try again; if it stays, tell whoever runs it.')
  return message === '' ? t('That didn’t work. Please try again.') : message
}

/** 503 has a sentence of its own: the shop is busy. */
const isFault = (status: number) => status >= 500 && status !== 503
