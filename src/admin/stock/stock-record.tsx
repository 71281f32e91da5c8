import { type SyntheticEvent, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { StockItem } from '#shop/catalog/stock/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Tag } from '#ui/parts.tsx'
import { CallError, load } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { Facts, RecordPage, Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { useUndo } from '../parts/use-undo.ts'
import { When } from '../parts/when.tsx'
import { ChangeForm } from './change-dialog.tsx'
import { Days } from './stock-list.tsx'

export async function loader({ params: { sku = '' }, request }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor')
  const [found, history] = await Promise.all([
    // Two SKUs may differ in capitals alone.
    load('GET /stock', { query: { sku, limit: 2 } }),
    load('GET /stock/{sku}/history', { params: { sku }, query: cursor === null ? {} : { cursor } }),
  ])
  const stock = found.items.find((one) => one.sku === sku)
  if (!stock)
    throw new CallError({
      ok: false,
      status: 404,
      code: 'not_found',
      message: t('There is no SKU {sku}.', { sku }),
      problem: null,
    })
  return { stock, history }
}

/** `/admin/stock/SKU`: what there is, changes with a reason, a count, and every change before. */
export function Component() {
  const { stock, history } = useLoaderData<typeof loader>()
  return (
    <RecordPage
      title={`${stock.name}: ${stock.color}, ${stock.size}`}
      back={{ to: '/stock?low=true', label: t('Stock') }}
      state={
        stock.isLow ? (
          <Tag tone={stock.available === 0 ? 'bad' : 'warn'}>{stock.available === 0 ? t('Sold out') : t('Low')}</Tag>
        ) : undefined
      }
      aside={
        <>
          <Section title={t('Stock')}>
            <Facts
              facts={[
                [
                  t('Product'),
                  <Link key="product" to={`/products/${stock.productId}`}>
                    {stock.name}
                  </Link>,
                ],
                [t('SKU'), stock.sku],
                [t('Colour and size'), `${stock.color}, ${stock.size}`],
                [t('Available'), <b key="available">{stock.available}</b>],
                [t('Reserved'), stock.held],
                [t('On hand'), stock.onHand],
                [t('Days left'), <Days key="days" row={stock} />],
                [t('Waitlist'), stock.waiting],
                [t('Shelf'), stock.place ?? '–'],
              ]}
            />
          </Section>
          <Level stock={stock} />
        </>
      }
    >
      <Section title={t('Change')}>
        <ChangeForm stock={stock} />
      </Section>
      <Section title={t('Count')}>
        <CountForm stock={stock} />
      </Section>
      <Section title={t('History')}>
        {history.items.length === 0 ? <p className="text-ink-2">{t('No changes yet.')}</p> : null}
        <ul className="grid gap-2">
          {history.items.map(({ id, at, onHand, held, reason, order, after }) => (
            <li key={id} className="flex justify-between gap-4 border-b border-line pb-2 last:border-0">
              <span className="min-w-0 wrap-anywhere">
                {order === null ? reason : <Link to={`/orders/${order.id}`}>{reason}</Link>}
                <span className="block text-sm text-ink-3">
                  <When at={at} />
                </span>
              </span>
              <span className="text-right tabular-nums">
                <b>{onHand === 0 ? t('reserved {count}', { count: held }) : onHand > 0 ? `+${onHand}` : onHand}</b>
                <span className="block text-sm text-ink-3">{t('on hand {count}', { count: after })}</span>
              </span>
            </li>
          ))}
        </ul>
        {history.next === null ? null : (
          <LinkButton to={`?cursor=${history.next}`} variant="outline" size="sm" className="mt-4">
            {t('Older')}
          </LinkButton>
        )}
      </Section>
    </RecordPage>
  )
}

/** A count is compared with what was on hand when counting began, so that a sale meanwhile stays. */
function CountForm({ stock }: { stock: StockItem }) {
  const began = useDraft<string>(`count of ${stock.sku}`, '')
  const [counted, setCounted] = useState('')
  const beginning = useCall()
  const { send, pending, error, errorOf } = useCall(began.keysOf())
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  /** By the shop's clock: this device's may be wrong. */
  async function begin(): Promise<void> {
    const read = await beginning.send('GET /stock', { query: { sku: stock.sku, limit: 1 } })
    if (read !== null) began.set(read.at)
  }
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const body = { counted: Number(counted), began: began.value }
    const done = await send('POST /stock/{sku}/count', { params: { sku: stock.sku }, body })
    if (done === null) return
    began.clear()
    setCounted('')
    const { difference, expected } = done
    showDone(
      difference === 0
        ? t('The count matches: {expected}.', { expected })
        : t('Expected {expected}: the stock changes by {difference}.', {
            expected,
            difference: difference > 0 ? `+${difference}` : String(difference),
          }),
      done.undo,
    )
    void revalidate()
  }
  if (began.value === '')
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-2">
          {t('Press before you start, so that sales while you count aren’t taken for mistakes.')}
        </p>
        <FailureNotice text={beginning.error} />
        <Button variant="outline" size="sm" pending={beginning.pending} onClick={() => void begin()}>
          {t('Start a count')}
        </Button>
      </div>
    )
  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <p>
        {t('Started')} <When at={began.value} />
      </p>
      <Field
        label={t('Pieces counted')}
        inputMode="numeric"
        autoComplete="off"
        value={counted}
        onChange={(event) => setCounted(event.target.value)}
        error={
          errorOf('counted') ?? (counted !== '' && !/^\d+$/.test(counted) ? t('Please write a whole number.') : null)
        }
        hint={t('Include pieces reserved for unpaid orders, but not those of paid orders.')}
      />
      <FailureNotice text={error} />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={began.clear}>
          {t('Stop')}
        </Button>
        <Button
          variant="primary"
          type="submit"
          size="sm"
          className="flex-1"
          pending={pending}
          disabled={!/^\d+$/.test(counted)}
        >
          {t('Apply the count')}
        </Button>
      </div>
    </form>
  )
}

function Level({ stock }: { stock: StockItem }) {
  // Null until something is typed: an undo, or somebody else's change, then shows too.
  const [typed, setTyped] = useState<string | null>(null)
  const level = typed ?? (stock.low === null ? '' : String(stock.low))
  const { send, pending, error, errorOf } = useCall()
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  const isValid = /^\d{0,7}$/.test(level)
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const low = level === '' ? null : Number(level)
    const saved = await send('PATCH /stock/{sku}', { params: { sku: stock.sku }, body: { low } })
    if (saved === null) return
    showDone(t('Low-stock alert of {sku} saved.', { sku: stock.sku }), saved.undo)
    await revalidate()
    setTyped((now) => (now === level ? null : now))
  }
  return (
    <Section title={t('Low-stock alert')}>
      <form className="grid gap-3" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('At or below')}
          inputMode="numeric"
          value={level}
          onChange={(event) => setTyped(event.target.value)}
          hint={t('Empty: the shop’s level.')}
          error={errorOf('low') ?? error ?? (isValid ? null : t('Please write a whole number.'))}
        />
        <Button type="submit" variant="outline" size="sm" pending={pending} disabled={!isValid}>
          {t('Save')}
        </Button>
      </form>
    </Section>
  )
}
