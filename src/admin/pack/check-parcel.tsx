import { Check, Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { PackItem } from '#shop/shipping/pack-contract.ts'
import { readScan, readTrackingScan, type Scan } from '#shop/shipping/scan.ts'
import { Button, IconButton, LinkButton } from '#ui/button.tsx'
import { Card, Notice, Tag } from '#ui/parts.tsx'
import { PieceText } from '../parts/piece.tsx'
import { ScanField } from '../parts/scan-field.tsx'
import { ScanResultPanel, useScanResult } from '../parts/scan-result-panel.tsx'
import { playSignal } from '../parts/signals.ts'
import { Thumb } from '../parts/thumb.tsx'
import { piecesText } from './pack-text.ts'
import { countsOf, openItems, piecesOf, type Run, stateOf } from './run.ts'
import { RunProgress } from './run-parcels.tsx'
import { setDraft, tick } from './run-store.ts'
import { ShipForm } from './ship-form.tsx'
import { draftOf } from './ship-item.ts'
import { SlipsLink } from './slips-link.tsx'

/** The parcel on the table: each piece is checked by a scan, or by hand, and then the parcel is shipped. */
export function CheckParcel({ run, item }: { run: Run; item: PackItem }) {
  const navigate = useNavigate()
  const { result, show } = useScanResult()
  const [isPart, setIsPart] = useState(false)
  const packed = countsOf(run, item, 'packed')
  const { all, packed: inParcel } = piecesOf(run, item)
  const isShipping = inParcel === all || (isPart && inParcel > 0)

  function put(sku: string, count: number): void {
    tick(item, sku, 'packed', count)
    const willBe = inParcel + count - (packed[sku] ?? 0)
    const line = item.lines.find((one) => one.sku === sku)
    playSignal(willBe === all ? 'done' : 'good')
    if (line && count > (packed[sku] ?? 0))
      show(
        'ok',
        willBe === all
          ? t('{count, plural, one {The piece is in} other {All # pieces are in}}', { count: all })
          : t('{count} of {all} in', { count: willBe, all }),
        `${line.name}, ${line.color}, ${line.size}`,
      )
  }

  function scan(text: string): void {
    if (isShipping) scanTracking(text)
    else checkPiece(readScan(text, openItems(run), { item, packed }))
  }

  function checkPiece(found: Scan): void {
    const ids = found.kind === 'order' ? found.ids : []
    if (found.kind === 'piece') put(found.sku, (packed[found.sku] ?? 0) + 1)
    else if (ids.includes(item.id)) show('ok', t('This is {order}', { order: item.orderNumber }))
    else if (ids[0] !== undefined && inParcel === 0) void navigate(`?open=${ids[0]}`)
    else if (found.kind !== 'empty') {
      playSignal('bad')
      show('bad', ...wrongText(found, item))
    }
  }

  function scanTracking(text: string): void {
    const read = readTrackingScan(text, run.items)
    if (read.ok) {
      playSignal('good')
      setDraft(item.id, { ...draftOf(run, item), tracking: read.tracking })
      show('ok', read.tracking, t('Check the carrier, then ship.'))
    } else if (read.why !== 'empty') {
      playSignal('bad')
      // What can't be a carrier's number doesn't stay in its field.
      if (read.why !== 'unreadable') setDraft(item.id, { ...draftOf(run, item), tracking: '' })
      show('bad', t('Not the tracking number'), NOT_TRACKING[read.why])
    }
  }

  if (stateOf(run, item) === 'gone') return <Gone item={item} why={run.gone[item.id] ?? ''} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-wide text-xl font-extrabold">{item.orderNumber}</h1>
        {item.kind === 'exchange' ? <Tag tone="violet">{t('Exchange')}</Tag> : null}
        <span className="text-ink-2">
          {t('{packed} of {pieces} in', { packed: inParcel, pieces: piecesText(all) })}
        </span>
      </div>
      <div className="xl:hidden">
        <RunProgress run={run} />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          {item.warning ? <Notice tone="bad">{item.warning}</Notice> : null}
          {item.collect > 0 ? (
            <Notice tone="warn">
              {isPart
                ? t('Paid in cash at the door: the amount for this parcel is shown when it’s shipped.')
                : t('Paid in cash at the door: collect {amount}.', { amount: formatRupees(item.collect) })}
            </Notice>
          ) : null}
          {isShipping ? null : <ScanField label={t('Scan each piece, or tap + beside it')} onScan={scan} />}
          <ScanResultPanel result={result} />
          {isShipping ? <ShipForm run={run} item={item} onScan={scan} /> : null}
          <ul className="grid gap-2">
            {item.lines.map((line) => (
              <li key={line.sku}>
                <PieceRow line={line} packed={packed[line.sku] ?? 0} onChange={(count) => put(line.sku, count)} />
              </li>
            ))}
          </ul>
          {inParcel > 0 && inParcel < all ? (
            <Part item={item} packed={inParcel} isOn={isPart} onChange={setIsPart} />
          ) : null}
        </div>
        <Card>
          <h2 className="pb-1 text-sm font-bold text-ink-2">{t('Goes to')}</h2>
          <address className="not-italic">
            {item.address.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, and their order never changes.
              <span key={index} className="block wrap-anywhere first:font-bold">
                {line}
              </span>
            ))}
          </address>
          <div className="pt-3">
            <SlipsLink ids={[item.id]} />
          </div>
        </Card>
      </div>
    </>
  )
}

