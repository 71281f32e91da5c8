import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { TrackingFileReport } from '#shop/shipping/staff-contract.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { call, fileUrl } from '../api.ts'
import { parcelStateText, parcelTone } from '../orders/labels.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { failureText } from '../parts/failure-text.ts'
import { FileButton } from '../parts/file-button.tsx'
import { fileBytes, UNREADABLE } from '../parts/file-bytes.ts'
import { RecordPage, Section } from '../parts/record-page.tsx'

const BOOKING = [
  ['shiprocket', 'Shiprocket'],
  ['delhivery', 'Delhivery'],
  ['indiapost', 'India Post'],
] as const

type Checked = { name: string; bytes: Uint8Array; report: TrackingFileReport }

/** `/admin/pack/file`: books what is to pack at a carrier, and reads the carrier's file, with its difference first. */
export function Component() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [applied, setApplied] = useState<TrackingFileReport | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  async function send(bytes: Uint8Array, apply: string | undefined): Promise<TrackingFileReport | null> {
    setPending(true)
    setError(null)
    const result = await call('POST /shipments/import', { query: { apply }, body: bytes }, { fileType: 'text/csv' })
    setPending(false)
    if (result.ok) return result.data
    setError(failureText(result))
    return null
  }

  async function choose([file]: readonly File[]): Promise<void> {
    if (!file) return
    setApplied(null)
    setChecked(null)
    const bytes = await fileBytes(file)
    if (bytes === null) return setError(UNREADABLE)
    const report = await send(bytes, undefined)
    if (report !== null) setChecked({ name: file.name, bytes, report })
  }

  async function apply({ bytes, report }: Checked): Promise<void> {
    const done = await send(bytes, report.id)
    if (done === null) return
    setChecked(null)
    setApplied(done)
  }

  return (
    <RecordPage title={t('Carrier files')} back={{ to: '/pack', label: t('Pack') }}>
      <div className="grid max-w-200 gap-4">
        <Section title={t('Export for a carrier')}>
          <p className="pb-3 text-ink-2">{t('Orders to pack, in the carrier’s bulk-upload format.')}</p>
          <div className="flex flex-wrap gap-2">
            {BOOKING.map(([format, name]) => (
              <a
                key={format}
                href={fileUrl(`/shipments/export.csv?format=${format}`)}
                download
                className={buttonClass({ variant: 'outline', size: 'sm' })}
              >
                {name}
              </a>
            ))}
          </div>
        </Section>
        <Section title={t('Import tracking numbers')}>
          <p className="pb-3 text-ink-2">
            {t(
              'Tracking numbers and statuses from Shiprocket, Delhivery or India Post, or this shop’s export with the numbers filled in. You preview the changes before anything is saved.',
            )}
          </p>
          <FileButton
            label={t('Choose a CSV file')}
            accept=".csv,text/csv"
            variant={checked === null ? 'primary' : 'outline'}
            // Until a file is read, no other one: its answer might come first.
            pending={pending}
            onFiles={(files) => void choose(files)}
          />
        </Section>
        <div role="status" className="grid gap-4 empty:-mt-4">
          {pending ? <p className="text-ink-2">{t('Reading …')}</p> : null}
          {applied === null ? null : (
            <Notice tone="ok">
              {t(
                '{count, plural, one {# parcel was recorded} other {# parcels were recorded}}, {updated, plural, one {# updated} other {# updated}}.',
                { count: applied.shipped.length, updated: applied.updated.length },
              )}
            </Notice>
          )}
        </div>
        <FailureNotice text={error} />
        {checked === null ? null : (
          <Difference key={checked.report.id} checked={checked} pending={pending} onApply={() => apply(checked)} />
        )}
      </div>
    </RecordPage>
  )
}

type DifferenceProps = { checked: Checked; pending: boolean; onApply: () => void }

function Difference({ checked: { name, report }, pending, onApply }: DifferenceProps) {
  const { shipped, updated, already, skipped, delivered, notes, errors } = report
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' })
  }, [])
  const changes = shipped.length + updated.length
  const counts: [string, number][] = [
    [t('New parcels'), shipped.length],
    [t('Parcels updated'), updated.length],
    [t('Orders delivered'), delivered],
    [t('Recorded before'), already],
    [t('Rows without a parcel'), skipped],
  ]
  return (
    <div ref={place} className="scroll-mt-16">
      <Section title={t('What {name} changes', { name })}>
        <div className="grid gap-4">
          {report.ok ? (
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 rounded-sm bg-sunk px-4 py-3">
              {counts.map(([title, count]) => (
                <div key={title} className="contents">
                  <dt className="text-ink-2">{title}</dt>
                  <dd className="text-right font-bold tabular-nums">{count}</dd>
                </div>
              ))}
            </dl>
          ) : (
            <Notice tone="bad" live>
              <p className="font-bold">
                {t(
                  '{count, plural, one {# fault} other {# faults}}: nothing can be imported. Fix the file and choose it again.',
                  {
                    count: errors.length,
                  },
                )}
              </p>
              <RowNotes notes={errors} />
            </Notice>
          )}
          {notes.length > 0 ? (
            <Notice tone="warn">
              <p className="font-bold">{t('Needs attention')}</p>
              <RowNotes notes={notes} />
            </Notice>
          ) : null}
          {shipped.length > 0 ? (
            <ul className="divide-y divide-line">
              {shipped.map(({ orderNumber, carrier, tracking, pieces, left }) => (
                <li key={`${orderNumber} ${tracking}`} className="flex flex-wrap gap-x-4 py-2 wrap-anywhere">
                  <b>{orderNumber}</b>
                  <span className="min-w-0 flex-1">
                    {carrier} {tracking}
                  </span>
                  <span className="text-ink-2">
                    {left > 0
                      ? t('{pieces}, {left} stay', { pieces, left })
                      : t('{pieces, plural, one {# piece} other {# pieces}}', { pieces })}
                  </span>
                </li>
              ))}
            </ul>
          ) : null}
          {updated.length > 0 ? (
            <ul className="divide-y divide-line">
              {updated.map(({ orderId, orderNumber, carrier, tracking, state }) => (
                <li
                  key={`${orderId} ${tracking}`}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 wrap-anywhere"
                >
                  <Link to={`/orders/${orderId}`} className="font-bold">
                    {orderNumber}
                  </Link>
                  <span className="min-w-0 flex-1">
                    {carrier} {tracking}
                  </span>
                  <Tag tone={parcelTone(state)}>{parcelStateText(state)}</Tag>
                </li>
              ))}
            </ul>
          ) : null}
          {report.ok && changes > 0 ? (
            <>
              <p className="text-sm text-ink-2">
                {t(
                  'Either all rows are saved or none. Customers get e-mails about what was shipped or delivered, and these can’t be recalled.',
                )}
              </p>
              <Button variant="primary" pending={pending} onClick={onApply}>
                {t('{count, plural, one {Save # change} other {Save # changes}}', { count: changes })}
              </Button>
            </>
          ) : null}
          {report.ok && changes === 0 ? <p>{t('This file changes nothing.')}</p> : null}
        </div>
      </Section>
    </div>
  )
}

function RowNotes({ notes }: { notes: TrackingFileReport['errors'] }) {
  return (
    <ul className="grid gap-1">
      {notes.map(({ line, column, message }) => (
        <li key={`${line} ${column} ${message}`}>
          {line === 0 ? '' : t('Line {line}', { line })}
          {column === undefined ? '' : t(', column {column}', { column })}
          {line === 0 ? '' : ': '}
          {message}
        </li>
      ))}
    </ul>
  )
}
