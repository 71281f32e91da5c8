import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../settings/definitions.ts'
import { productPageJsonLd } from './product-json-ld.ts'

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
