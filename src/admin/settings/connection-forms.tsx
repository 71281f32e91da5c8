import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type ApiCarrier, CARRIER_LABELS } from '#platform/carriers/names.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { Fill } from '#ui/fill.tsx'
import { Notice } from '#ui/parts.tsx'
import { callOnce } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useCall } from '../parts/use-call.ts'

const POLL_MS = 700
/** The shop takes a few seconds to start again. */
const MAX_POLLS = 90

type Props = {
  /** There is one already, which another may take the place of. */
  isSet: boolean
  startedAt: string
}

/** The keys of the payment provider: tried first, then kept, and used once the shop has started again. */
export function PaymentsForm({ isSet, startedAt }: Props) {
  const [keyId, setKeyId] = useState('')
  const [keySecret, setKeySecret] = useState('')
  const [webhookSecret, setWebhookSecret] = useState('')
  const [kept, setKept] = useState<KeptWebhook | null>(null)
  const { pending, error, errorOf, send } = useCall()
  const { state, start } = useStartAgain(startedAt)
  async function submit(): Promise<void> {
    const own = webhookSecret === '' ? {} : { webhookSecret }
    const done = await send('POST /connections/payments', { body: { keyId, keySecret, ...own } })
    if (done === null) return
    setKept(done)
    await start()
  }
  if (kept !== null)
    return (
      <WebhookLeft
        kept={kept}
        state={state}
        starting={t('The provider accepts the keys. The shop restarts, which takes a few seconds …')}
        started={t('Connected. The provider accepts the keys.')}
      >
        <Fill
          text={t('One step left: in {dashboard}, add a webhook with this address and this secret.')}
          dashboard={
            <a href="https://dashboard.razorpay.com/app/webhooks" target="_blank" rel="noreferrer">
              {t('Razorpay’s dashboard')}
            </a>
          }
        />
      </WebhookLeft>
    )
  return (
    <EntryForm
      openLabel={isSet ? t('Change the keys') : t('Enter the keys')}
      label={t('Test and save the keys')}
      pending={pending}
      error={error}
      onSubmit={submit}
    >
      <Field
        label={t('Key id')}
        required
        autoComplete="off"
        spellCheck={false}
        value={keyId}
        onChange={(event) => setKeyId(event.target.value)}
        error={errorOf('keyId')}
        hint={t('In Razorpay’s dashboard, under API keys. It begins with rzp_live_ or rzp_test_.')}
      />
      <Field
        label={t('Key secret')}
        type="password"
        required
        autoComplete="off"
        value={keySecret}
        onChange={(event) => setKeySecret(event.target.value)}
        error={errorOf('keySecret')}
      />
      <Field
        label={t('Webhook secret')}
        type="password"
        autoComplete="off"
        value={webhookSecret}
        onChange={(event) => setWebhookSecret(event.target.value)}
        error={errorOf('webhookSecret')}
        hint={t('Leave it empty if the provider has no webhook for this shop yet. The shop creates one.')}
      />
    </EntryForm>
  )
}

type CarrierProps = Props & { carrier: ApiCarrier }

const CARRIER_TEXTS = {
  delhivery: {
    fields: [
      {
        name: 'token',
        kind: 'password',
        label: () => t('Token'),
        hint: () => t('You’ll find it in Delhivery’s developer portal.'),
      },
    ],
    left: () =>
      t(
        'One step left: ask Delhivery’s support to send status updates to this address, with this secret in the Authorization header.',
      ),
  },
  shiprocket: {
    fields: [
      {
        name: 'email',
        kind: 'email',
        label: () => t('API user’s e-mail address'),
        hint: () => t('Create an API user in Shiprocket under Settings, API. Its address differs from your login.'),
      },
      { name: 'password', kind: 'password', label: () => t('Password'), hint: () => undefined },
    ],
    left: () =>
      t(
        'One step left: in Shiprocket’s panel, under Settings, API, Webhooks, enter this address, and this secret as the security token.',
      ),
  },
} as const

/** The keys of a carrier's API: tried first, then kept, and used once the shop has started again. */
export function CarrierForm({ carrier, isSet, startedAt }: CarrierProps) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [kept, setKept] = useState<KeptWebhook | null>(null)
  const { pending, error, errorOf, send } = useCall()
  const { state, start } = useStartAgain(startedAt)
  const { fields, left } = CARRIER_TEXTS[carrier]
  const called = CARRIER_LABELS[carrier]
  async function submit(): Promise<void> {
    const { token = '', email = '', password = '' } = typed
    const done =
      carrier === 'delhivery'
        ? await send('POST /connections/delhivery', { body: { token } })
        : await send('POST /connections/shiprocket', { body: { email, password } })
    if (done === null) return
    setKept(done)
    await start()
  }
  if (kept !== null)
    return (
      <WebhookLeft
        kept={kept}
        state={state}
        starting={t('The carrier accepts the keys. The shop restarts, which takes a few seconds …')}
        started={t('Connected. Parcels can be booked.')}
      >
        {left()}
      </WebhookLeft>
    )
  return (
    <EntryForm
      openLabel={
        isSet ? t('Change {carrier}’s keys', { carrier: called }) : t('Enter {carrier}’s keys', { carrier: called })
      }
      label={t('Test and save the keys')}
      pending={pending}
      error={error}
      onSubmit={submit}
    >
      {fields.map(({ name, kind, label, hint }) => (
        <Field
          key={name}
          label={label()}
          type={kind}
          required
          autoComplete="off"
          spellCheck={false}
          value={typed[name] ?? ''}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          error={errorOf(name)}
          hint={hint()}
        />
      ))}
    </EntryForm>
  )
}

