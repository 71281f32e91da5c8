import { t } from '#platform/text/t.ts'

/** A section as it's edited: its fields may be wrong until it's published. */
export type Section = Readonly<Record<string, unknown>>

export const SECTION_TYPES = ['hero', 'banner', 'tiles', 'products', 'collection', 'testimonials', 'instagram'] as const
export type SectionType = (typeof SECTION_TYPES)[number]

/** Of these the page has at most one. */
export const ONCE: ReadonlySet<SectionType> = new Set(['hero', 'banner', 'instagram'])

/** True if the page has a section of this type at most once. */
export const isOnce = ({ type }: Section) => SECTION_TYPES.some((one) => one === type && ONCE.has(one))

export function typeText(type: unknown): string {
  switch (type) {
    case 'hero':
      return t('Large picture with a button')
    case 'banner':
      return t('Banner')
    case 'tiles':
      return t('Tiles')
    case 'products':
      return t('Row of products')
    case 'collection':
      return t('Collection')
    case 'testimonials':
      return t('Testimonials')
    case 'instagram':
      return t('Instagram')
    default:
      return String(type)
  }
}

/** A field of a section as its form names it. */
export function fieldText(field: string): string {
  switch (field) {
    case 'heading':
    case 'title':
      return t('Heading')
    case 'label':
      return t('Small heading')
    case 'text':
      return t('Text')
    case 'button':
      return t('Button')
    case 'hidden':
      return t('Hidden')
    case 'alt':
      return t('Picture description')
    case 'picture':
    case 'phonePicture':
      return t('Picture')
    case 'pictures':
      return t('Pictures')
    case 'tiles':
      return t('Tiles')
    case 'voices':
      return t('Testimonials')
    case 'products':
      return t('Products')
    default:
      return field
  }
}

/** The words by which somebody knows a section. */
export function titleOf({ heading, title }: Section): string {
  return String(title ?? heading ?? '')
}

/** The address of the first picture of a section, or an empty text. */
export function pictureOf({ picture, pictures, tiles }: Section): string {
  const [first] = [pictures, tiles].flatMap((all): unknown[] => (Array.isArray(all) ? all : []))
  const src = typeof first === 'object' && first !== null && 'picture' in first ? first.picture : first
  const found = [picture, src].find((one) => typeof one === 'string' && one !== '')
  return typeof found === 'string' ? found : ''
}

/** A new section with what has to be filled in. */
export function createSection(type: SectionType): Section {
  const button = { text: t('Look'), link: '/categories' }
  switch (type) {
    case 'hero':
      return { type, label: '', heading: '', text: '', picture: '', phonePicture: '', button }
    case 'banner':
      return { type }
    case 'tiles':
      return { type, heading: '', tiles: [{ name: '', picture: '', link: '/categories' }] }
    case 'products':
      return { type, title: t('New'), products: { by: 'newest' } }
    case 'collection':
      return { type, label: '', heading: '', text: '', picture: '', alt: '', button }
    case 'testimonials':
      return { type, heading: '', voices: [{ text: '', author: '' }] }
    case 'instagram':
      return { type, heading: t('Follow us on Instagram'), pictures: [] }
  }
}
