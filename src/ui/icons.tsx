import type { ReactElement } from 'react'

/*
 * The icons of the home page. Those needed only by other pages are in shop-icons.tsx, or beside their component. The
 * drawings are Lucide's (ISC licence), each as one path: lucide-react would add 1.5 KB to every first visit. Pages behind
 * a login use lucide-react itself.
 */
type IconProps = { size?: number; className?: string }

/** An icon component from one SVG path, drawn in a box of 24 by 24. */
export function icon(d: string) {
  return function Icon({ size = 22, className }: IconProps): ReactElement {
    return (
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className}
      >
        <path d={d} />
      </svg>
    )
  }
}

export const MenuIcon = icon('M4 5 h16M4 12 h16M4 19 h16')
export const SearchIcon = icon('M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0')
export const UserIcon = icon('M19 21 v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M8 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0')
export const BagIcon = icon(
  'M16 10 a4 4 0 0 1-8 0M3.103 6.034 h17.794M3.4 5.467 a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z',
)
export const CloseIcon = icon('M18 6 6 18M6 6l12 12')
export const ChevronLeftIcon = icon('M15 18l-6-6 6-6')
export const ChevronRightIcon = icon('M9 18l6-6-6-6')
export const ChevronDownIcon = icon('M6 9l6 6 6-6')
export const ShirtIcon = icon(
  'M20.38 3.46 16 2a4 4 0 0 1-8 0L3.62 3.46a2 2 0 0 0-1.34 2.23l.58 3.47a1 1 0 0 0 .99.84H6v10c0 1.1.9 2 2 2h8a2 2 0 0 0 2-2V10h2.15a1 1 0 0 0 .99-.84l.58-3.47a2 2 0 0 0-1.34-2.23z',
)
export const LayersIcon = icon(
  'M12.83 2.18 a2 2 0 0 0-1.66 0L2.6 6.08a1 1 0 0 0 0 1.83l8.58 3.91a2 2 0 0 0 1.66 0l8.58-3.9a1 1 0 0 0 0-1.83zM2 12 a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 12M2 17 a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 17',
)
export const UndoIcon = icon('M9 14 4 9l5-5M4 9 h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11')
export const PauseIcon = icon('M14 3h5v18h-5zM5 3h5v18h-5z')
export const PlayIcon = icon('M5 5 a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z')
export const ArrowRightIcon = icon('M5 12 h14M12 5l7 7-7 7')
export const PlusIcon = icon('M5 12 h14M12 5 v14')
export const HeartIcon = icon(
  'M2 9.5 a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5',
)
export const StarIcon = icon(
  'M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z',
)
