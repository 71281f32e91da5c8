import { t } from '#platform/text/t.ts'
import { Field, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { creditNotice } from '../../addresses/gstin-rules.ts'
import { PHONE_INVALID } from '../../addresses/messages.ts'
import { PHONE } from '../../addresses/rules.ts'
import { useSettings } from '../../settings/client.ts'

/** What a shopper may add to an order. */
export type Extras = { note: string; phone2: string }

type Props = {
  value: Extras
  /** Null if the owner has turned them off (the setting `checkout.note`). */
  onChange: ((value: Extras) => void) | null
  /** The GSTIN of the chosen address, or empty, and the address's state. */
  gstin: string
  state: string
}

/** A note for the courier and a second phone, and what a business buyer should know about its GSTIN. */
export function OrderExtras({ value, onChange, gstin, state }: Props) {
  const notice = creditNotice(gstin, state, useSettings()['shop.gstin'].slice(0, 2))
  return (
    <section aria-label={t('For this order')} className="grid gap-4">
      {notice === null ? null : (
        <Notice tone="warn" live>
          <p className="text-sm">{notice}</p>
        </Notice>
      )}
      {onChange === null ? null : (
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
