import { useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { indianDay } from '#platform/india-time.ts'
import { weekDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import type { PackItem, PackTick } from '#shop/shipping/pack-contract.ts'
import { readScan, scannedCode } from '#shop/shipping/scan.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { PARCEL } from '#ui/drawings.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { CallError, call, load } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { useApiCarriers } from '../parts/booking-part.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { readFailureText } from '../parts/failure-text.ts'
import { PageHead } from '../parts/page-head.tsx'
import { ScanField } from '../parts/scan-field.tsx'
import { playSignal } from '../parts/signals.ts'
import { Thumb } from '../parts/thumb.tsx'
import { lateText, piecesText } from './pack-text.ts'
import { openItems, type Run } from './run.ts'
import { addToRun, currentRun, forgetForeignRun, sendTicks, useRun } from './run-store.ts'
import { SlipsLink } from './slips-link.tsx'
import { WaitingNotice } from './waiting-notice.tsx'

/** A run of the oldest orders, as many as fit on a table. */
const RUN_SIZE = 10
/** As many as the shop answers about in one call. */
const RUN_LIMIT = 100

interface Data {
  items: PackItem[]
  ticks: PackTick[]
  now: string
  next: string | null
  /** True if there is no connection: then only the run on this device can go on. */
  isOffline: boolean
}

export async function loader({ request }: LoaderFunctionArgs): Promise<Data> {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  try {
    return { ...(await load('GET /pack', { query: { cursor } })), isOffline: false }
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0 || currentRun() === null) throw error
    return { items: [], ticks: [], now: '', next: null, isOffline: true }
  }
}

/** `/admin/pack`: what is to pack, oldest first, and the choice of a run. */
export function Component() {
  const { items, ticks, now, next, isOffline } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { carriers: apiCarriers } = useApiCarriers()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => {
    // The screens of a run are here before the connection goes.
    void import('./run-screen.tsx')
    forgetForeignRun()
    void sendTicks()
  }, [])

  const run = useRun()
  const inRun = new Set(run === null ? [] : openItems(run).map(({ id }) => id))
  const wanted = chosen.size > 0 ? items.filter(({ id }) => chosen.has(id)) : items.slice(0, RUN_SIZE)
  function start(): void {
    const added = wanted.filter(({ id }) => !inRun.has(id))
    if (inRun.size + added.length > RUN_LIMIT)
      setMessage(t('A run has at most {count} orders. Finish some first.', { count: RUN_LIMIT }))
    else {
      addToRun({ items: added, ticks, now })
      void navigate('/pack/run?step=pick')
    }
  }
  function label(): string {
    const count = wanted.length
    if (inRun.size > 0) return t('Add {count} to your run', { count })
    if (chosen.size > 0) return t('Pick {count} selected', { count })
    return count === items.length ? t('Pick all {count}', { count }) : t('Pick the first {count}', { count })
  }

  async function scan(text: string): Promise<void> {
    const found = readScan(text, items)
    if (found.kind === 'empty') return
    const listed = found.kind === 'order' ? items.find(({ id }) => id === found.ids[0]) : undefined
    if (listed) return open(listed, { ticks, now })
    // It may be further down the list than this page.
    const read = await call('GET /pack', { query: { orders: scannedCode(text) } })
    const [item] = read.ok ? read.data.items : []
    if (read.ok && item) return open(item, read.data)
    playSignal('bad')
    setMessage(read.ok ? t('Nothing to pack matches {code}.', { code: text.trim() }) : readFailureText(read))
  }
  async function open(item: PackItem, known: Pick<Data, 'ticks' | 'now'>): Promise<void> {
    playSignal('good')
    addToRun({ ...known, items: [item] })
    await navigate(`/pack/run?open=${item.id}`)
  }

  return (
    <div className="page">
      <div className="max-w-200">
        <PageHead title={t('Pack')}>
          {apiCarriers.length === 0 ? null : (
            <Link to="/pack/bookings" className={buttonClass({ variant: 'outline', size: 'sm' })}>
              {t('Bookings')}
            </Link>
          )}
          <Link to="/pack/file" className={buttonClass({ variant: 'outline', size: 'sm' })}>
            {t('Carrier files')}
          </Link>
        </PageHead>
        <div className="grid gap-4">
          <WaitingNotice />
          <GoOn run={run} left={inRun.size} />
          {isOffline ? (
            <Notice tone="warn" live>
              {t('You’re offline, so the list can’t be loaded. Your run continues.')}
            </Notice>
          ) : null}
          {items.length > 0 ? (
            <>
              <ScanField label={t('Scan a slip, or type an order’s number')} onScan={scan} />
              <FailureNotice text={message} />
              <Choice items={items} inRun={inRun} hasMore={next !== null} chosen={chosen} setChosen={setChosen} />
              {next === null ? null : (
                <Link to={`?cursor=${next}`} className={buttonClass({ variant: 'outline', size: 'sm' })}>
                  {t('Later orders')}
                </Link>
              )}
              {inRun.size > 0 && chosen.size === 0 ? null : (
                <ActionBar>
                  <SlipsLink ids={wanted.map(({ id }) => id)} />
                  <Button variant="primary" className="min-w-0 flex-1" onClick={start}>
                    {label()}
                  </Button>
                </ActionBar>
              )}
            </>
          ) : isOffline ? null : (
            <EmptyState
              drawing={PARCEL}
              title={t('Nothing to pack')}
              line={t('Paid orders and approved exchanges appear here.')}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** The run on this device, if it isn't done. */
function GoOn({ run, left }: { run: Run | null; left: number }) {
  if (run === null || left === 0) return null
  return (
    <Link
      to="/pack/run"
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 rounded-md border-2 border-signal bg-card px-4 py-3 font-bold no-underline hover:border-ink"
    >
      {t('Continue your run')}
      <span className="font-normal text-ink-2">{t('{left} of {all} left', { left, all: run.items.length })}</span>
    </Link>
  )
}

type ChoiceProps = {
  items: readonly PackItem[]
  inRun: ReadonlySet<string>
  hasMore: boolean
  chosen: ReadonlySet<string>
  setChosen: (chosen: ReadonlySet<string>) => void
}

function Choice({ items, inRun, hasMore, chosen, setChosen }: ChoiceProps) {
  const toggle = (id: string) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
  const exchanges = items.filter(({ kind }) => kind === 'exchange').length
  return (
    <fieldset className="grid gap-2">
      <legend className="contents">
        <span className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          <span className="font-bold">
            {hasMore
              ? t('The next {count}, oldest first', { count: items.length })
              : t('{count} to pack, oldest first', { count: items.length })}
          </span>
          {exchanges === 0 ? null : (
            <span className="text-sm text-ink-2">
              {t('{count, plural, one {# of them for an exchange} other {# of them for exchanges}}', {
                count: exchanges,
              })}
            </span>
          )}
        </span>
      </legend>
      {chosen.size > 0 ? (
        <Button size="sm" variant="text" className="justify-self-start" onClick={() => setChosen(new Set())}>
          {t('Clear selection')}
        </Button>
      ) : null}
      <div className="grid overflow-hidden rounded-md border border-line bg-card">
        {items.map((item) => (
          <label
            key={item.id}
            className="flex min-h-14 cursor-pointer items-center gap-3 border-b border-line px-3 py-2 last:border-0 has-checked:bg-sunk"
          >
            <input
              type="checkbox"
              checked={chosen.has(item.id) || inRun.has(item.id)}
              disabled={inRun.has(item.id)}
              onChange={() => toggle(item.id)}
              className="size-6 shrink-0 accent-ink"
            />
            <ItemLine item={item} isInRun={inRun.has(item.id)} />
            <span aria-hidden="true" className="hidden gap-1 sm:flex">
              {item.lines.slice(0, 3).map(({ sku, picture }) => (
                <Thumb key={sku} picture={picture} width={32} />
              ))}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function ItemLine({ item, isInRun }: { item: PackItem; isInRun: boolean }) {
  const { orderNumber, kind, address, lines, isLate, leaveBy } = item
  const pieces = lines.reduce((sum, { count }) => sum + count, 0)
  const places = [...new Set(lines.map(({ place }) => place).filter((place) => place !== null))]
  return (
    <span className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <b>{orderNumber}</b>
        {kind === 'exchange' ? <Tag tone="violet">{t('Exchange')}</Tag> : null}
        {item.parcel > 0 ? <Tag tone="plain">{t('Rest of an order')}</Tag> : null}
        {isInRun ? <Tag tone="ok">{t('In your run')}</Tag> : null}
        {item.warning === null ? null : <Tag tone="bad">{t('Charged back')}</Tag>}
        {item.collect > 0 ? <Tag tone="warn">{t('Cash on delivery')}</Tag> : null}
        {isLate ? <Tag tone="bad">{lateText(leaveBy, indianDay(new Date()))}</Tag> : null}
      </span>
      <span className="text-sm text-ink-2">
        {address[0]} · {piecesText(pieces)}
        {places.length > 0 ? ` · ${places.slice(0, 3).join(', ')}` : ''}
        {isLate ? '' : ` · ${t('ship by {day}', { day: weekDay(leaveBy) ?? '' })}`}
      </span>
    </span>
  )
}