const PORTS = { tls: 465, starttls: 587 } as const

/** The mail server: tried first, then kept, and used once the shop has started again. */
export function MailForm({ isSet, startedAt }: Props) {
  const [host, setHost] = useState('')
  const [encryption, setEncryption] = useState<keyof typeof PORTS>('tls')
  const [port, setPort] = useState(String(PORTS.tls))
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [from, setFrom] = useState('')
  const [isKept, setKept] = useState(false)
  const { pending, error, errorOf, send } = useCall()
  const { state, start } = useStartAgain(startedAt)
  async function submit(): Promise<void> {
    const body = { host, port: Number(port), encryption, user, password, ...(from === '' ? {} : { from }) }
    if ((await send('POST /connections/mail', { body })) === null) return
    setKept(true)
    await start()
  }
  if (isKept)
    return (
      <div role="status" className="pt-4">
        <StartNotice
          state={state}
          starting={t('The mail server accepts the password. The shop restarts, which takes a few seconds …')}
          started={t('Connected. Send yourself a test e-mail to see it arrive.')}
        />
      </div>
    )
  return (
    <EntryForm
      openLabel={isSet ? t('Change the mail server') : t('Enter a mail server')}
      label={t('Test and save')}
      pending={pending}
      error={error}
      onSubmit={submit}
    >
      <Field
        label={t('Mail server')}
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="smtp.example.com"
        value={host}
        onChange={(event) => setHost(event.target.value)}
        error={errorOf('host')}
      />
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t('Encryption')}
          value={encryption}
          onChange={(event) => {
            const chosen = event.target.value === 'tls' ? 'tls' : 'starttls'
            setEncryption(chosen)
            setPort(String(PORTS[chosen]))
          }}
        >
          <option value="tls">TLS</option>
          <option value="starttls">STARTTLS</option>
        </Select>
        <Field
          label={t('Port')}
          required
          inputMode="numeric"
          pattern="[0-9]{1,5}"
          value={port}
          onChange={(event) => setPort(event.target.value)}
          error={errorOf('port')}
        />
      </div>
      <Field
        label={t('User')}
        autoComplete="off"
        spellCheck={false}
        value={user}
        onChange={(event) => setUser(event.target.value)}
        error={errorOf('user')}
      />
      <Field
        label={t('Password')}
        type="password"
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errorOf('password')}
      />
      <Field
        label={t('Sender address')}
        type="email"
        autoComplete="off"
        placeholder="hello@example.com"
        value={from}
        onChange={(event) => setFrom(event.target.value)}
        error={errorOf('from')}
        hint={t('An address this server may send for. The shop’s name appears before it.')}
      />
    </EntryForm>
  )
}

type EntryFormProps = {
  openLabel: string
  label: string
  pending: boolean
  error: string | null
  onSubmit: () => Promise<void>
  children: ReactNode
}

/** Fields that open by a button: what they hold is never shown again. */
function EntryForm({ openLabel, label, pending, error, onSubmit, children }: EntryFormProps) {
  const [isOpen, setOpen] = useState(false)
  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    void onSubmit()
  }
  if (!isOpen)
    return (
      <div className="pt-4">
        <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
          {openLabel}
        </Button>
      </div>
    )
  return (
    <form className="grid max-w-120 gap-4 pt-4" onSubmit={submit}>
      {children}
      <FailureNotice text={error} />
      <div>
        <Button type="submit" variant="primary" pending={pending}>
          {pending ? t('Trying…') : label}
        </Button>
      </div>
    </form>
  )
}

type KeptWebhook = { webhookUrl: string; webhookSecret: string }

type WebhookLeftProps = {
  kept: KeptWebhook
  state: StartState
  starting: string
  started: string
  children: ReactNode
}

/** Keys that are kept: what is left is to enter the webhook's address and secret where the events come from. */
function WebhookLeft({ kept, state, starting, started, children }: WebhookLeftProps) {
  return (
    <div role="status" className="grid gap-3 pt-4">
      <StartNotice state={state} starting={starting} started={started} />
      <p>{children}</p>
      <Copied label={t('Address')} value={kept.webhookUrl} />
      <Copied label={t('Webhook secret')} value={kept.webhookSecret} />
    </div>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <p>
      <span className="block text-sm font-bold">{label}</span>
      <span className="block rounded-sm border border-line-strong bg-card p-3 text-sm wrap-anywhere select-all">
        {value}
      </span>
    </p>
  )
}

type StartState = 'starting' | 'started' | 'late'

/** That the shop starts again, and that it has. */
export function StartNotice({ state, starting, started }: { state: StartState; starting: string; started: string }) {
  if (state === 'late')
    return (
      <Notice tone="warn">
        {t(
          'Tested and saved, but the shop hasn’t restarted with it. Reload this page in a few minutes. If nothing has changed, ask whoever runs your server to restart the shop.',
        )}
      </Notice>
    )
  return <Notice tone="ok">{state === 'started' ? started : starting}</Notice>
}

/** Waits until another start than this one responds, then shows what the shop is connected to now. */
export function useStartAgain(startedAt: string) {
  const [state, setState] = useState<StartState>('starting')
  const { revalidate } = useRevalidator()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  async function start(): Promise<void> {
    for (let look = 0; look < MAX_POLLS; look++) {
      await new Promise((done) => setTimeout(done, POLL_MS))
      // Whoever has left this screen reads it anew on the way back.
      if (!isShown.current) return
      const result = await callOnce('GET /connections', {})
      if (!result.ok || result.data.startedAt === startedAt) continue
      setState('started')
      return revalidate()
    }
    setState('late')
  }
  return { state, start }
}
