import { type FormEvent, useEffect, useRef, useState } from 'react'
import { readField } from '#platform/browser/read-field.ts'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { whenResolved } from '#platform/browser/when-resolved.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { OrderLine } from '../../orders/contract.ts'
import { chosenPieces, type ExchangeChoices, remainingQuantity } from '../choices.ts'
import { loadChoices, requestExchange } from '../client.ts'
import type { ExchangeDraft } from '../contract.ts'
import { EXCHANGE_REQUESTED, FIELDS_MISSING, reasonText } from '../messages.ts'
import { choiceFor, EXCHANGE_REASONS } from '../rules.ts'

type Props = {
  orderId: string
  /** Every line of the product in this order. */
  lines: readonly OrderLine[]
  onRequested: () => void
  onClose: () => void
}

/** The form of an exchange request: reason, description, and with two of the reasons a colour or a size (SPEC 5). */
export function ExchangeForm({ orderId, lines, onRequested, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [keys] = useState(createRequestKeys)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<{ message: string; detail: string | null } | null>(null)
  const [missing, setMissing] = useState<readonly string[]>([])
  const [pending, setPending] = useState(false)
  const choices = useChoices(lines)
  useEffect(() => form.current?.querySelector('select')?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { currentTarget } = event
    const read = readDraft(currentTarget, { orderId, productId: lines[0]?.productId._id ?? '' }, lines)
    setMissing(read.missing)
    if (read.draft === null) {
      setProblem({ message: FIELDS_MISSING, detail: null })
      // The pieces have a field for each line, with a common name prefix.
      return currentTarget.querySelector<HTMLElement>(`[name^="${read.missing[0]}"]`)?.focus()
    }
    setProblem(null)
    setPending(true)
    const outcome = await requestExchange(read.draft, keys.keyFor(read.draft))
    setPending(false)
    if (!outcome.ok) return setProblem(outcome)
    showToast(EXCHANGE_REQUESTED, { tone: 'ok' })
    onRequested()
  }

  /** An edit clears the errors of its field and of the form. */
  function clearErrors(field: string): void {
    setMissing((before) => before.filter((one) => one !== field))
    setProblem(null)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5 rounded-md border border-line bg-paper p-4">
      <Select
        label={t('Reason')}
        name="reason"
        required
        value={reason}
        error={missing.includes('reason') ? t('Choose a reason.') : null}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          clearErrors('reason')
        }}
      >
        <option value="">{t('Choose one')}</option>
        {EXCHANGE_REASONS.map((one) => (
          <option key={one} value={one}>
            {reasonText(one)}
          </option>
        ))}
      </Select>
      <PiecesField lines={lines} hasError={missing.includes('pieces')} onChange={() => clearErrors('pieces')} />
      <ChoiceField reason={reason} choices={choices} />
      <TextArea
        label={t('Description')}
        name="description"
        required
        maxLength={1000}
        hint={t('Tell us what’s wrong in a line or two.')}
        error={missing.includes('description') ? t('Tell us what’s wrong.') : null}
        onChange={() => clearErrors('description')}
      />
      {problem === null ? null : (
        <Notice tone="bad" live>
          <p className="font-bold">{problem.message}</p>
          {problem.detail === null ? null : <p>{problem.detail}</p>}
        </Notice>
      )}
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button type="submit" variant="primary" pending={pending}>
          {t('Submit exchange')}
        </Button>
        <Button variant="text" className="px-0!" onClick={onClose}>
          {t('Not now')}
        </Button>
      </div>
    </form>
  )
}

/** The number of pieces to exchange from each line. Not shown if only one piece is left. */
function PiecesField({
  lines,
  hasError,
  onChange,
}: Pick<Props, 'lines'> & { hasError: boolean; onChange: () => void }) {
  if (lines.reduce((sum, line) => sum + remainingQuantity(line), 0) < 2) return null
  return lines
    .filter((line) => remainingQuantity(line) > 0)
    .map((line, index) => (
      <Select
        key={line._id}
        error={hasError && index === 0 ? t('Choose at least one item.') : null}
        onChange={onChange}
        label={
          lines.length === 1
            ? t('How many')
            : t('How many in {color}, {size}', { color: valueName(line.color), size: line.size })
        }
        name={piecesName(line._id)}
        defaultValue={index === 0 ? remainingQuantity(line) : 0}
      >
        {Array.from({ length: remainingQuantity(line) + 1 }, (_, count) => count)
          .slice(lines.length === 1 ? 1 : 0)
          .map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
      </Select>
    ))
}

function piecesName(lineId: string): string {
  return `pieces ${lineId}`
}

/** SPEC 5: a colour only for Color Mismatch, a size only for Size Issue. */
function ChoiceField({ reason, choices }: { reason: string; choices: ExchangeChoices | null }) {
  const choice = choiceFor(reason)
  if (choice === null) return null
  const isColor = choice === 'color'
  const offered = (isColor ? choices?.colors : choices?.sizes) ?? []
  const none = isColor ? t('No other colour can be chosen right now.') : t('No other size can be chosen right now.')
  const hint = choices !== null && offered.length === 0 ? none : null
  return (
    <Select label={isColor ? t('Colour') : t('Size')} name={choice} hint={hint}>
      <option value="">{choices === null ? t('One moment') : t('No preference')}</option>
      {offered.map((one) => (
        <option key={one} value={one}>
          {valueName(one)}
        </option>
      ))}
    </Select>
  )
}

/** The colours and sizes to choose from, or null while loading. */
function useChoices(lines: readonly OrderLine[]): ExchangeChoices | null {
  const [choices, setChoices] = useState<ExchangeChoices | null>(null)
  const productId = lines[0]?.productId._id ?? ''
  const bought = lines.map(({ color }) => color).join('\n')
  useEffect(() => whenResolved(loadChoices(productId, bought.split('\n')), setChoices), [productId, bought])
  return choices
}

function readDraft(
  form: HTMLFormElement,
  about: { orderId: string; productId: string },
  lines: readonly OrderLine[],
): { draft: ExchangeDraft | null; missing: string[] } {
  const textOf = (name: string) => readField(form, name).trim()
  const reason = EXCHANGE_REASONS.find((one) => one === textOf('reason'))
  const problem = textOf('description')
  const pieces = chosenPieces(lines, (lineId) => Number(textOf(piecesName(lineId))))
  const missing = [reason ? '' : 'reason', pieces?.length === 0 ? 'pieces' : '', problem ? '' : 'description'].filter(
    Boolean,
  )
  if (reason === undefined || missing.length > 0) return { draft: null, missing }
  const [color, size] = [textOf('color'), textOf('size')]
  const choices = { ...(color ? { color } : {}), ...(size ? { size } : {}), ...(pieces ? { pieces } : {}) }
  return { draft: { ...about, reasonForExchange: reason, problem, ...choices }, missing }
}
