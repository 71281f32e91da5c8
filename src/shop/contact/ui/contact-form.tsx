import { type FormEvent, useEffect, useRef, useState } from 'react'
import { readField } from '#platform/browser/read-field.ts'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { useSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { focusFirstInvalid } from '../../focus-first-invalid.ts'
import { sendContactMessage } from '../client.ts'
import type { ContactMessage } from '../contract.ts'
import { LENGTHS } from '../rules.ts'
import { type ContactErrors, type ContactField, validateMessage } from '../validate-message.ts'

/** A message to the shop. For a signed-in shopper name and e-mail are filled in. */
export function ContactForm({ draft }: { draft: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [keys] = useState(createRequestKeys)
  const [errors, setErrors] = useState<ContactErrors>({})
  const [detail, setDetail] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const user = useSession()?.user
  useEffect(() => {
    if (form.current && user) prefill(form.current, user)
  }, [user])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { currentTarget } = event
    const message = readMessage(currentTarget)
    const found = validateMessage(message)
    setErrors(found)
    setDetail(null)
    if (Object.keys(found).length > 0) return focusFirstInvalid(currentTarget)
    setPending(true)
    const sent = await sendContactMessage(message, keys.keyFor(message))
    setPending(false)
    showToast(sent.message, { tone: sent.ok ? 'ok' : 'bad' })
    if (sent.ok) {
      keys.forget()
      return startNext(currentTarget)
    }
    setDetail(sent.detail)
    setErrors(sent.fields)
  }

  /** Clears the form and its draft for the next message. */
  function startNext(sentForm: HTMLFormElement): void {
    for (const control of sentForm.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[name]'))
      control.value = ''
    if (user) prefill(sentForm, user)
  }

  const fieldProps = (field: ContactField) => ({
    name: field,
    required: true,
    error: errors[field] ?? null,
    onChange: () => setErrors(({ [field]: _, ...others }) => others),
  })
  // `method="dialog"`: a press before the scripts run sends nothing (see login-form.tsx).
  return (
    <form ref={form} method="dialog" noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('First name')}
          {...fieldProps('firstName')}
          autoComplete="given-name"
          maxLength={LENGTHS.name}
        />
        <Field label={t('Last name')} {...fieldProps('lastName')} autoComplete="family-name" maxLength={LENGTHS.name} />
        <Field label={t('E-mail')} {...fieldProps('email')} type="email" autoComplete="email" maxLength={254} />
        <Field label={t('Phone')} {...fieldProps('phone')} type="tel" autoComplete="tel" />
      </div>
      <TextArea
        label={t('Message')}
        {...fieldProps('message')}
        defaultValue={draft}
        rows={6}
        maxLength={LENGTHS.message}
      />
      {detail === null ? null : (
        <Notice tone="bad" live>
          {detail}
        </Notice>
      )}
      <Button type="submit" variant="primary" pending={pending} className="sm:justify-self-start">
        {t('Send message')}
      </Button>
    </form>
  )
}

function readMessage(form: HTMLFormElement): ContactMessage {
  const read = (field: ContactField) => readField(form, field).trim()
  return {
    firstName: read('firstName'),
    lastName: read('lastName'),
    email: read('email'),
    phone: read('phone'),
    message: read('message'),
  }
}

/** Fills empty fields with the name and e-mail of the session. */
function prefill(form: HTMLFormElement, user: { name: string; email: string }): void {
  const [firstName = '', ...others] = user.name.trim().split(/\s+/)
  const values = { firstName, lastName: others.join(' '), email: user.email }
  for (const [field, value] of Object.entries(values)) {
    const control = form.elements.namedItem(field)
    if (control instanceof HTMLInputElement && control.value === '') control.value = value
  }
}
