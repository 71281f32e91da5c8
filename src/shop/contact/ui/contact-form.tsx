import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { useSession } from '#platform/browser/session.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { ContactMessage } from '../contract.ts'
import { sendContactMessage } from '../queries.ts'
import { LENGTHS } from '../rules.ts'
import { type ContactErrors, type ContactField, validateMessage } from '../validate-message.ts'

/** A message to the shop. Who is signed in finds name and e-mail filled in. */
export function ContactForm({ draft }: { draft: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [keys] = useState(createRequestKeys)
  const [errors, setErrors] = useState<ContactErrors>({})
  const [detail, setDetail] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  usePrefill(form)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { currentTarget } = event
    const message = readMessage(currentTarget)
    const found = validateMessage(message)
    setErrors(found)
    setDetail(null)
    if (Object.keys(found).length > 0) return focusFirst(currentTarget, found)
    setPending(true)
    const sent = await sendContactMessage(message, keys.keyFor(message))
    setPending(false)
    showToast(sent.ok ? sent.message : sent.sentence, { tone: sent.ok ? 'ok' : 'bad' })
    if (sent.ok) {
      keys.forget()
      return currentTarget.reset()
    }
    setDetail(sent.detail)
    setErrors(sent.fields)
  }

  const about = (field: ContactField) => ({
    name: field,
    required: true,
    error: errors[field] ?? null,
    onChange: () => setErrors(({ [field]: _, ...others }) => others),
  })
  return (
    <form ref={form} method="dialog" noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" {...about('firstName')} autoComplete="given-name" maxLength={LENGTHS.name} />
        <Field label="Last name" {...about('lastName')} autoComplete="family-name" maxLength={LENGTHS.name} />
        <Field label="E-mail" {...about('email')} type="email" autoComplete="email" maxLength={254} />
        <Field label="Phone" {...about('phone')} type="tel" autoComplete="tel" maxLength={LENGTHS.phone} />
      </div>
      <TextArea label="Message" {...about('message')} defaultValue={draft} rows={6} maxLength={LENGTHS.message} />
      {detail === null ? null : (
        <Notice tone="bad" live>
          {detail}
        </Notice>
      )}
      <Button type="submit" variant="signal" pending={pending} className="sm:justify-self-start">
        Send message
      </Button>
    </form>
  )
}

function readMessage(form: HTMLFormElement): ContactMessage {
  const data = new FormData(form)
  const read = (field: ContactField) => String(data.get(field) ?? '').trim()
  return {
    firstName: read('firstName'),
    lastName: read('lastName'),
    email: read('email'),
    phone: read('phone'),
    message: read('message'),
  }
}

function focusFirst(form: HTMLFormElement, errors: ContactErrors): void {
  const fields: ContactField[] = ['firstName', 'lastName', 'email', 'phone', 'message']
  const first = fields.find((field) => errors[field] !== undefined)
  const control = form.elements.namedItem(first ?? '')
  if (control instanceof HTMLElement) control.focus()
}

/** Fills what the session knows into fields that are still empty. */
function usePrefill(form: { current: HTMLFormElement | null }): void {
  const user = useSession()?.user
  useEffect(() => {
    if (!user) return
    const [firstName = '', ...others] = user.name.trim().split(/\s+/)
    const known = { firstName, lastName: others.join(' '), email: user.email }
    for (const [field, value] of Object.entries(known)) {
      const control = form.current?.elements.namedItem(field)
      if (control instanceof HTMLInputElement && control.value === '') control.value = value
    }
  }, [form, user])
}