function Gone({ item, why }: { item: PackItem; why: string }) {
  return (
    <>
      <h1 className="font-wide text-xl font-extrabold">{item.orderNumber}</h1>
      <Notice tone="bad" live>
        {why}
      </Notice>
      <LinkButton to="?" variant="primary">
        {t('Back to the run')}
      </LinkButton>
    </>
  )
}

type PartProps = { item: PackItem; packed: number; isOn: boolean; onChange: (isPart: boolean) => void }

/** A part of an order may leave before the rest. */
function Part({ item, packed, isOn, onChange }: PartProps) {
  if (item.kind === 'exchange')
    return <Notice tone="plain">{t('A replacement leaves as a whole: put all pieces in.')}</Notice>
  return (
    <Button variant="outline" onClick={() => onChange(!isOn)}>
      {isOn
        ? t('Keep checking pieces')
        : t(
            '{count, plural, one {Ship a part: the # piece that is in} other {Ship a part: the # pieces that are in}}',
            {
              count: packed,
            },
          )}
    </Button>
  )
}

function wrongText(found: Exclude<Scan, { kind: 'piece' | 'empty' }>, item: PackItem): [title: string, line: string] {
  const order = item.orderNumber
  switch (found.kind) {
    case 'surplus':
      return [t('One too many'), t('All of {sku} are in already. Put this one back.', { sku: found.sku })]
    case 'wrong':
      return [t('Wrong piece'), t('{sku} isn’t in {order}. Put it back.', { sku: found.sku, order })]
    case 'unknown':
      return [t('Not of this parcel'), t('{code} isn’t in {order}.', { code: found.code, order })]
    case 'order':
      return [t('Another order'), t('{order} isn’t finished yet.', { order })]
  }
}

const NOT_TRACKING = {
  order: t('That is the order’s own number. Scan the carrier’s.'),
  piece: t('That is a piece’s code. Scan the tracking number.'),
  unreadable: t('A tracking number has 3 to 40 letters and digits.'),
}

type RowProps = { line: PackItem['lines'][number]; packed: number; onChange: (count: number) => void }

function PieceRow({ line, packed, onChange }: RowProps) {
  const isIn = packed >= line.count
  const about = `${line.name}, ${line.color}, ${line.size}`
  return (
    <div
      className={`flex items-center gap-3 rounded-md border p-2.5 ${isIn ? 'border-ok bg-ok-soft' : 'border-line bg-card'}`}
    >
      <Thumb picture={line.picture} width={72} />
      <div className="grid min-w-0 flex-1 gap-0.5 wrap-anywhere">
        <PieceText piece={line} />
        <div className="flex flex-wrap items-center gap-1 pt-1">
          <IconButton
            label={t('Take one out: {piece}', { piece: about })}
            disabled={packed === 0}
            className="border border-line-strong disabled:opacity-40"
            onClick={() => onChange(packed - 1)}
          >
            <Minus size={20} aria-hidden="true" />
          </IconButton>
          <span className="min-w-16 text-center font-bold tabular-nums">
            {t('{packed} of {count}', { packed, count: line.count })}
          </span>
          <IconButton
            label={t('One is in: {piece}', { piece: about })}
            disabled={isIn}
            className="border border-line-strong disabled:opacity-40"
            onClick={() => onChange(packed + 1)}
          >
            <Plus size={20} aria-hidden="true" />
          </IconButton>
          {isIn ? <Check size={24} aria-hidden="true" className="ml-auto text-ok" /> : null}
        </div>
      </div>
    </div>
  )
}
