import { type SyntheticEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { ProductState } from '#shop/catalog/rules.ts'
import type { BulkReport } from '#shop/catalog/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { DayField } from '../parts/day-field.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { parseRupees } from '../parts/rupees.ts'
import { UnitField } from '../parts/unit-field.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { stateText } from './labels.ts'
import { SaleDays, WhenField } from './when-fields.tsx'

/** Which products: these, or all that match the list's filter. */
export type BulkTarget = { ids: string[] } | { filter: { q?: string; state?: ProductState; low?: string } }

type Kind = 'percent' | 'price' | 'mrp' | 'exchangeDays' | 'published' | 'hidden' | 'archived'
const isPrice = (kind: Kind) => kind === 'percent' || kind === 'price' || kind === 'mrp'
type Round = 1 | 5 | 9 | 10 | 50 | 99 | 100

const ROUNDS: readonly Round[] = [1, 5, 10, 50, 100, 9, 99]

function roundText(round: Round): string {
  if (round === 1) return t('Whole rupees')
  if (round === 9 || round === 99) return t('Ending in {digits}', { digits: round })
  return t('Multiples of {price}', { price: formatRupees(round) })
}

/** A change of many products: first what changes, then the first ten with old and new values, then one button. */
export function BulkDialog({ target, onClose }: { target: BulkTarget; onClose: (isDone: boolean) => void }) {
  const [kind, setKind] = useState<Kind>('percent')
  const [percent, setPercent] = useState('10')
  const [round, setRound] = useState<Round>(1)
  const [amount, setAmount] = useState('')
  const [days, setDays] = useState({ from: '', to: '' })
  const [report, setReport] = useState<BulkReport | null>(null)
  const { send, pending, error, clear } = useCall()
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  const change = changeOf({ kind, percent, round, amount, ...days })

  async function review(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (change !== null) setReport(await send('POST /products/bulk', { body: { ...target, change, dryRun: true } }))
  }

  async function run(): Promise<void> {
    if (change === null || report === null) return
    const chosen = report.selection === null ? target : { selection: report.selection }
    const done = await send('POST /products/bulk', { body: { ...chosen, change } })
    if (done === null) return
    const refused = done.refusedCount === 0 ? '' : ` ${t('{count} stayed as they are.', { count: done.refusedCount })}`
    showDone(
      t('{count, plural, one {# product} other {# products}} changed.', { count: done.count }) + refused,
      done.undo,
    )
    void revalidate()
    onClose(true)
  }

  return (
    <Dialog open onClose={() => onClose(false)} title={report === null ? t('Edit products') : t('Preview the change')}>
      {report === null ? (
        <form className="grid gap-4" onSubmit={(event) => void review(event)}>
          {/* Safe casts: the options below have these values. */}
          <Select
            label={t('What changes')}
            value={kind}
            onChange={(event) => {
              const next = event.target.value as Kind
              // A price begins on a day, a status at a time.
              if (isPrice(next) !== isPrice(kind)) setDays({ from: '', to: '' })
              if (next === 'exchangeDays' || kind === 'exchangeDays') setAmount('')
              setKind(next)
            }}
          >
            <option value="percent">{t('Price, by per cent')}</option>
            <option value="price">{t('Price, one for all')}</option>
            <option value="mrp">{t('MRP, one for all')}</option>
            <option value="exchangeDays">{t('Days to exchange')}</option>
            <option value="published">{t('Publish')}</option>
            <option value="hidden">{t('Hide')}</option>
            <option value="archived">{t('Archive')}</option>
          </Select>
          {kind === 'percent' ? (
            <>
              <UnitField
                unit="%"
                label={t('Per cent')}
                inputMode="text"
                value={percent}
                onChange={(event) => setPercent(event.target.value)}
                hint={t('10 raises prices by a tenth, -10 lowers them. The MRP rises where a price would be above it.')}
                error={change === null && percent !== '' ? t('Please write a number from -90 to 500.') : null}
              />
              <Select
                label={t('Rounded to')}
                value={round}
                onChange={(event) => setRound(Number(event.target.value) as Round)}
              >
                {ROUNDS.map((one) => (
                  <option key={one} value={one}>
                    {roundText(one)}
                  </option>
                ))}
              </Select>
            </>
          ) : null}
          {kind === 'price' || kind === 'mrp' ? (
            <MoneyField
              label={kind === 'price' ? t('Price') : t('MRP')}
              value={amount}
              onChange={setAmount}
              hint={kind === 'mrp' ? t('Empty removes it.') : undefined}
            />
          ) : null}
          {kind === 'exchangeDays' ? (
            <UnitField
              unit={t('days')}
              label={t('Days to exchange')}
              inputMode="numeric"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
              hint={t('Empty: the shop’s. 0: it can’t be exchanged. Orders keep what they were placed with.')}
              error={change === null ? t('Please write a whole number from 0 to 60.') : null}
            />
          ) : isPrice(kind) ? (
            <SaleDays days={days} onChange={(more) => setDays({ ...days, ...more })} />
          ) : (
            <>
              <WhenField value={days.from} onChange={(from) => setDays({ ...days, from })} />
              <DayField
                label={t('Last day')}
                value={days.to}
                onChange={(to) => setDays({ ...days, to })}
                hint={t('Until midnight in India. Then the former status returns. Empty: no end.')}
              />
            </>
          )}
          <FailureNotice text={error} />
          <Button variant="primary" type="submit" pending={pending} disabled={change === null}>
            {t('Preview')}
          </Button>
        </form>
      ) : (
        <div className="grid gap-4">
          <Review report={report} />
          <FailureNotice text={error} />
          <div className="flex flex-wrap gap-3">
            <Button
              variant="outline"
              className="flex-1"
              onClick={() => {
                clear()
                setReport(null)
              }}
            >
              {t('Back')}
            </Button>
            {report.count === 0 ? null : (
              <Button variant="primary" className="flex-auto basis-48" pending={pending} onClick={() => void run()}>
                {t('Change {count, plural, one {# product} other {# products}}', { count: report.count })}
              </Button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** The change as the server takes it, or null if something isn't readable yet. */
function changeOf({
  kind,
  percent,
  round,
  amount,
  from,
  to,
}: {
  kind: Kind
  percent: string
  round: Round
  amount: string
  from: string
  to: string
}) {
  const when =
    from === '' && to === '' ? {} : { at: { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) } }
  if (kind === 'percent') {
    const number = /^\s*[-+−]?\d{1,3}(?:\.\d{1,2})?\s*%?\s*$/.test(percent)
      ? Number(percent.replace('−', '-').replace('%', '').trim())
      : Number.NaN
    return number >= -90 && number <= 500 && number !== 0 ? { price: { percent: number, round }, ...when } : null
  }
  if (kind === 'exchangeDays') {
    const written = amount.trim()
    if (written === '') return { exchangeDays: null }
    return /^\d{1,2}$/.test(written) && Number(written) <= 60 ? { exchangeDays: Number(written) } : null
  }
  if (kind === 'price' || kind === 'mrp') {
    if (kind === 'mrp' && amount.trim() === '') return { mrp: null, ...when }
    const rupees = parseRupees(amount)
    return rupees === null ? null : { [kind]: rupees, ...when }
  }
  return { state: kind, ...when }
}

function Review({ report }: { report: BulkReport }) {
  const { count, unchanged, refusedCount, refused, rows, warnings, when } = report
  return (
    <>
      <p aria-live="polite" className="font-bold">
        {count === 0
          ? t('Nothing would change.')
          : t('{count, plural, one {# product changes.} other {# products change.}}', { count })}
        {unchanged > 0 ? ` ${t('{count} have these values already.', { count: unchanged })}` : null}
      </p>
      {count > 0 && when !== null ? <p className="wrap-anywhere">{when}</p> : null}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {rows.length === 0 ? null : (
        <ul className="grid gap-2">
          {rows.map(({ id, name, changes }) => (
            <li key={id} className="rounded-sm bg-sunk px-3 py-2 text-sm wrap-anywhere">
              <span className="font-bold">{name}</span>
              {Object.entries(changes).map(([field, { before, after }]) => (
                <span key={field} className="block tabular-nums">
                  {fieldText(field)}: {valueText(field, before)} → <b>{valueText(field, after)}</b>
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      {count > rows.length ? (
        <p className="text-sm text-ink-2">{t('… and {count} more', { count: count - rows.length })}</p>
      ) : null}
      {refusedCount === 0 ? null : (
        <details className="text-sm">
          <summary className="min-h-11 cursor-pointer py-3 font-bold">
            {t('{count, plural, one {# product stays as it is} other {# products stay as they are}}', {
              count: refusedCount,
            })}
          </summary>
          <ul className="grid gap-1">
            {refused.map(({ id, name, message }) => (
              <li key={id} className="wrap-anywhere">
                <b>{name}</b>: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
      {count > 0 ? <p className="text-sm text-ink-2">{t('It can be undone as one, for a day.')}</p> : null}
    </>
  )
}

function fieldText(field: string): string {
  if (field === 'price') return t('Price')
  if (field === 'mrp') return t('MRP')
  if (field === 'exchangeDays') return t('Days to exchange')
  return t('Status')
}

function valueText(field: string, value: string | number | null): string {
  if (field === 'exchangeDays') return value === null ? t('the shop’s') : String(value)
  if (value === null) return '–'
  if (typeof value === 'number') return formatRupees(value)
  // Safe cast: the field has a state.
  return field === 'state' ? stateText(value as ProductState) : value
}
