import { useState } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { CustomerRecord } from '#shop/customers/staff-contract.ts'
import { MoneyField } from '../parts/money-field.tsx'
import { PreviewDialog } from '../parts/preview-dialog.tsx'
import { ReasonField } from '../parts/reason-field.tsx'
import { parseRupees } from '../parts/rupees.ts'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'

/** The customer's mail says so. */
const REASONS = ['For the late parcel', 'For the damaged piece', 'For our mistake', 'As a thank-you']

type Props = {
  customer: Pick<CustomerRecord, 'id' | 'name' | 'email' | 'credit'>
  onClose: () => void
  onGiven: () => void
}

/** Gives a customer store credit as goodwill. */
export function CreditDialog({ customer: { id, name, email, credit }, onClose, onGiven }: Props) {
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const { pending, error, errorOf, send } = useCall()
  const offerUndo = useUndo()
  const rupees = parseRupees(amount)
  const who = name || email
  async function give(): Promise<void> {
    if (rupees === null) return
    const given = await send('POST /customers/{id}/credit', { params: { id }, body: { amount: rupees, reason } })
    if (given === null) return
    onClose()
    offerUndo(t('{who} now has {sum} of store credit.', { who, sum: formatPrice(given.balance) }), given.undo)
    onGiven()
  }
  return (
    <PreviewDialog
      open
      onClose={onClose}
      title={t('Give {who} store credit', { who })}
      effects={[t('The customer gets an e-mail with the reason.')]}
      confirmLabel={rupees ? t('Give {sum}', { sum: formatPrice(rupees) }) : t('Give store credit')}
      pending={pending}
      isReady={rupees !== null && rupees > 0 && reason.trim() !== ''}
      error={errorOf('amount') === null && errorOf('reason') === null ? error : null}
      onConfirm={() => void give()}
    >
      <MoneyField
        label={t('Amount in rupees')}
        required
        value={amount}
        onChange={setAmount}
        hint={credit.balance > 0 ? t('Current credit: {sum}', { sum: formatPrice(credit.balance) }) : undefined}
        error={errorOf('amount')}
      />
      <ReasonField
        label={t('Reason (the customer sees it)')}
        reasons={REASONS}
        value={reason}
        onChange={setReason}
        error={errorOf('reason')}
      />
    </PreviewDialog>
  )
}
