import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ExchangeSteps } from './exchange-steps.tsx'

/** The steps of an exchange, and the way to the whole policy. */
export function HowExchangesWorkDialog({ days, onClose }: { days: number; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t('How exchanges work')}>
      <div className="grid gap-5">
        <ExchangeSteps days={days} />
        <Link
          to="/policies/exchanges"
          onClick={onClose}
          className="-my-2 justify-self-start py-2.5 font-bold underline underline-offset-4"
        >
          {t('Exchange Policy')}
        </Link>
      </div>
    </Dialog>
  )
}
