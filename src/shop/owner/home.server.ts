import type { StaffRole } from '#platform/api/identity.ts'
import { gigabytes, readDiskSpace } from '#platform/disk.server.ts'
import { indianDay, parseIndianTime, readableTime, toIndianTime } from '#platform/india-time.ts'
import { formatPrice, paise, toRupees } from '#platform/money.ts'
import { backupPlan } from '../backups/make-backup.server.ts'
import { readBackupStatus } from '../backups/status.server.ts'
import { switchText } from '../checkout/provider-switches.ts'
import { lateBefore } from '../delivery/rules.ts'
import { chargesWithoutGstin, isSandboxOpen } from '../settings/rules.ts'
import { countToPackBefore } from '../shipping/pack-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { isShown, LISTS, listOf, type WaitingKind } from './home-rules.ts'
import { readSales, type SalesPeriods } from './home-sql.server.ts'
import { readSetUp } from './set-up.server.ts'
import type { Home, ShownToday, Waiting } from './staff-contract.ts'
import { readToday, type Today } from './today-sql.server.ts'

/** The owner's open tasks, as the command prints them. */
export async function readOwnToday({ db, config, settings, clock }: Shop): Promise<Today> {
  const [disk, backups] = await Promise.all([
    readDiskSpace(config.dataDir),
    readBackupStatus(db, backupPlan(settings(), config), clock.now()),
  ])
  return readToday(db, settings(), { hasWebhooks: config.webhooks !== null, disk, backups })
}

/** What a role may read of them, as JSON. */
export function todayFor(today: Today, role: StaffRole): ShownToday {
  // Safe cast: JSON turns the dates into text, and the contract's schema is this object with text for dates.
  const shown = JSON.parse(JSON.stringify(today)) as ShownToday
  if (role !== 'packer') return shown
  const { toPack, parcels, exchangesToPack, exchanges, exchangeStates, runningOut, runningOutCount } = shown
  return { toPack, parcels, exchangesToPack, exchanges, exchangeStates, runningOut, runningOutCount }
}

/** Home for a role: what waits, sales, and what a new shop lacks. */
export async function readHome(shop: Shop, role: StaffRole): Promise<Home> {
  const isPacker = role === 'packer'
  const [today, late, sales, setUp] = await Promise.all([
    readOwnToday(shop),
    countToPackBefore(shop.db, lateBefore(shop.clock.now(), shop.settings())),
    isPacker ? null : readSold(shop),
    isPacker ? null : readSetUp(shop),
  ])
  const isSandbox = isSandboxOpen(shop.payments, shop.settings())
  const lacksGstin = chargesWithoutGstin(shop.settings())
  return { waiting: waitingOf(today, role, { isSandbox, lacksGstin, late }), sales, setUp }
}

