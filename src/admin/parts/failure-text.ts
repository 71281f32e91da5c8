import { t } from '#platform/text/t.ts'

/** What happened, what was saved, and what to do, for a failed call. */
export function failureText({ status, message }: { status: number; message: string }): string {
  if (status === 0)
    return t('The shop can’t be reached. Whether it was saved isn’t known: try again, it won’t be done twice.')
  if (status >= 500 && status !== 503)
    return t('Something went wrong in the shop, and nothing was saved. Try again; if it stays, tell whoever runs it.')
  return message === '' ? t('That didn’t work, and nothing was saved. Please try again.') : message
}
