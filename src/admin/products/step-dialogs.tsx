import { type SyntheticEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import type { ProductState } from '#shop/catalog/rules.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Checkbox } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { parseRupees } from '../parts/rupees.ts'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { picturesOf } from './fields.ts'
import { stateExplained } from './labels.ts'
import { usePriceAdvice } from './use-price-advice.ts'
import { SaleDays, WhenField } from './when-fields.tsx'

export type StateChange = 'publish' | 'hide' | 'archive'

/** What can be done from a state, the most likely first. */
export function stepsOf(state: ProductState): StateChange[] {
  if (state === 'published') return ['hide', 'archive']
  return state === 'archived' ? ['publish', 'hide'] : ['publish', 'archive']
}

export function stepText(step: StateChange): string {
  if (step === 'publish') return t('Publish')
  return step === 'hide' ? t('Hide') : t('Archive')
}

const CALLS = {
  publish: 'POST /products/{id}/publish',
  hide: 'POST /products/{id}/hide',
  archive: 'POST /products/{id}/archive',
} as const

const LEADS_TO = { publish: 'published', hide: 'hidden', archive: 'archived' } as const

/** What is asked. */
function titleOf(step: StateChange, name: string): string {
  if (step === 'publish') return t('Publish {name}?', { name })
  return step === 'hide' ? t('Hide {name}?', { name }) : t('Archive {name}?', { name })
}

type Props = { product: ProductRecord; onClose: () => void }

/** What happened to what. */
function doneText(step: StateChange, name: string): string {
  if (step === 'publish') return t('{name} published.', { name })
  return step === 'hide' ? t('{name} hidden.', { name }) : t('{name} archived.', { name })
}

/** Publishes, hides or archives a product, now or at a time. */
export function StateDialog({ step, product, onClose }: Props & { step: StateChange }) {
  const [at, setAt] = useState('')
  const [isFree, setFree] = useState(false)
  const { send, pending, error } = useCall()
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    const body = { from: product.state, ...(at === '' ? {} : { at }) }
    const done = await send(CALLS[step], { params: { id: product._id }, body })
    if (done === null) return
    showDone(at === '' ? doneText(step, product.name) : t('{name} scheduled.', { name: product.name }), done.undo)
    void revalidate()
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={titleOf(step, product.name)}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>{stateExplained(LEADS_TO[step])}</p>
        {step === 'publish' && picturesOf(product).length === 0 ? (
          <Notice tone="warn">{t('It has no picture, so shoppers see an empty tile.')}</Notice>
        ) : null}
        {step === 'publish' && product.price === 0 ? (
          <>
            <Notice tone="bad">{t('Its price is 0, so it’s free.')}</Notice>
            <Checkbox
              label={t('Give it away for free')}
              required
              checked={isFree}
              onChange={({ target }) => setFree(target.checked)}
            />
          </>
        ) : null}
        <WhenField value={at} onChange={setAt} />
        <FailureNotice text={error} />
        <Button type="submit" variant="primary" pending={pending}>
          {at === '' ? stepText(step) : t('Schedule')}
        </Button>
      </form>
    </Dialog>
  )
}

/** A sale price between two days in India. */
export function SaleDialog({ product, onClose }: Props) {
  const [price, setPrice] = useState('')
  const [days, setDays] = useState({ from: '', to: '' })
  const { send, pending, error, errorOf } = useCall()
  const { revalidate } = useRevalidator()
  const showDone = useUndo()
  const { from, to } = days
  const rupees = parseRupees(price)
  const { isFine, adviceOn } = usePriceAdvice(product._id)
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (rupees === null || !(await isFine(rupees))) return
    const body = { price: rupees, ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
    const done = await send('POST /products/{id}/sale', { params: { id: product._id }, body })
    if (done === null) return
    showDone(t('The sale is scheduled.'), done.undo)
    void revalidate()
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t('Schedule a sale')}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <MoneyField
          label={t('Sale price')}
          value={price}
          onChange={setPrice}
          error={errorOf('price')}
          hint={t('Now it costs {price}. That price returns after the sale.', {
            price: formatRupees(product.price),
          })}
        />
        <SaleDays days={days} onChange={(more) => setDays({ ...days, ...more })} errorOf={errorOf} />
        {adviceOn(rupees).map((sentence) => (
          <Notice key={sentence} tone="warn" live>
            {sentence}
          </Notice>
        ))}
        <FailureNotice text={error} />
        <Button
          variant="primary"
          type="submit"
          pending={pending}
          disabled={rupees === null || (from === '' && to === '')}
        >
          {rupees === null
            ? t('Schedule the sale')
            : t('Schedule the sale at {price}', { price: formatRupees(rupees) })}
        </Button>
      </form>
    </Dialog>
  )
}
