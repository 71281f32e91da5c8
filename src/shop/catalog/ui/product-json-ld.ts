import { localPath } from '#platform/text/local-path.ts'
import { feeFor } from '../../pricing/free-delivery-rules.ts'
import type { SharedSettings } from '../../settings/rules.ts'
import type { Card, ShownProduct } from '../card.ts'
import type { Product } from '../contract.ts'
import { productPath } from '../product-path.ts'
import { discountPercent } from '../rules.ts'
import { pricesOf } from '../variant-price.ts'

interface Page {
  origin: string
  shop: string
}

function offerOf(price: number, isInStock: boolean, url: string) {
  return {
    '@type': 'Offer',
    price: price.toFixed(2),
    priceCurrency: 'INR',
    availability: `https://schema.org/${isInStock ? 'InStock' : 'OutOfStock'}`,
    url,
  }
}

/** The offers of a product whose price differs, one for each variant if they are known. */
function aggregateOf(product: ShownProduct, isInStock: boolean, origin: string, url: string) {
  const { priceTo = product.price, variants = [] } = product
  const { price: _, ...offer } = offerOf(product.price, isInStock, url)
  return {
    ...offer,
    '@type': 'AggregateOffer',
    lowPrice: product.price.toFixed(2),
    highPrice: priceTo.toFixed(2),
    ...(variants.length === 0
      ? {}
      : {
          offerCount: variants.length,
          offers: variants.map((one) => ({ ...variantOffer(product, one, origin), sku: one.sku })),
        }),
  }
}

function variantOffer(product: ShownProduct, variant: Product['variants'][number], origin: string) {
  const url = `${origin}${localPath(productPath(product._id, variant.color))}`
  return offerOf(pricesOf(product, variant).price, variant.quantity > 0, url)
}

/**
 * A product with its offer in schema.org's terms (CONTRACT, Pages). `origin` makes URLs absolute, `shop` is the brand.
 */
export function productJsonLd(product: ShownProduct, { origin, shop }: Page) {
  const url = `${origin}${localPath(productPath(product._id))}`
  const isInStock = product.sizes?.some(({ quantity }) => quantity > 0) ?? true
  return {
    '@type': 'Product',
    name: product.name,
    ...(product.description ? { description: product.description } : {}),
    sku: product._id,
    url,
    image: (product.images ?? []).map((src) => new URL(src, `${origin}/`).href),
    ...(product.colors && product.colors.length > 0 ? { color: product.colors.join(', ') } : {}),
    ...(product.fabric ? { material: product.fabric } : {}),
    ...(shop === '' ? {} : { brand: { '@type': 'Brand', name: shop } }),
    offers: {
      ...(product.priceTo ? aggregateOf(product, isInStock, origin, url) : offerOf(product.price, isInStock, url)),
      ...(discountPercent(product.price, product.mrp) === null
        ? {}
        : {
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              priceType: 'https://schema.org/StrikethroughPrice',
              price: product.mrp?.toFixed(2),
              priceCurrency: 'INR',
            },
          }),
    },
  }
}

type Terms = Pick<
  SharedSettings,
  | 'order.delivery'
  | 'delivery.freeFrom'
  | 'exchange.days'
  | 'shipping.packDays'
  | 'shipping.deliverDays'
  | 'shipping.workingDays'
>

const DAYS = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
}

/**
 * How an offer is delivered within India, and that it can be exchanged but not returned for money, in the terms of
 * search engines' merchant listings. The fee and the days are the shop's usual ones; a zone may have its own.
 */
export function offerTerms(settings: Terms, origin: string, price: number, exchangeDays = settings['exchange.days']) {
  const fee = feeFor(price, settings['order.delivery'], settings['delivery.freeFrom'])
  const upTo = (days: number) => ({ '@type': 'QuantitativeValue', minValue: 0, maxValue: days, unitCode: 'DAY' })
  return {
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: fee.toFixed(2), currency: 'INR' },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        handlingTime: upTo(settings['shipping.packDays']),
        transitTime: upTo(settings['shipping.deliverDays']),
        businessDays: {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: settings['shipping.workingDays'].map((day) => `https://schema.org/${DAYS[day]}`),
        },
      },
    },
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'IN',
      ...(exchangeDays === 0
        ? { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
        : {
            returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
            merchantReturnDays: exchangeDays,
            refundType: 'https://schema.org/ExchangeRefund',
            returnMethod: 'https://schema.org/ReturnByMail',
          }),
      merchantReturnLink: `${origin}${localPath('/policies/exchanges')}`,
    },
  }
}

/** The product page with its rating, its terms, and each colour and size as a variant, under the ids of the Merchant feed. */
export function productPageJsonLd(
  product: ShownProduct,
  page: Page & { settings: Terms },
  reviews: { average: number; count: number },
) {
  const rating = { '@type': 'AggregateRating', ratingValue: reviews.average, reviewCount: reviews.count }
  const own = productJsonLd(product, page)
  return {
    ...own,
    offers: { ...own.offers, ...offerTerms(page.settings, page.origin, product.price, product.exchangeDays) },
    ...(reviews.count > 0 ? { aggregateRating: rating } : {}),
    isVariantOf: {
      '@type': 'ProductGroup',
      productGroupID: product._id,
      name: product.name,
      variesBy: ['https://schema.org/color', 'https://schema.org/size'],
      hasVariant: (product.variants ?? []).map((variant) => ({
        '@type': 'Product',
        sku: variant.sku,
        name: `${product.name}, ${variant.color}, ${variant.size}`,
        color: variant.color,
        size: variant.size,
        offers: variantOffer(product, variant, page.origin),
      })),
    },
  }
}

/** A list of products, in its order: cover, name and offer only. */
export function productListJsonLd(cards: readonly Card[], page: Page) {
  return {
    '@type': 'ItemList',
    itemListElement: cards.map(({ _id, name, price, priceTo = 0, saving, cover, soldOut }, at) => {
      const product = { _id, name, price, priceTo, mrp: saving?.mrp ?? null, images: cover === '' ? [] : [cover] }
      const stock = soldOut ? { sizes: [] } : {}
      return { '@type': 'ListItem', position: at + 1, item: productJsonLd({ ...product, ...stock }, page) }
    }),
  }
}
