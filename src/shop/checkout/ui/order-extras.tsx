import { t } from '#platform/text/t.ts'
import { Field, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { buyerGstinProblem, creditNotice, plainGstin } from '../../addresses/gstin-rules.ts'
import { PHONE_INVALID } from '../../addresses/messages.ts'
import { PHONE } from '../../addresses/rules.ts'
import { useSettings } from '../../settings/client.ts'

/** What a shopper may add to an order. */
export type Extras = {
  note: string
  phone2: string
  /** Undefined: the chosen address's. */
  gstin?: string | undefined
}

type Props = {
  value: Extras
  onChange: (value: Extras) => void
  /** A note and a second phone (the setting `checkout.note`). */
  hasNote: boolean
  /** The GSTIN of the chosen address, or empty; null if the shop takes none (`checkout.gstin`). */
  gstin: string | null
  /** The address's state. */
  state: string
}

/** A note for the courier and a second phone; a business buyer's GSTIN, and what it should know about that. */
export function OrderExtras({ value, onChange, hasNote, gstin, state }: Props) {
  const seller = useSettings()['shop.gstin'].slice(0, 2)
  const typed = value.gstin ?? gstin ?? ''
  const plain = plainGstin(typed)
  const problem = buyerGstinProblem(plain)
  const notice = problem === null ? creditNotice(plain, state, seller) : null
  return (
    <section aria-label={t('For this order')} className="grid gap-4">
      {gstin === null ? null : (
        <details className="group grid gap-4" open={typed !== '' || undefined}>
          <summary className="min-h-11 cursor-pointer content-center font-bold underline underline-offset-4">
            {t('Buying for a business? Add its GSTIN')}
          </summary>
          <div className="pt-4">
            <Field
              label={t('GSTIN')}
              name="gstin"
              autoComplete="off"
              autoCapitalize="characters"
              hint={t('For this order alone. It’s printed on the invoice.')}
              error={plain.length < 15 ? null : problem}
              value={typed}
              onChange={({ target }) => onChange({ ...value, gstin: target.value })}
            />
          </div>
        </details>
      )}
      {notice === null ? null : (
        <Notice tone="warn" live>
          <p className="text-sm">{notice}</p>
        </Notice>
      )}
      {!hasNote ? null : (
        <details className="group grid gap-4" open={value.note !== '' || value.phone2 !== '' || undefined}>
          <summary className="min-h-11 cursor-pointer content-center font-bold underline underline-offset-4">
            {t('Add a note for the courier or a second phone')}
          </summary>
          <div className="grid gap-4 pt-4">
            <TextArea
              label={t('Note for the courier')}
              name="note"
              rows={2}
              maxLength={200}
              hint={t('Such as: leave it with the guard')}
              value={value.note}
              onChange={({ target }) => onChange({ ...value, note: target.value })}
            />
            <Field
              label={t('Second phone number')}
              name="phone2"
              type="tel"
              autoComplete="off"
              error={PHONE.test(value.phone2) ? null : PHONE_INVALID}
              value={value.phone2}
              onChange={({ target }) => onChange({ ...value, phone2: target.value })}
            />
          </div>
        </details>
      )}
    </section>
  )
}
