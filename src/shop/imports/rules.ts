/** Which price a product got if its variants had several, when it had only one. */
export const PRICE_CHOICES = ['highest', 'lowest'] as const
export type PriceChoice = (typeof PRICE_CHOICES)[number]
