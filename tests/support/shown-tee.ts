import type { ShownProduct } from '#shop/catalog/card.ts'

const picture = (color: string, view: string) => ({
  src: `/media/tee/${color}-${view}.webp`.toLowerCase(),
  alt: `${color} ${view}`,
  color,
  view,
  width: 1200,
  height: 1500,
  tone: '#d7d0c3',
})

/** A tee in two colours, partly in stock: the fixture of card and product page tests. */
export const shownTee: ShownProduct = {
  _id: 'tee',
  name: 'Tee',
  price: 999,
  images: ['/media/tee/black-front.webp'],
  colors: ['Black', 'White'],
  pictures: [picture('Black', 'front'), picture('Black', 'back'), picture('White', 'front')],
  sizes: [
    { _id: 's', size: 'S', quantity: 9 },
    { _id: 'm', size: 'M', quantity: 5 },
    { _id: 'l', size: 'L', quantity: 0 },
  ],
  variants: [
    { sku: '1', color: 'Black', size: 'S', quantity: 0 },
    { sku: '2', color: 'Black', size: 'M', quantity: 5 },
    { sku: '3', color: 'White', size: 'S', quantity: 9 },
    { sku: '4', color: 'White', size: 'M', quantity: 0 },
  ],
}
