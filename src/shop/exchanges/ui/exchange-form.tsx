import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { readField } from '#platform/browser/read-field.ts'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { ExchangeSteps } from '../../catalog/ui/exchange-steps.tsx'
import { valueName } from '../../catalog/value-names.ts'
import type { OrderLine } from '../../orders/contract.ts'
import { useSettings } from '../../settings/client.ts'
import { chosenPieces, remainingQuantity } from '../choices.ts'
import { type Instead, requestExchange } from '../client.ts'
import type { ExchangeDraft, ExchangePhoto } from '../contract.ts'
import { chooseFirst, EXCHANGE_REQUESTED, FIELDS_MISSING, feeText, PHOTO_NEEDED, reasonText } from '../messages.ts'
import { choiceFor, EXCHANGE_REASONS, feeOf, photosFor } from '../rules.ts'
import { OtherProduct, ProductPicker, useQuote } from './other-product.tsx'
import { PhotosField } from './photos-field.tsx'
import { ReplacementChoice } from './replacement-choice.tsx'

type Props = {
  orderId: string
  /** Every line of the product in this order. */
  lines: readonly OrderLine[]
  /** Exchanges of the order that weren't refused or cancelled. */
  earlier: number
  onRequested: () => void
  onClose: () => void
}

type Missing = 'reason' | 'pieces' | 'choice' | 'description' | 'photos'

