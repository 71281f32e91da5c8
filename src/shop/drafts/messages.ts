import { t } from '#platform/text/t.ts'

export const NO_LINK = t('There’s no order at this link. Please check that it was copied whole.')
export const DRAFT_PAID = t('This order has already been paid.')
export const EXCHANGE_PAID = t('This has already been paid.')
export const PAYMENT_UNDER_WAY = t('A payment for this order is under way. Please try again in a minute.')

export const OFFER_TAKEN = t('An offer of this order was used up a moment ago. Please try again.')

/** A link that has ended says whom to ask. */
export function linkOver({ shop, phone, email }: { shop: string; phone: string; email: string }): string {
  const at = [phone, email].filter(Boolean).join(', ')
  return at === ''
    ? t('This link to pay has ended. Please ask {shop} for a new one.', { shop })
    : t('This link to pay has ended. Please ask {shop} for a new one: {at}.', { shop, at })
}

export function linkRevoked({ shop, phone, email }: Parameters<typeof linkOver>[0]): string {
  const at = [phone, email].filter(Boolean).join(', ')
  return at === ''
    ? t('This link to pay was withdrawn. Please use the newest one, or ask {shop}.', { shop })
    : t('This link to pay was withdrawn. Please use the newest one, or ask {shop}: {at}.', { shop, at })
}
