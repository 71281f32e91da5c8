import { t } from '#platform/text/t.ts'
import type { HomeSection } from './section-contract.ts'

const MONSOON_PIECES = '/categories?collection=Monsoon+drop'

/** The home page of SPEC sections 1 and 2, with the demonstration's texts and pictures; the testimonials are invented. */
export const DEFAULT_SECTIONS: readonly HomeSection[] = [
  {
    type: 'hero',
    label: t('Monsoon drop'),
    heading: t('Thoda khisko.'),
    text: t('Room for one more. Heavyweight streetwear cut for a city that shares its seat.'),
    picture: '/media/home/hero.webp',
    phonePicture: '/media/home/hero-phone-a.webp',
    button: { text: t('Shop the drop'), link: MONSOON_PIECES },
  },
  { type: 'banner' },
  {
    type: 'tiles',
    heading: t('Pick a side'),
    tiles: [
      { name: t("Men's"), picture: '/media/home/tile-men.webp', link: '/categories?categories=Man' },
      { name: t("Women's"), picture: '/media/home/tile-women.webp', link: '/categories?categories=Woman' },
    ],
    more: { name: t('All Products'), link: '/categories' },
  },
  { type: 'products', title: t('Popular This Week'), products: { by: 'latestArrivals' } },
  {
    type: 'collection',
    label: t('The collection'),
    heading: t('Rain delay'),
    text: t(
      'Shells that fold into their own pocket, shirts that dry between two stations, and one map of every flooded underpass, printed where you can’t read it yourself.',
    ),
    picture: '/media/home/collection-monsoon.webp',
    alt: t('A yellow rain jacket, a blue map-print shirt and green shorts on a rail'),
    button: { text: t('See the monsoon pieces'), link: MONSOON_PIECES },
  },
  { type: 'products', title: t('Best Seller'), products: { by: 'topCollection' } },
  {
    type: 'testimonials',
    heading: t('Heard on the bench'),
    voices: [
      {
        text: t('I bought one boxy tee. My brother took it. I bought another. My mother took that one.'),
        author: 'Sneha P., Dombivli',
      },
      {
        text: t('First cargos that survived the 8:42 fast from Virar, both knees and my phone.'),
        author: 'Imran S., Vasai',
      },
      { text: t('XXXL that was cut for an XXXL. I did not know clothes could do that.'), author: 'Kavita R., Thane' },
      {
        text: t('Swapped a size on day five. They came home for it. I did not even get up.'),
        author: 'Arnav D., Powai',
      },
    ],
  },
  {
    type: 'instagram',
    heading: t('Follow us on Instagram'),
    pictures: [
      '/media/home/tile-all.webp',
      '/media/home/hero-phone-a.webp',
      '/media/home/tile-women.webp',
      '/media/home/hero-phone-b.webp',
    ],
  },
]

/** What the demonstration says above the listing of its drop. */
export const DEFAULT_LISTING_TEXTS = [
  {
    page: MONSOON_PIECES,
    text: t(
      'Eight pieces for four months of rain: shells that fold into their own pocket, trousers that dry between two stations, and a shirt with every flooded underpass on it.',
    ),
  },
]
