/** Which price a product gets if its variants have several, as the owner decides for an import. */
export const PRICE_CHOICES = ['highest', 'lowest'] as const
export type PriceChoice = (typeof PRICE_CHOICES)[number]
