import { t } from '#platform/text/t.ts'

/** The shop's name, which the server writes into the document. */
export function shopName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="shop-name"]')?.content || t('Staff')
}
