import { type FormEvent, Suspense, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { OrderLine } from '../../orders/contract.ts'
import type { ShownExchange } from '../../orders/read-orders.ts'
import { changeExchange, type Instead } from '../client.ts'
import { chooseFirst } from '../messages.ts'
import { ProductPicker } from './other-product.tsx'
import { ReplacementChoice } from './replacement-choice.tsx'

type Props = {
  exchange: ShownExchange
  choice: 'color' | 'size'
  /** The lines of the exchanged product in its order. */
  lines: readonly OrderLine[]
  onChanged: () => void
}

/** A button that opens the product picker, while an exchange for another product is only asked for. */
export function ChangeProduct({ exchange, onChanged }: Pick<Props, 'exchange' | 'onChanged'>) {
  const [open, setOpen] = useState(false)
  const { orderId, _id: exchangeId } = exchange
  async function change({ name: _, ...instead }: Instead): Promise<void> {
    const outcome = await changeExchange({ orderId, exchangeId, instead })
    showToast(outcome.message, { tone: outcome.ok ? 'ok' : 'bad' })
    onChanged()
  }
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`${t('Change product')}: ${exchange.productId.name}`}
        onClick={() => setOpen(true)}
      >
        {t('Change product')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ProductPicker onPick={change} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** A button that opens the choice of another colour or size, while the exchange is only asked for. */
export function ChangeReplacement({ exchange, choice, lines, onChanged }: Props) {
  const [open, setOpen] = useState(false)
  const title = choice === 'color' ? t('Change colour') : t('Change size')
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`${title}: ${exchange.productId.name}`}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      {open ? (
        <Dialog open onClose={() => setOpen(false)} title={title}>
          <ChangeForm
            exchange={exchange}
            choice={choice}
            lines={lines}
            onChanged={() => {
              setOpen(false)
              onChanged()
            }}
          />
        </Dialog>
      ) : null}
    </>
  )
}

function ChangeForm({ exchange, choice, lines, onChanged }: Props) {
  const [wanted, setWanted] = useState(exchange[choice])
  const [hasTried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { orderId, _id: exchangeId, pieces } = exchange
  const returned = lines.filter(({ _id }) => pieces.some(({ lineId }) => lineId === _id))

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (wanted === null) return event.currentTarget.querySelector<HTMLElement>('input:enabled')?.focus()
    setPending(true)
    const outcome = await changeExchange({ orderId, exchangeId, [choice]: wanted })
    setPending(false)
    if (!outcome.ok) return setProblem(outcome.message)
    showToast(outcome.message, { tone: 'ok' })
    onChanged()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <ReplacementChoice
        choice={choice}
        lines={returned.length > 0 ? returned : lines}
        value={wanted}
        onChange={setWanted}
        error={hasTried && wanted === null ? chooseFirst(choice) : null}
      />
      {problem === null ? null : (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Button type="submit" variant="primary" pending={pending}>
        {t('Save')}
      </Button>
    </form>
  )
}
