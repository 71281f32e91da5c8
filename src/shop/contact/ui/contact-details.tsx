import type { ReactNode } from 'react'
import { localPath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { useSettings } from '../../settings/client.ts'

const LINE = 'inline-flex min-h-11 items-center font-bold break-all underline underline-offset-4'

/** The shop's e-mail, telephone, address and grievance officer. `hasStores`: there are stores to find. */
export function ContactDetails({ hasStores }: { hasStores: boolean }) {
  const settings = useSettings()
  const email = settings['shop.email']
  const phone = settings['shop.phone']
  return (
    <div className="grid content-start gap-6 sm:grid-cols-2 lg:grid-cols-1">
      <Entry title={t('Write')}>
        <a href={`mailto:${email}`} className={LINE}>
          {email}
        </a>
      </Entry>
      <Entry title={t('Call')}>
        <a href={`tel:${phone.replaceAll(' ', '')}`} className={LINE}>
          {phone}
        </a>
        {settings['shop.hours'] === '' ? null : <p className="text-ink-2">{settings['shop.hours']}</p>}
      </Entry>
      <Entry title={t('Visit')}>
        <p className="pt-1 text-ink-2">{settings['shop.address']}</p>
        {/* A page with its own security policy: loaded as a document. */}
        {hasStores ? (
          <a href={localPath('/nearby-store')} className={LINE}>
            {t('Find a store')}
          </a>
        ) : null}
      </Entry>
      <Entry title={t('Not happy with an answer?')}>
        <p className="pt-1 text-ink-2">
          {settings['grievance.name']}, {settings['grievance.title']}
        </p>
        <a href={`mailto:${settings['grievance.email']}`} className={LINE}>
          {settings['grievance.email']}
        </a>
      </Entry>
    </div>
  )
}

/** The heading is outside, because HTML allows none in an `<address>`. */
function Entry({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-l-4 border-ink pl-4 dark:border-signal">
      <h2 className="font-wide text-base font-extrabold">{title}</h2>
      <address className="grid justify-items-start not-italic">{children}</address>
    </div>
  )
}
