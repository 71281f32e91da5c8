import {
  ArrowLeftRight,
  BookUser,
  Boxes,
  ChartColumn,
  House,
  LayoutTemplate,
  type LucideIcon,
  Mail,
  MessageSquare,
  Package,
  ScrollText,
  Settings,
  Shirt,
  ShoppingBag,
  Star,
  TicketPercent,
  Undo2,
  UserRound,
  Users,
} from 'lucide-react'
import { t } from '#platform/text/t.ts'
import type { RIGHTS } from '#shop/staff/rights.ts'
import { may } from '../session.ts'

/** An item of the menu. */
export interface MenuItem {
  to: string
  label: string
  icon: LucideIcon
  /** The keys that lead here. */
  keys: string
  /** The call without which there is nothing to see here. */
  call: keyof typeof RIGHTS
  /** The name of its count among the badges. */
  badge?: string
  /** Other screens that are reached from here, by the first part of their path. */
  also?: readonly string[]
  /** Stands in the bar at the bottom of a phone. */
  isDaily?: boolean
  /** Belongs to the item before it. */
  isBelow?: boolean
}

/** The order of a day's work: what belongs to an item stands below it. */
const MENU: readonly MenuItem[] = [
  { to: '/', label: t('Today'), icon: House, keys: 'g t', call: 'GET /session', also: ['waiting'], isDaily: true },
  {
    to: '/orders?stage=to-pack',
    label: t('Orders'),
    icon: ShoppingBag,
    keys: 'g o',
    call: 'GET /orders',
    also: ['draft-orders', 'remittances'],
    isDaily: true,
  },
  {
    to: '/pack',
    label: t('Pack'),
    icon: Package,
    keys: 'g p',
    call: 'GET /pack',
    badge: 'pack',
    isDaily: true,
    isBelow: true,
  },
  {
    to: '/exchanges?state=waiting',
    label: t('Exchanges'),
    icon: ArrowLeftRight,
    keys: 'g x',
    call: 'GET /exchanges',
    badge: 'exchanges',
    isDaily: true,
    isBelow: true,
  },
  {
    to: '/returns',
    label: t('Returns'),
    icon: Undo2,
    keys: 'g u',
    call: 'GET /returns',
    badge: 'returns',
    isBelow: true,
  },
  { to: '/products', label: t('Products'), icon: Shirt, keys: 'g r', call: 'POST /products', also: ['imports'] },
  {
    to: '/stock?low=true',
    label: t('Stock'),
    icon: Boxes,
    keys: 'g k',
    call: 'GET /stock',
    also: ['stock-count'],
    isBelow: true,
  },
  { to: '/offers', label: t('Offers'), icon: TicketPercent, keys: 'g f', call: 'GET /offers', isBelow: true },
  { to: '/customers', label: t('Customers'), icon: BookUser, keys: 'g c', call: 'GET /customers' },
  {
    to: '/messages?state=waiting',
    label: t('Messages'),
    icon: MessageSquare,
    keys: 'g m',
    call: 'GET /messages',
    badge: 'messages',
    isDaily: true,
    isBelow: true,
  },
  {
    to: '/reviews?state=waiting',
    label: t('Reviews'),
    icon: Star,
    keys: 'g v',
    call: 'GET /reviews',
    isBelow: true,
  },
  { to: '/newsletter', label: t('Newsletter'), icon: Mail, keys: 'g n', call: 'GET /newsletters', isBelow: true },
  { to: '/reports/sales', label: t('Reports'), icon: ChartColumn, keys: 'g b', call: 'GET /reports/{name}' },
  { to: '/home-page', label: t('Home page'), icon: LayoutTemplate, keys: 'g h', call: 'GET /home-page' },
]

/** What is set up once and looked after now and then. */
const UPKEEP: readonly MenuItem[] = [
  {
    to: '/settings',
    label: t('Settings'),
    icon: Settings,
    keys: 'g e',
    call: 'GET /settings',
    also: ['stores', 'new-store', 'backups'],
  },
  { to: '/staff', label: t('Team'), icon: Users, keys: 'g s', call: 'GET /staff', also: ['keys'] },
  { to: '/audit', label: t('Activity'), icon: ScrollText, keys: 'g l', call: 'GET /audit' },
  { to: '/account', label: t('Account'), icon: UserRound, keys: 'g y', call: 'GET /sessions' },
]

/** Pages that the menu leaves out, for the palette. */
const OTHER_PAGES = [
  { to: '/draft-orders', label: t('Draft orders'), call: 'GET /draft-orders' },
  { to: '/remittances', label: t('Settlements'), call: 'GET /remittances' },
  { to: '/stores', label: t('Stores'), call: 'GET /stores' },
  { to: '/backups', label: t('Backups'), call: 'GET /backups' },
] as const

/** What is begun on a screen of its own. */
const BEGINNINGS = [
  { to: '/orders/new', label: t('Create an order'), call: 'POST /draft-orders' },
  { to: '/products/new', label: t('New product'), call: 'POST /products' },
  { to: '/offers/new', label: t('New offer'), call: 'POST /offers' },
  { to: '/new-store', label: t('New store'), call: 'POST /stores' },
] as const

/** Before the address in the id of what leads to a screen. */
export const GO = 'go '
/** The action that opens the search. */
export const SEARCH = 'search'

/** What the person's role lets them begin. */
export function beginnings(): { to: string; label: string }[] {
  return BEGINNINGS.filter(({ call }) => may(call))
}

/** What the person's role includes of them. */
export function otherPages(): { to: string; label: string }[] {
  return OTHER_PAGES.filter(({ call }) => may(call))
}

/** What the person's role includes: the day's work, then the upkeep. */
export function menuParts(): MenuItem[][] {
  return [MENU, UPKEEP].map((part) => part.filter(({ call }) => may(call)))
}

/** The same as one list. */
export function menuItems(): MenuItem[] {
  return menuParts().flat()
}

/** True on the screen of this item, and on those that are reached from it. `pathname` is below `/admin`. */
export function isCurrentItem({ to, also = [] }: MenuItem, pathname: string): boolean {
  const area = areaOf(pathname)
  return area === areaOf(to) || also.includes(area)
}

/** The first part of a path: `reports` of `/reports/sales?from=…`. */
function areaOf(path: string): string {
  return /^\/([^/?]*)/.exec(path)?.[1] ?? ''
}
