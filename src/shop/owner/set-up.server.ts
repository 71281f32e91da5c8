import { countProducts, countWithoutHsn, readPictureOrigins } from '../catalog/sql.server.ts'
import { emptyPolicyFacts, unsetIdentity } from '../settings/definitions.ts'
import { findPreviewKey } from '../settings/preview-sql.server.ts'
import type { SettingName } from '../settings/rules.ts'
import { PLACED_SETTINGS } from '../settings/setting-pages.server.ts'
import { readStoredSettings } from '../settings/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Home } from './staff-contract.ts'

const POLICIES = ['page.terms', 'page.shipping', 'page.exchanges', 'page.privacy'] as const satisfies SettingName[]

/** The steps of a new shop until all are done, each with the very place where it's done; null afterwards. */
export async function readSetUp({ db, config, settings, payments, index }: Shop): Promise<Home['setUp']> {
  if (!config.real) return null
  const current = settings()
  const stored = Object.keys(await readStoredSettings(db))
  const isSet = (name: SettingName) => stored.includes(name)
  const unset = unsetIdentity(current)
  const others = unset.filter((name) => name !== 'shop.name' && name !== 'shop.address')
  const isOpen = current['shop.open']
  const isSold = index.stats().products > 0
  const products = await countProducts(db)
  const chargesGst = current['order.taxPercent'] > 0 || current['tax.table'].length > 0
  const hasCodes = products > 0 && (await countWithoutHsn(db)) === 0
  const pictures = (await readPictureOrigins(db)).length > 0
  const policies = [
    ...POLICIES.filter((name) => !isSet(name)),
    ...emptyPolicyFacts(current, { map: config.map !== null, pictures }),
  ]
  const steps = [
    { step: 'name', isDone: !unset.includes('shop.name'), to: addressOf('shop.name') },
    { step: 'address', isDone: !unset.includes('shop.address'), to: addressOf('shop.address') },
    { step: 'details', isDone: others.length === 0, to: addressOf(others[0] ?? 'shop.email'), lacks: others },
    { step: 'gstin', isDone: !chargesGst || current['shop.gstin'] !== '', to: addressOf('shop.gstin') },
    { step: 'prices', isDone: !chargesGst || isSet('tax.pricesInclude'), to: addressOf('tax.pricesInclude') },
    { step: 'hsn', isDone: !chargesGst || isSet('tax.hsn') || hasCodes, to: addressOf('tax.hsn') },
    { step: 'mail', isDone: config.sendsMail, to: '/settings/connections#mail' },
    { step: 'owner-mail', isDone: isSet('owner.email'), to: addressOf('owner.email') },
    { step: 'payments', isDone: payments.mode === 'razorpay', to: '/settings/connections#payments' },
    {
      step: 'delivery',
      isDone: stored.some((name) => name === 'order.delivery' || name.startsWith('shipping.')),
      to: addressOf('order.delivery'),
    },
    { step: 'policies', isDone: policies.length === 0, to: addressOf(policies[0] ?? 'page.terms'), lacks: policies },
    { step: 'grievance', isDone: isSet('grievance.name'), to: addressOf('grievance.name') },
    { step: 'backups', isDone: isSet('backup.to'), to: addressOf('backup.to') },
    // Whoever has opened does without these.
    { step: 'brand', isDone: isOpen || stored.some((name) => name.startsWith('brand.')), to: addressOf('brand.mark') },
    {
      step: 'product',
      isDone: isSold,
      // A draft that was begun is published from the list.
      to: !isSold && products > 0 ? '/products' : '/products/new',
    },
    { step: 'home-page', isDone: isOpen || isSet('home.sections'), to: '/home-page' },
    {
      step: 'preview',
      isDone: isOpen || (await findPreviewKey(db)) !== null,
      to: '/settings/connections#preview',
    },
    { step: 'open', isDone: isOpen, to: addressOf('shop.open') },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  return steps.map(({ lacks = [], ...step }) => ({ ...step, lacks: inOrder(lacks).map(({ label }) => label) }))
}

const inOrder = (names: readonly SettingName[]) => PLACED_SETTINGS.filter(({ name }) => names.includes(name))

function addressOf(name: SettingName): string {
  const placed = PLACED_SETTINGS.find((one) => one.name === name)
  return `/settings/${placed?.page ?? ''}#${name}`
}
