import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Checkbox } from '#ui/field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { savePriceDrops } from '../client.ts'

/** The switch for mails about lower prices, off by default. */
export function PriceDrops({ initial }: { initial: boolean }) {
  const [wanted, setWanted] = useState(initial)
  async function change(next: boolean): Promise<void> {
    setWanted(next)
    const { ok, message } = await savePriceDrops(next)
    if (!ok) setWanted(!next)
    showToast(message, { tone: ok ? 'ok' : 'bad' })
  }
  return (
    <Checkbox
      label={t('E-mail me about price drops')}
      className="mt-6"
      checked={wanted}
      onChange={(event) => void change(event.target.checked)}
    />
  )
}
