import { icon } from './icons.tsx'

/* The icons that the home page doesn't need. */

export const MinusIcon = icon('M5 12 h14')
export const PlusIcon = icon('M5 12 h14M12 5 v14')
export const HeartIcon = icon(
  'M2 9.5 a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5',
)
export const FilterIcon = icon('M10 5 H3M12 19 H3M14 3 v4M16 17 v4M21 12 h-9M21 19 h-5M21 5 h-7M8 10 v4M8 12 H3')
export const CheckIcon = icon('M20 6 9 17l-5-5')
export const ThumbIcon = icon(
  'M7 10v12M15 5.88 14 10h5.83a2 2 0 0 1 1.92 2.56l-2.33 8A2 2 0 0 1 17.5 22H4a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h2.76a2 2 0 0 0 1.79-1.11L12 2a3.13 3.13 0 0 1 3 3.88Z',
)