/** What waits for a role, the most urgent first. `isSandbox`: the open shop takes payments that move no money. `lacksGstin`: it charges GST without one. `late`: of what is to pack. */
export function waitingOf(
  today: Today,
  role: StaffRole,
  { isSandbox, lacksGstin, late }: { isSandbox: boolean; lacksGstin: boolean; late: number },
): Waiting[] {
  const {
    disputes,
    toPack,
    parcels,
    exchangesToPack,
    exchangeStates,
    stuck,
    backupProblem,
    lowDisk,
    providerSwitches,
  } = today
  const some = (count: number, oldest: Date | null = null, detail: string | null = null) => ({ count, oldest, detail })
  const [dispute] = disputes
  const found: Record<WaitingKind, ReturnType<typeof some>> = {
    sandbox: some(isSandbox ? 1 : 0, null, isSandbox ? 'No money moves until you do.' : null),
    gstin: some(
      lacksGstin ? 1 : 0,
      null,
      lacksGstin ? 'Until then, orders get receipts instead of tax invoices.' : null,
    ),
    disk: some(
      lowDisk ? 1 : 0,
      null,
      lowDisk ? `${gigabytes(lowDisk.free)} free. With a full disk the shop can’t take orders.` : null,
    ),
    backups: some(backupProblem === null ? 0 : 1, null, backupProblem),
    'provider-switches': some(
      providerSwitches.reduce((sum, { count }) => sum + count, 0),
      null,
      providerSwitches[0] ? switchText(providerSwitches[0]) : null,
    ),
    disputes: some(
      disputes.length,
      null,
      dispute
        ? `${formatPrice(dispute.amount)} of order ${dispute.orderNumber}${dispute.status === 'lost' ? ', lost: keep back what hasn’t left' : dispute.respondBy ? `, respond by ${readableTime(dispute.respondBy)}` : ''}`
        : null,
    ),
    'payments-in-doubt': some(today.paymentsInDoubt.count, today.paymentsInDoubt.oldest),
    'failed-refunds': some(today.failedRefunds),
    'stuck-refunds': some(stuck.refunds),
    'parcels-lost': some(parcels.lost.count, parcels.lost.oldest),
    'parcels-returned': some(parcels.returned.count, parcels.returned.oldest),
    'parcels-received': some(parcels.received.count, parcels.received.oldest),
    'parcels-attempted': some(parcels.attempted.count, parcels.attempted.oldest),
    'parcels-returning': some(parcels.returning.count, parcels.returning.oldest),
    pack: some(
      toPack.count + exchangesToPack.count,
      earlier(toPack.oldest, exchangesToPack.oldest),
      late > 0 ? `${late} late` : null,
    ),
    'exchanges-to-approve': some(exchangeStates.waiting.count, exchangeStates.waiting.oldest),
    'exchanges-to-ship': some(exchangeStates.received.count, exchangeStates.received.oldest),
    'exchanges-to-receive': some(exchangeStates.approved.count, exchangeStates.approved.oldest),
    'exchanges-on-the-way': some(exchangeStates['on-the-way'].count, exchangeStates['on-the-way'].oldest),
    'cash-overdue': some(
      today.overdueCash.count,
      null,
      today.overdueCash.count > 0
        ? `${formatPrice(today.overdueCash.due)} of ${today.overdueCash.carriers.join(', ')}`
        : null,
    ),
    'to-confirm': some(today.toConfirm.count, today.toConfirm.oldest),
    'drafts-lapsed': some(today.lapsedDrafts.count, today.lapsedDrafts.oldest),
    messages: some(today.messages.count, today.messages.oldest),
    sizes: some(
      today.runningOutCount,
      null,
      today.runningOut
        .slice(0, 2)
        .map(({ product, sku, left }) => `${product} (${sku}): ${left} left`)
        .join('; ') || null,
    ),
    photos: some(today.photos.count, today.photos.oldest),
    'people-to-forget': some(today.toForget.count, today.toForget.oldest),
    mails: some(stuck.mails),
    'mail-limit': some(today.mailBudgetUsed ? 1 : 0),
    webhooks: some(stuck.webhooks),
  }
  // Safe cast: the keys of a record.
  return (Object.keys(LISTS) as WaitingKind[])
    .filter((kind) => found[kind].count > 0 && isShown(kind, role))
    .map((kind) => ({
      kind,
      to: listOf(kind, role),
      ...found[kind],
      oldest: found[kind].oldest?.toISOString() ?? null,
    }))
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** The beginning of today and of the week in India, on a Monday. */
export function salesPeriods(now: Date): SalesPeriods {
  const startOf = (instant: Date) => parseIndianTime(indianDay(instant))?.from ?? instant
  const today = startOf(now)
  const sinceMonday = (toIndianTime(now).getUTCDay() + 6) % 7
  return { now, today, monday: startOf(new Date(now.getTime() - sinceMonday * 24 * 60 * 60 * 1000)) }
}

async function readSold({ db, clock }: Shop): Promise<NonNullable<Home['sales']>> {
  const rows = await readSales(db, salesPeriods(clock.now()))
  const of = (wanted: (typeof rows)[number]['period']) => {
    const row = rows.find(({ period }) => period === wanted)
    return { orders: row?.orders ?? 0, pieces: row?.pieces ?? 0, money: toRupees(paise(row?.paise ?? 0)) }
  }
  return { today: of('today'), dayBefore: of('dayBefore'), week: of('week'), weekBefore: of('weekBefore') }
}
