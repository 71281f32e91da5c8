import { expect, test } from 'vitest'
import { shownTee } from '../../../../tests/support/shown-tee.ts'
import { DEFAULT_SETTINGS } from '../../settings/definitions.ts'
import { createCard } from '../card.ts'
import { productListJsonLd, productPageJsonLd } from './product-json-ld.ts'

const product = { _id: 'boxy-tee', name: 'Boxy Tee', price: 1299 }

test('an offer says what delivery costs and takes, and that it can only be exchanged, from the settings', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    'order.delivery': 60,
    'delivery.freeFrom': 2000,
    'exchange.days': 10,
    'shipping.packDays': 2,
    'shipping.deliverDays': 6,
    'shipping.workingDays': ['Mon', 'Sat'] as const,
  }
  const page = { origin: 'https://shop.example', shop: 'Blue Door', settings }
  const { offers, isVariantOf } = productPageJsonLd(product, page, { average: 0, count: 0 })
  expect(offers).toMatchObject({
    '@type': 'Offer',
    price: '1299.00',
    shippingDetails: {
      shippingRate: { value: '60.00', currency: 'INR' },
      shippingDestination: { addressCountry: 'IN' },
      deliveryTime: {
        handlingTime: { minValue: 0, maxValue: 2, unitCode: 'DAY' },
        transitTime: { minValue: 0, maxValue: 6, unitCode: 'DAY' },
        businessDays: { dayOfWeek: ['https://schema.org/Monday', 'https://schema.org/Saturday'] },
      },
    },
    hasMerchantReturnPolicy: {
      applicableCountry: 'IN',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: 10,
      refundType: 'https://schema.org/ExchangeRefund',
      merchantReturnLink: 'https://shop.example/policies/exchanges',
    },
  })
  expect(isVariantOf).toMatchObject({ '@type': 'ProductGroup' })
  const free = { ...page, settings: { ...settings, 'delivery.freeFrom': 1299 } }
  expect(productPageJsonLd(product, free, { average: 0, count: 0 }).offers).toMatchObject({
    shippingDetails: { shippingRate: { value: '0.00' } },
  })
})

test('prices that differ are an aggregate offer with one for each variant; in a list it has the bounds only', () => {
  const variants = [
    { sku: 'B-M', color: 'Black', size: 'M', quantity: 1 },
    { sku: 'B-XL', color: 'Black', size: 'XL', quantity: 0, price: 1499 },
  ]
  const page = { origin: 'https://shop.example', shop: 'Blue Door', settings: DEFAULT_SETTINGS }
  const tee = { ...shownTee, price: 1299, priceTo: 1499, variants }
  const { offers, isVariantOf } = productPageJsonLd(tee, page, { average: 0, count: 0 })
  expect(offers).not.toHaveProperty('price')
  const prices = { '@type': 'AggregateOffer', lowPrice: '1299.00', highPrice: '1499.00', priceCurrency: 'INR' }
  const [first, second] = ['1299.00', '1499.00'].map((price) => ({ '@type': 'Offer', price }))
  const offered = [
    { ...first, sku: 'B-M', availability: 'https://schema.org/InStock' },
    { ...second, sku: 'B-XL', availability: 'https://schema.org/OutOfStock' },
  ]
  expect(offers).toMatchObject({ ...prices, offerCount: 2, offers: offered, shippingDetails: {} })
  expect(isVariantOf.hasVariant).toMatchObject([{ offers: first }, { offers: second }])
  const [listed] = productListJsonLd([createCard(tee)], page).itemListElement
  expect(listed?.item.offers).toMatchObject(prices)
  expect(listed?.item.offers).not.toHaveProperty('offers')
})
