import { Suspense, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { NotifyMeProps } from './notify-me-form.tsx'

const NotifyMeForm = lazyComponent(async () => (await import('./notify-me-form.tsx')).NotifyMeForm)

/**
 * The sold-out sizes of a colour, and a button to ask for a mail when one is back: `prominent` if nothing else can be
 * done. The form's code is loaded when it is pressed.
 */
export function NotifyMe({ prominent, ...props }: NotifyMeProps & { prominent: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid gap-3 justify-self-stretch">
      <p className="text-sm text-ink-3">
        {t('Sold out in {color}: {sizes}.', {
          color: valueName(props.color),
          sizes: props.sizes.map(valueName).join(', '),
        })}{' '}
        {prominent ? null : (
          <button
            type="button"
            aria-expanded={open}
            className="ml-1 min-h-11 cursor-pointer font-bold text-ink underline underline-offset-4"
            onClick={() => setOpen(!open)}
          >
            {t('Tell me when it’s back')}
          </button>
        )}
      </p>
      {prominent ? (
        <Button variant="primary" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('Tell me when it’s back')}
        </Button>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <NotifyMeForm {...props} />
        </Suspense>
      ) : null}
    </div>
  )
}
