import { useLocation } from 'react-router'
import { t } from '#platform/text/t.ts'
import { useSettings } from '#shop/settings/client.ts'
import { LayersIcon, ShirtIcon, UndoIcon } from '#ui/icons.tsx'

/** The strip above the footer. SPEC section 1 fixes its headings; the lines below them are the owner's. */
export function ServicePromises() {
  const isCheckout = useLocation().pathname === '/cart-checkout-form'
  const settings = useSettings()
  const promises = [
    { Icon: ShirtIcon, title: t('Trendy Designs'), line: settings['services.designs'] },
    { Icon: LayersIcon, title: t('Premium Quality'), line: settings['services.quality'] },
    { Icon: UndoIcon, title: t('Hassle-Free Returns'), line: settings['services.returns'] },
  ]
  return (
    <section
      aria-label={t('Why shop here')}
      className={`print:hidden mt-16 border-t border-line ${isCheckout ? 'max-md:hidden' : ''}`}
    >
      <ul className="page grid divide-y divide-line lg:grid-cols-3 lg:divide-x lg:divide-y-0">
        {promises.map(({ Icon, title, line }) => (
          <li key={title} className="flex gap-4 py-6 lg:px-6 lg:py-8 lg:first:pl-0 lg:last:pr-0">
            <Icon size={26} className="mt-0.5 shrink-0" />
            <div className="grid content-start gap-1">
              <p className="font-wide text-sm font-extrabold">{title}</p>
              {line === '' ? null : <p className="text-sm text-pretty text-ink-2">{line}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
