import { useLocation } from 'react-router'
import { ContactDetails } from '#shop/contact/ui/contact-details.tsx'
import { ContactForm } from '#shop/contact/ui/contact-form.tsx'
import { Card, PageHead } from '#ui/parts.tsx'
import { pageMeta } from '../page-meta.ts'

export const meta = () =>
  pageMeta({
    title: 'Contact Us',
    description: 'Write to Fourth ProgressStep: questions on sizes, orders and exchanges are answered by people.',
  })

export default function ContactUsPage() {
  const begun = begunMessage(useLocation().state)
  return (
    <div className="page pb-16">
      <PageHead title="Contact Us">
        <p>A wrong size, a late parcel, a good idea: a person reads it.</p>
      </PageHead>
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-16">
        <Card className="md:p-8">
          <ContactForm draft={begun} />
        </Card>
        <ContactDetails />
      </div>
    </div>
  )
}

/** The message that another screen began for the shopper: checkout hands a payment's number over. */
function begunMessage(state: unknown): string {
  return typeof state === 'object' && state !== null && 'message' in state && typeof state.message === 'string'
    ? state.message
    : ''
}
