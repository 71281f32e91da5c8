import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { ListedRemittance } from '#shop/remittances/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { call, load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { failureText } from '../parts/failure-text.ts'
import { FileButton } from '../parts/file-button.tsx'
import { fileBytes, UNREADABLE } from '../parts/file-bytes.ts'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor')
  return load('GET /remittances', { query: { limit: 20, ...(cursor === null ? {} : { cursor }) } })
}

/** `/admin/remittances`: what carriers paid of the cash that they collected, with the difference of each file first. */
export function Component() {
  const { items, next, unsettled } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)

  async function choose([file]: readonly File[]): Promise<void> {
    if (!file) return
    setError(null)
    const bytes = await fileBytes(file)
    if (bytes === null) return setError(UNREADABLE)
    setPending(true)
    const checked = await call('POST /remittances', { body: bytes }, { fileType: 'text/csv' })
    setPending(false)
    if (!checked.ok) return setError(failureText(checked))
    await revalidate()
  }

  return (
    <RecordPage title={t('Settlements')} back={{ to: '/reports/cash', label: t('Cash') }}>
      <div className="grid max-w-200 gap-4">
        <Section title={t('Import a settlement')}>
          <p className="pb-3 text-ink-2">
            {t(
              'A carrier’s CSV file for cash on delivery (AWB, Amount, UTR and Date), or Razorpay’s settlement report (recon). You see what it pays before it’s applied.',
            )}
          </p>
          <FileButton
            label={t('Choose a CSV file')}
            accept=".csv,text/csv"
            variant={items.some(({ appliedAt }) => appliedAt === null) ? 'outline' : 'primary'}
            pending={pending}
            onFiles={(files) => void choose(files)}
          />
        </Section>
        <FailureNotice text={error} />
        {unsettled === null ? null : (
          <Notice tone={unsettled.late > 0 ? 'warn' : 'ok'}>
            {unsettled.late > 0
              ? t(
                  '{due} from {count, plural, one {# payment} other {# payments}} isn’t settled after a week. Ask the payment provider.',
                  {
                    due: formatPrice(unsettled.lateDue),
                    count: unsettled.late,
                  },
                )
              : t(
                  '{due} from {count, plural, one {# payment} other {# payments}} is on its way from the payment provider.',
                  {
                    due: formatPrice(unsettled.due),
                    count: unsettled.payments,
                  },
                )}
          </Notice>
        )}
        {items.map((file) => (
          <File key={file.id} file={file} />
        ))}
        {next === null ? null : <Link to={`?cursor=${next}`}>{t('Earlier files')}</Link>}
      </div>
    </RecordPage>
  )
}

function File({ file }: { file: ListedRemittance }) {
  const { id, of, matched, short, double, unknown, at, by, rows, total, appliedAt } = file
  const { revalidate } = useRevalidator()
  const { send, pending, error } = useCall()
  const isApplied = appliedAt !== null
  const paysSomething = matched > 0 || short.length > 0
  const counts: [string, number][] = [
    [of === 'cash' ? t('Parcels paid in full') : t('Payments and refunds settled'), matched],
    [t('Paid in part'), short.length],
    [t('Paid before'), double.length],
    [t('Not due'), unknown.length],
  ]

  async function apply(): Promise<void> {
    if (await send('POST /remittances/{id}/apply', { params: { id } })) await revalidate()
  }

  return (
    <Section
      title={t('{count, plural, one {# row} other {# rows}}, {total}', { count: rows, total: formatPrice(total) })}
    >
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
          <Tag tone={isApplied ? 'ok' : 'warn'}>{isApplied ? t('Applied') : t('Not applied yet')}</Tag>
          <span>
            <When at={appliedAt ?? at} />
            {by === '' ? null : `, ${by}`}
          </span>
        </p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 rounded-sm bg-sunk px-4 py-3">
          {counts.map(([title, count]) => (
            <div key={title} className="contents">
              <dt className="text-ink-2">{title}</dt>
              <dd className="text-right font-bold tabular-nums">{count}</dd>
            </div>
          ))}
        </dl>
        <ul className="grid gap-1 wrap-anywhere empty:hidden">
          {short.map(({ awb, due, got }) => (
            <li key={awb}>{t('{awb}: {got} of {due}', { awb, got: formatPrice(got), due: formatPrice(due) })}</li>
          ))}
          {double.map(({ awb, utr }) => (
            <li key={`${awb} ${utr}`}>{t('{awb}: paid before ({utr})', { awb, utr })}</li>
          ))}
          {[...new Set(unknown)].map((awb) => (
            <li key={awb}>
              {of === 'cash'
                ? t('{awb}: less cash or none is due', { awb })
                : t('{id}: not from this shop, or more than was paid', { id: awb })}
            </li>
          ))}
        </ul>
        <FailureNotice text={error} />
        {isApplied || !paysSomething ? null : (
          <div>
            <Button variant="primary" pending={pending} onClick={() => void apply()}>
              {t('Apply settlement')}
            </Button>
          </div>
        )}
        {!isApplied && !paysSomething ? <p>{t('This file pays nothing.')}</p> : null}
      </div>
    </Section>
  )
}
