import type { PackItem, PackTick, PickRow } from '#shop/shipping/pack-contract.ts'

export type PackStep = PackTick['step']

/** The last tick of a piece and step that this device knows. */
export interface KnownTick {
  count: number
  /** By the shop's clock, ISO 8601. */
  at: string
  /** Who ticked it, or null for oneself. */
  by: string | null
}

/** A tick that waits for the shop. */
export type WaitingTick = Omit<PackTick, 'by'> & { key: string }

/** A parcel with its carrier's number. */
export interface Parcel {
  carrier: string
  tracking: string
}

/** What somebody packs in one go. It's kept on the device, so that it goes on without a connection. */
export interface Run {
  staffId: string
  items: PackItem[]
  ticks: Readonly<Record<string, KnownTick>>
  /** The parcels that have left, by the item's id. */
  shipped: Readonly<Record<string, Parcel>>
  /** Why an item isn't to pack any more, by its id. */
  gone: Readonly<Record<string, string>>
  /** What was typed or scanned for parcels that haven't left, by the item's id. */
  drafts: Readonly<Record<string, Parcel>>
  /** The shop's clock less that of the device, in ms. */
  clock: number
  /** The time of the last tick, in ms by the shop's clock: no two of a device have the same. */
  lastAt: number
}

export type ItemState = 'to-pack' | 'packed' | 'shipped' | 'gone'

const keyOf = ({ item, parcel, sku, step }: Pick<PackTick, 'item' | 'parcel' | 'sku' | 'step'>) =>
  JSON.stringify([item, parcel, sku, step])

export function startRun(
  staffId: string,
  { items, ticks, now }: { items: PackItem[]; ticks: readonly PackTick[]; now: string },
  deviceNow: number,
): Run {
  const empty = { ticks: {}, shipped: {}, gone: {}, drafts: {} }
  return withTicks({ staffId, items, ...empty, clock: Date.parse(now) - deviceNow, lastAt: 0 }, ticks)
}

/** A run with more items, after those that it has. */
export function withMore(run: Run, { items, ticks }: { items: readonly PackItem[]; ticks: readonly PackTick[] }): Run {
  const known = new Set(run.items.map(({ id }) => id))
  return withTicks({ ...run, items: [...run.items, ...items.filter(({ id }) => !known.has(id))] }, ticks)
}

/** A run that knows these ticks too. Of two about the same piece and step the newer one counts. */
export function withTicks(run: Run, ticks: readonly PackTick[]): Run {
  const known = { ...run.ticks }
  const ids = new Set(run.items.map(({ id }) => id))
  for (const tick of ticks) {
    const key = keyOf(tick)
    const before = known[key]
    if (!ids.has(tick.item) || (before !== undefined && before.at > tick.at)) continue
    known[key] = { count: tick.count, at: tick.at, by: before?.at === tick.at ? before.by : tick.by }
  }
  return { ...run, ticks: known }
}

/** Ticks a piece: the run afterwards, and the tick for the shop. */
export function tickPiece(
  run: Run,
  { item, sku, step, count, key }: { item: PackItem; sku: string; step: PackStep; count: number; key: string },
  deviceNow: number,
): { run: Run; tick: WaitingTick } {
  const lastAt = Math.max(run.lastAt + 1, deviceNow + run.clock)
  const tick = { key, item: item.id, parcel: item.parcel, sku, step, count, at: new Date(lastAt).toISOString() }
  return { run: { ...run, lastAt, ticks: { ...run.ticks, [keyOf(tick)]: { count, at: tick.at, by: null } } }, tick }
}

/** The pieces of an item that are fetched or packed, by SKU. */
export function countsOf(run: Run, item: PackItem, step: PackStep): Record<string, number> {
  return Object.fromEntries(item.lines.map(({ sku }) => [sku, tickOf(run, item, sku, step)?.count ?? 0]))
}

export function tickOf(run: Run, item: PackItem, sku: string, step: PackStep): KnownTick | undefined {
  return run.ticks[keyOf({ item: item.id, parcel: item.parcel, sku, step })]
}

/** Pieces of an item: all, and those that are in its parcel. */
export function piecesOf(run: Run, item: PackItem): { all: number; packed: number } {
  const packed = countsOf(run, item, 'packed')
  return {
    all: item.lines.reduce((sum, { count }) => sum + count, 0),
    packed: item.lines.reduce((sum, { sku, count }) => sum + Math.min(packed[sku] ?? 0, count), 0),
  }
}

export function stateOf(run: Run, item: PackItem): ItemState {
  if (run.gone[item.id] !== undefined) return 'gone'
  if (run.shipped[item.id] !== undefined) return 'shipped'
  const { all, packed } = piecesOf(run, item)
  return packed === all ? 'packed' : 'to-pack'
}

/** What is still to be worked on, in the order of the run. */
export function openItems(run: Run): PackItem[] {
  return run.items.filter((item) => ['to-pack', 'packed'].includes(stateOf(run, item)))
}

/** The next one to pack after an item: the first after it that isn't packed, else the first of all. */
export function nextItem(run: Run, afterId: string | null): PackItem | null {
  const at = run.items.findIndex(({ id }) => id === afterId)
  const inOrder = [...run.items.slice(at + 1), ...run.items.slice(0, Math.max(at, 0))]
  return inOrder.find((item) => stateOf(run, item) === 'to-pack') ?? null
}

/** How many pieces of a row of the pick list are fetched, and by whom else. */
export function fetchedOf(run: Run, row: PickRow): { fetched: number; by: string | null } {
  const ticks = row.items.map(({ id }) => {
    const item = run.items.find((one) => one.id === id)
    return item && tickOf(run, item, row.sku, 'fetched')
  })
  const fetched = ticks.reduce((sum, tick) => sum + (tick?.count ?? 0), 0)
  return { fetched, by: ticks.find((tick) => tick !== undefined && tick.by !== null && tick.count > 0)?.by ?? null }
}

/** The fetched pieces of a row, divided among what they are for, the first of the run first. */
export function shareFetched(row: PickRow, count: number): { id: string; count: number }[] {
  let left = count
  return row.items.map(({ id, count: wanted }) => {
    const share = Math.min(wanted, left)
    left -= share
    return { id, count: share }
  })
}

/** A run after the shop said which of the items in `asked` are still to pack. The others have `goneText` from then on. */
export function withItems(
  run: Run,
  asked: readonly string[],
  { items, ticks }: { items: readonly PackItem[]; ticks: readonly PackTick[] },
  goneText: string,
): Run {
  const fresh = new Map(items.map((item) => [item.id, item]))
  const isGone = (id: string) => !fresh.has(id) && run.shipped[id] === undefined
  const gone = { ...run.gone, ...Object.fromEntries(asked.filter(isGone).map((id) => [id, goneText])) }
  return withTicks({ ...run, gone, items: run.items.map((item) => fresh.get(item.id) ?? item) }, ticks)
}
