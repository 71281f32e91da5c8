import { type MetaArgs, useLocation } from 'react-router'
import { t } from '#platform/text/t.ts'
import { ContactDetails } from '#shop/contact/ui/contact-details.tsx'
import { ContactForm } from '#shop/contact/ui/contact-form.tsx'
import { Card, PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'
import { useHasStores } from '../shell/links.ts'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: t('Contact Us'),
    description: t('Write to {shop}: questions on sizes, orders and exchanges are answered by people.'),
  })

export default function ContactUsPage() {
  const draft = messageDraft(useLocation().state)
  return (
    <div className="page pb-16">
      <PageHead title={t('Contact Us')}>
        <p>{t('A wrong size, a late parcel, a good idea: a person reads it.')}</p>
      </PageHead>
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-16">
        <Card className="md:p-8">
          <ContactForm draft={draft} />
        </Card>
        <ContactDetails hasStores={useHasStores()} />
      </div>
    </div>
  )
}

/** The start of a message, from the navigation state: checkout passes a payment's number. */
function messageDraft(state: unknown): string {
  return typeof state === 'object' && state !== null && 'message' in state && typeof state.message === 'string'
    ? state.message
    : ''
}
