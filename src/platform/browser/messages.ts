import { t } from '#platform/text/t.ts'

/** What a shopper is told if a change couldn't be sent. */
export const NEEDS_CONNECTION = t('You’re offline. Please try again when you’re back online.')
