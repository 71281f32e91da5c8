import { countProducts } from '../catalog/sql.server.ts'
import { unsetIdentity } from '../settings/definitions.ts'
import { findPreviewKey } from '../settings/preview-sql.server.ts'
import type { SettingName } from '../settings/rules.ts'
import { PLACED_SETTINGS } from '../settings/setting-pages.server.ts'
import { readStoredSettings } from '../settings/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Home } from './staff-contract.ts'

/** The steps of a new shop until all are done, each with the very place where it's done; null afterwards. */
export async function readSetUp({ db, config, settings, payments, index }: Shop): Promise<Home['setUp']> {
  if (!config.real) return null
  const current = settings()
  const stored = Object.keys(await readStoredSettings(db))
  const unset = unsetIdentity(current)
  const others = PLACED_SETTINGS.filter(
    ({ name }) => unset.includes(name) && name !== 'shop.name' && name !== 'shop.address',
  )
  const isOpen = current['shop.open']
  const isSold = index.stats().products > 0
  const steps = [
    { step: 'name', isDone: !unset.includes('shop.name'), to: addressOf('shop.name') },
    { step: 'address', isDone: !unset.includes('shop.address'), to: addressOf('shop.address') },
    { step: 'details', isDone: others.length === 0, to: addressOf(others[0]?.name ?? 'shop.email'), lacks: others },
    {
      step: 'gstin',
      isDone: current['order.taxPercent'] === 0 || current['shop.gstin'] !== '',
      to: addressOf('shop.gstin'),
    },
    { step: 'mail', isDone: config.sendsMail, to: '/settings/connections#mail' },
    { step: 'payments', isDone: payments.mode === 'razorpay', to: '/settings/connections#payments' },
    {
      step: 'delivery',
      isDone: stored.some((name) => name === 'order.delivery' || name.startsWith('shipping.')),
      to: addressOf('order.delivery'),
    },
    // Whoever has opened does without these two.
    { step: 'brand', isDone: isOpen || stored.some((name) => name.startsWith('brand.')), to: addressOf('brand.mark') },
    {
      step: 'product',
      isDone: isSold,
      // A draft that was begun is published from the list.
      to: !isSold && (await countProducts(db)) > 0 ? '/products' : '/products/new',
    },
    {
      step: 'preview',
      isDone: isOpen || (await findPreviewKey(db)) !== null,
      to: '/settings/connections#preview',
    },
    { step: 'open', isDone: isOpen, to: addressOf('shop.open') },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return steps.map(({ lacks = [], ...step }) => ({ ...step, lacks: lacks.map(({ label }) => label) }))
}

function addressOf(name: SettingName): string {
  const placed = PLACED_SETTINGS.find((one) => one.name === name)
  return `/settings/${placed?.page ?? ''}#${name}`
}
