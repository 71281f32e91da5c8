import { icon } from './icons.tsx'

/* The icons that the home page doesn't need. */

export const MinusIcon = icon('M5 12 h14')
export const FilterIcon = icon('M10 5 H3M12 19 H3M14 3 v4M16 17 v4M21 12 h-9M21 19 h-5M21 5 h-7M8 10 v4M8 12 H3')
export const CheckIcon = icon('M20 6 9 17l-5-5')
export const ThumbIcon = icon(
  'M7 10v12M15 5.88 14 10h5.83a2 2 0 0 1 1.92 2.56l-2.33 8A2 2 0 0 1 17.5 22H4a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h2.76a2 2 0 0 0 1.79-1.11L12 2a3.13 3.13 0 0 1 3 3.88Z',
)
