import { t } from '#platform/text/t.ts'
export const NO_SUCH_PRODUCT = t('Product not found.')
export const NO_LONGER_SOLD = t('This product is no longer sold.')
/** Its exchange days are 0. */
export const NOT_EXCHANGEABLE = t('This item can’t be exchanged. If it’s damaged or the wrong one, please write to us.')
export const PRODUCT_FOUND = t('Product details fetched successfully.')

/** What a picture shows, for a language in which the owner's own words don't exist. `color` is in that language. */
export function pictureAlt(picture: { name: string; color: string; view: string }): string {
  const { name, color, view } = picture
  if (color === '') return name
  if (view === 'front') return t('{name} in {color}, from the front', { name, color })
  if (view === 'back') return t('{name} in {color}, from behind', { name, color })
  if (view === 'turned') return t('{name} in {color}, in three-quarter view', { name, color })
  if (view === 'detail') return t('{name} in {color}, close up', { name, color })
  return t('{name} in {color}', { name, color })
}
