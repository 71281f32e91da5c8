import { t } from '#platform/text/t.ts'
import { Markdown } from '#ui/markdown.tsx'
import type { ShownProduct } from '../card.ts'
import { valueName } from '../value-names.ts'

/** The Description tab: the text, then the facts, including seller and country of origin. */
export function ProductFacts({ product, seller }: { product: ShownProduct; seller: string }) {
  const facts = factsOf(product, seller)
  return (
    <div className="grid gap-8 md:grid-cols-[1.2fr_1fr] md:gap-16">
      {product.descriptionHtml ? (
        <Markdown html={product.descriptionHtml} className="max-w-160 content-start" />
      ) : product.description ? (
        <p className="max-w-160 text-base wrap-anywhere whitespace-pre-line text-ink-2">{product.description}</p>
      ) : null}
      <dl className="grid content-start text-sm">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="grid grid-cols-[8.5rem_1fr] gap-3 border-b border-line py-2.5 last:border-0 md:first:pt-0.5"
          >
            <dt className="text-ink-3">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** "Cotton, 220 gsm", or '' if it isn't known. */
export function fabricText({ fabric, gsm }: Pick<ShownProduct, 'fabric' | 'gsm'>): string {
  const name = valueName(fabric ?? '')
  return gsm ? t('{fabric}, {gsm} gsm', { fabric: name || t('Cloth'), gsm }) : name
}

function factsOf(product: ShownProduct, seller: string): [string, string][] {
  const facts: [string, string | null | undefined][] = [
    [t('Fabric'), fabricText(product)],
    [t('Fit'), valueName(product.fit ?? '')],
    [t('Pattern'), valueName(product.pattern ?? '')],
    [t('Care'), product.care?.join('. ')],
    [t('Country of origin'), valueName(product.countryOfOrigin ?? '')],
    [t('Sold by'), seller],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}
