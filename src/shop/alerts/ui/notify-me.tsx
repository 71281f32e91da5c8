import { Suspense, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { NotifyMeProps } from './notify-me-form.tsx'

const NotifyMeForm = lazyComponent(async () => (await import('./notify-me-form.tsx')).NotifyMeForm)

/** The sold-out sizes of a colour, and a button to ask for a mail when one is back. The form's code is loaded when it is pressed. */
export function NotifyMe(props: NotifyMeProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-3 justify-self-stretch">
      <p className="text-sm text-ink-3">
        {t('Sold out in {color}: {sizes}.', { color: valueName(props.color), sizes: props.sizes.join(', ') })}{' '}
        <button
          type="button"
          aria-expanded={open}
          className="ml-1 min-h-11 cursor-pointer font-bold text-ink underline underline-offset-4"
          onClick={() => setOpen(!open)}
        >
          {t('Tell me when it’s back')}
        </button>
      </p>
      {open ? (
        <Suspense fallback={null}>
          <NotifyMeForm {...props} />
        </Suspense>
      ) : null}
    </div>
  )
}