/** The form of an exchange request: reason, description, and with two of the reasons a colour or a size (SPEC 5). */
export function ExchangeForm({ orderId, lines, earlier, onRequested, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [keys] = useState(createRequestKeys)
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [instead, setInstead] = useState<Instead | null>(null)
  const [isPicking, setPicking] = useState(false)
  const [photos, setPhotos] = useState<readonly ExchangePhoto[]>([])
  const [counts, setCounts] = useState(() => initialCounts(lines))
  const [problem, setProblem] = useState<{ message: string; detail: string | null } | null>(null)
  const [missing, setMissing] = useState<readonly Missing[]>([])
  const [pending, setPending] = useState(false)
  const choice = instead === null ? choiceFor(reason) : null
  const settings = useSettings()
  const takesPhotos = photosFor(settings['exchange.photos'], reason)
  const fee = reason === '' ? 0 : feeOf(settings['exchange.fee'], { earlier, reason })
  const returned = lines.filter(({ _id }) => (counts[_id] ?? 0) > 0)
  const known = EXCHANGE_REASONS.find((one) => one === reason)
  const pieces = chosenPieces(lines, (lineId) => counts[lineId] ?? 0)
  const about = { orderId, productId: lines[0]?.productId._id ?? '', ...(pieces ? { pieces } : {}) }
  const isQuotable = known !== undefined && pieces?.length !== 0
  const quoted = useQuote(isQuotable ? { ...about, reasonForExchange: known } : null, instead)
  useEffect(() => form.current?.querySelector('select')?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { currentTarget } = event
    const draft = readDraft(readField(currentTarget, 'description').trim())
    if (Array.isArray(draft)) return showMissing(currentTarget, draft)
    setMissing([])
    setProblem(null)
    setPending(true)
    const outcome = await requestExchange(draft, keys.keyFor(draft))
    setPending(false)
    if (!outcome.ok) return setProblem(outcome)
    showToast(EXCHANGE_REQUESTED, { tone: 'ok' })
    onRequested()
  }

  /** The request, or the fields without which there is none, in their order on the screen. */
  function readDraft(description: string): ExchangeDraft | Missing[] {
    const without: Missing[] = [
      ...(known ? [] : (['reason'] as const)),
      ...(pieces?.length === 0 ? (['pieces'] as const) : []),
      ...(choice !== null && chosen === null ? (['choice'] as const) : []),
      ...(description ? [] : (['description'] as const)),
      ...(takesPhotos === 'required' && photos.length === 0 ? (['photos'] as const) : []),
    ]
    if (known === undefined || without.length > 0) return without
    const { name: _, ...wanted } = instead ?? { name: '' }
    return {
      ...about,
      reasonForExchange: known,
      problem: description,
      ...(choice !== null && chosen !== null ? { [choice]: chosen } : {}),
      ...('productId' in wanted ? { instead: wanted } : {}),
      ...(quoted?.ok ? { difference: quoted.difference } : {}),
      ...(takesPhotos !== 'off' && photos.length > 0 ? { photos: photos.map(({ _id }) => _id) } : {}),
    }
  }

  function showMissing(shown: HTMLFormElement, fields: Missing[]): void {
    setMissing(fields)
    // SPEC 5 has its sentence for reason and description; a choice and the photos have their own, beside them.
    const hasOwn = fields.every((field) => field === 'choice' || field === 'photos')
    setProblem(hasOwn ? null : { message: FIELDS_MISSING, detail: null })
    const name = fields[0] === 'choice' ? choice : fields[0]
    // The pieces have a field for each line, with a common name prefix.
    shown.querySelector<HTMLElement>(`[name^="${name}"]:enabled`)?.focus()
  }

  /** An edit clears the errors of its field and of the form. */
  function clearErrors(field: Missing): void {
    setMissing((before) => before.filter((one) => one !== field))
    setProblem(null)
  }

  return (
    <>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5 rounded-md border border-line bg-paper p-4">
        <Select
          label={t('Reason')}
          name="reason"
          required
          value={reason}
          error={missing.includes('reason') ? t('Choose a reason.') : null}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setChosen(null)
            setMissing((before) => before.filter((one) => one !== 'choice'))
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
        <PiecesField
          lines={lines}
          counts={counts}
          hasError={missing.includes('pieces')}
          onChange={(lineId, count) => {
            setCounts({ ...counts, [lineId]: count })
            clearErrors('pieces')
          }}
        />
        {choice === null ? (
          instead === null ? (
            <SameAgain reason={reason} lines={returned} />
          ) : null
        ) : (
          <ReplacementChoice
            choice={choice}
            lines={returned.length > 0 ? returned : lines}
            value={chosen}
            error={missing.includes('choice') ? chooseFirst(choice) : null}
            onChange={(value) => {
              setChosen(value)
              clearErrors('choice')
            }}
          />
        )}
        {reason === '' || !settings['exchange.otherProducts'] ? null : (
          <OtherProduct
            value={instead}
            quoted={quoted}
            onOpen={() => setPicking(true)}
            onRemove={() => setInstead(null)}
          />
        )}
        <TextArea
          label={t('Description')}
          name="description"
          required
          maxLength={1000}
          hint={t('Tell us what’s wrong in a line or two.')}
          error={missing.includes('description') ? t('Tell us what’s wrong.') : null}
          onChange={() => clearErrors('description')}
        />
        {reason === '' || takesPhotos === 'off' ? null : (
          <PhotosField
            photos={photos}
            isNeeded={takesPhotos === 'required'}
            error={missing.includes('photos') ? PHOTO_NEEDED : null}
            onChange={(change) => {
              setPhotos(change)
              clearErrors('photos')
            }}
          />
        )}
        {problem === null ? null : (
          <Notice tone="bad" live>
            <p className="font-bold">{problem.message}</p>
            {problem.detail === null ? null : <p>{problem.detail}</p>}
          </Notice>
        )}
        {fee > 0 && instead === null ? <Notice>{feeText(fee)}</Notice> : null}
        <div className="text-sm">
          <ExchangeSteps />
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Button type="submit" variant="primary" pending={pending}>
            {t('Submit exchange')}
          </Button>
          <Button variant="text" className="px-0!" onClick={onClose}>
            {t('Not now')}
          </Button>
        </div>
      </form>
      {isPicking ? (
        <Suspense fallback={null}>
          <ProductPicker
            onPick={async (picked) => {
              setInstead(picked)
              clearErrors('choice')
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** What comes if the reason has no choice: the same again, such as for a damaged or a wrong piece. */
function SameAgain({ reason, lines }: { reason: string; lines: readonly OrderLine[] }) {
  if (reason === '' || lines.length === 0) return null
  const what = lines.map(({ color, size }) => `${valueName(color)}, ${valueName(size)}`).join(' · ')
  return <p className="text-sm">{t('We’ll send the same again, as pictured: {what}.', { what })}</p>
}

/** The number of pieces to exchange from each line. Not shown if only one piece is left. */
function PiecesField({
  lines,
  counts,
  hasError,
  onChange,
}: Pick<Props, 'lines'> & {
  counts: Readonly<Record<string, number>>
  hasError: boolean
  onChange: (lineId: string, count: number) => void
}) {
  if (lines.reduce((sum, line) => sum + remainingQuantity(line), 0) < 2) return null
  return lines
    .filter((line) => remainingQuantity(line) > 0)
    .map((line, index) => (
      <Select
        key={line._id}
        error={hasError && index === 0 ? t('Choose at least one item.') : null}
        onChange={(event) => onChange(line._id, Number(event.currentTarget.value))}
        label={
          lines.length === 1
            ? t('How many')
            : t('How many in {color}, {size}', { color: valueName(line.color), size: valueName(line.size) })
        }
        name={`pieces ${line._id}`}
        value={counts[line._id] ?? 0}
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

/** All pieces of the first line that has some left, and none of the others. */
function initialCounts(lines: readonly OrderLine[]): Record<string, number> {
  const first = lines.find((line) => remainingQuantity(line) > 0)
  return first ? { [first._id]: remainingQuantity(first) } : {}
}
