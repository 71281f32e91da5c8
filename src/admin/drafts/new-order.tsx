import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ListedProductItem } from '#shop/catalog/staff-contract.ts'
import type { StockItem } from '#shop/catalog/stock/contract.ts'
import { placeOf } from '#shop/delivery/client.ts'
import { DRAFT_SOURCES, type DraftSource } from '#shop/drafts/rules.ts'
import { readPin } from '#shop/settings/pin-rules.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { RadioRow } from '#ui/radio-group.tsx'
import { showToast } from '#ui/toast-store.ts'
import { call } from '../api.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { focusFirstError } from '../parts/focus-first-error.ts'
import { MoneyField } from '../parts/money-field.tsx'
import { RecordPage, Section } from '../parts/record-page.tsx'
import { parseRupees } from '../parts/rupees.ts'
import { ScanField } from '../parts/scan-field.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useCall } from '../parts/use-call.ts'
import { useDraft } from '../parts/use-draft.ts'
import { SOURCE_TEXTS } from './labels.ts'

/** A size that was chosen, as it's typed. */
type ChosenLine = Pick<StockItem, 'sku' | 'name' | 'color' | 'size' | 'available'> & {
  quantity: number
  price: string
  reason: string
}

type Typed = {
  lines: ChosenLine[]
  name: string
  phone: string
  email: string
  way: 'pickup' | 'sent'
  source: DraftSource
  note: string
  /** Codes of offers, with spaces or commas between them. */
  codes: string
  hours: string
  /** Empty, if the customer is to enter it. */
  address: Place
}

type Place = { zipCode: string; streetAddress: string; townCity: string; state: string }
const NO_PLACE: Place = { zipCode: '', streetAddress: '', townCity: '', state: '' }

const EMPTY: Typed = {
  lines: [],
  name: '',
  phone: '',
  email: '',
  way: 'sent',
  source: 'whatsapp',
  note: '',
  codes: '',
  hours: '24',
  address: NO_PLACE,
}

const HOLDS = [
  { value: '2', label: t('2 hours') },
  { value: '24', label: t('A day') },
  { value: '72', label: t('3 days') },
]
const HOUR_MS = 3_600_000
const SEARCH_PAUSE_MS = 250

/** `/admin/orders/new`: an order for somebody, made for a phone at a stall. */
export function Component() {
  const draft = useDraft<Typed>('new order', EMPTY)
  const typed = draft.value
  const { pending, error, errorOf, send } = useCall(draft.keysOf())
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const codes = typed.codes.split(/[\s,]+/).filter(Boolean)
  const change = (part: Partial<Typed>) => draft.set((now) => ({ ...now, ...part }))

  function add(item: StockItem): void {
    draft.set((now) => {
      const known = now.lines.some(({ sku }) => sku === item.sku)
      const lines = known
        ? now.lines.map((line) => (line.sku === item.sku ? { ...line, quantity: line.quantity + 1 } : line))
        : [...now.lines, { ...lineOf(item), quantity: 1, price: '', reason: '' }]
      return { ...now, lines }
    })
  }

  async function enter(): Promise<void> {
    const { lines, name, phone, email, way, source, note, hours, address } = typed
    const isTyped = way === 'sent' && Object.values(address).some((text) => text.trim() !== '')
    const entered = await send('POST /draft-orders', {
      body: {
        lines: lines.map(({ sku, quantity, price, reason }) => {
          const own = price.trim() === '' ? null : parseRupees(price)
          return { sku, quantity, ...(own === null ? {} : { price: own, reason }) }
        }),
        customer: { name, phone, email },
        ...(isTyped ? { address } : {}),
        pickup: way === 'pickup',
        source,
        note,
        codes,
        holdUntil: new Date(Date.now() + Number(hours) * HOUR_MS).toISOString(),
      },
    })
    if (entered === null) return focusFirstError(form.current)
    draft.forget(typed)
    await navigate(`/draft-orders/${entered.id}`)
  }

  return (
    <RecordPage
      title={t('New order')}
      back={{ to: '/draft-orders', label: t('Draft orders') }}
      actions={
        draft.isChanged ? (
          <Button variant="outline" size="sm" onClick={draft.clear}>
            {t('Start over')}
          </Button>
        ) : undefined
      }
    >
      <form
        ref={form}
        className="grid max-w-200 gap-4"
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault()
          void enter()
        }}
      >
        <Section title={t('Pieces')}>
          <div className="grid gap-4">
            <FindPieces onFound={add} />
            {typed.lines.map((line, index) => (
              <ChosenPiece
                key={line.sku}
                line={line}
                errorOf={(field) => errorOf(`lines.${index}.${field}`)}
                onChange={(part) =>
                  change({ lines: typed.lines.map((one) => (one.sku === line.sku ? { ...one, ...part } : one)) })
                }
                onRemove={() => change({ lines: typed.lines.filter(({ sku }) => sku !== line.sku) })}
              />
            ))}
          </div>
        </Section>
        <Section title={t('Customer')}>
          <CustomerFields typed={typed} change={change} errorOf={errorOf} />
        </Section>
        <Section title={t('Source and delivery')}>
          <div className="grid gap-4">
            <RadioRow
              legend={t('Source')}
              name="source"
              options={DRAFT_SOURCES.map((value) => ({ value, label: SOURCE_TEXTS[value] }))}
              value={typed.source}
              onChange={(source) => change({ source, way: source === 'stall' ? 'pickup' : typed.way })}
            />
            <RadioRow
              legend={t('Delivery')}
              name="way"
              options={[
                { value: 'sent', label: t('Ship it') },
                { value: 'pickup', label: t('Hand it over') },
              ]}
              value={typed.way}
              onChange={(way) => change({ way })}
              note={
                typed.way === 'sent'
                  ? t('If you leave the address out, the customer enters it on the payment page.')
                  : t('No delivery fee. It counts as delivered once it’s paid.')
              }
            />
            {typed.way === 'sent' ? (
              <AddressFields
                value={typed.address}
                errorOf={errorOf}
                onChange={(part) => draft.set((now) => ({ ...now, address: { ...now.address, ...part } }))}
              />
            ) : null}
            <RadioRow
              legend={t('Reserved for')}
              name="hours"
              options={HOLDS}
              value={typed.hours}
              onChange={(hours) => change({ hours })}
            />
            <Field
              label={t('Offer code (optional)')}
              autoComplete="off"
              autoCapitalize="characters"
              value={typed.codes}
              error={codes.map((_, index) => errorOf(`codes.${index}`)).find(Boolean) ?? null}
              onChange={({ target }) => change({ codes: target.value })}
            />
            <TextArea
              label={t('Note for the courier')}
              rows={2}
              maxLength={200}
              value={typed.note}
              error={errorOf('note')}
              onChange={({ target }) => change({ note: target.value })}
            />
          </div>
        </Section>
        <FailureNotice text={error} />
        <Button type="submit" variant="primary" pending={pending} disabled={typed.lines.length === 0}>
          {t('Create draft order')}
        </Button>
      </form>
    </RecordPage>
  )
}

const lineOf = ({ sku, name, color, size, available }: StockItem) => ({ sku, name, color, size, available })

const FOUND =
  'flex min-h-14 w-full items-center gap-3 rounded-sm border border-line px-2 py-1.5 text-left hover:bg-sunk disabled:text-ink-3'

type FoundProduct = Pick<ListedProductItem, 'id' | 'name' | 'picture'>

/** Finds products by two letters and then their sizes, or one size by its scanned SKU. */
function FindPieces({ onFound }: { onFound: (item: StockItem) => void }) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ products: readonly FoundProduct[]; sizes: readonly StockItem[] } | null>(null)
  useEffect(() => {
    const q = text.trim()
    if (q.length < 2) return setFound(null)
    let isCurrent = true
    const timer = setTimeout(async () => {
      const [products, sizes] = await Promise.all([
        call('GET /products', { query: { q, limit: 8 } }),
        call('GET /stock', { query: { q, limit: 20 } }),
      ])
      if (!isCurrent || !products.ok || !sizes.ok) return
      setFound({ products: products.data.items, sizes: sizes.data.items })
    }, SEARCH_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])

  async function showSizes(productId: string): Promise<void> {
    const sizes = await call('GET /stock', { query: { q: productId, limit: 100 } })
    if (sizes.ok) setFound({ products: [], sizes: sizes.data.items })
  }

  function choose(item: StockItem): void {
    onFound(item)
    setText('')
  }

  async function scan(code: string): Promise<void> {
    const sku = code.trim()
    if (sku === '') return
    const answer = await call('GET /stock', { query: { sku, limit: 1 } })
    const [item] = answer.ok ? answer.data.items : []
    if (item) choose(item)
    else if (found === null || found.products.length === 0)
      showToast(t('Nothing found for “{code}”.', { code: sku }), { tone: 'bad' })
  }

  return (
    <div className="grid gap-2">
      <ScanField label={t('Product or SKU')} value={text} onValue={setText} onScan={(code) => void scan(code)} />
      {found === null ? null : found.products.length + found.sizes.length === 0 ? (
        <p className="text-sm text-ink-2">{t('Nothing found.')}</p>
      ) : (
        <ul className="grid max-h-80 gap-1 overflow-y-auto" aria-label={t('Found')}>
          {found.products.map(({ id, name, picture }) => (
            <li key={id}>
              <button type="button" className={FOUND} onClick={() => void showSizes(id)}>
                <Thumb picture={picture} width={40} />
                <span className="min-w-0 flex-1 font-bold wrap-anywhere">{name}</span>
                <span className="text-sm whitespace-nowrap">{t('Sizes')}</span>
              </button>
            </li>
          ))}
          {found.sizes.map((item) => (
            <li key={item.sku}>
              <button type="button" disabled={item.available === 0} className={FOUND} onClick={() => choose(item)}>
                <Thumb picture={item.picture} width={40} />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="block font-bold">{item.name}</span>
                  <span className="block text-sm text-ink-2">{[item.color, item.size].join(', ')}</span>
                </span>
                <span className="text-sm whitespace-nowrap">{t('{count} left', { count: item.available })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type ChosenProps = {
  line: ChosenLine
  errorOf: (field: string) => string | null
  onChange: (part: Partial<ChosenLine>) => void
  onRemove: () => void
}

function ChosenPiece({ line, errorOf, onChange, onRemove }: ChosenProps) {
  return (
    <div className="grid gap-3 rounded-sm border border-line p-3">
      <div className="flex items-start gap-3">
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="block font-bold">{line.name}</span>
          <span className="block text-sm text-ink-2">
            {[line.color, line.size, t('{count} left', { count: line.available })].join(', ')}
          </span>
        </span>
        <Button variant="text" size="sm" onClick={onRemove}>
          {t('Remove')} <span className="sr-only">{line.name}</span>
        </Button>
      </div>
      <Field
        label={t('Quantity')}
        type="number"
        min={1}
        inputMode="numeric"
        value={line.quantity}
        error={errorOf('quantity') ?? errorOf('sku')}
        onChange={({ target }) => onChange({ quantity: Math.max(1, Math.round(Number(target.value)) || 1) })}
      />
      <details open={line.price !== '' || undefined}>
        <summary className="min-h-11 cursor-pointer content-center text-sm underline underline-offset-4">
          {t('Change price')}
        </summary>
        <div className="grid gap-3 pt-2 sm:grid-cols-2">
          <MoneyField
            label={t('Price per piece, in rupees')}
            value={line.price}
            error={errorOf('price')}
            onChange={(price) => onChange({ price })}
          />
          <Field
            label={t('Reason')}
            value={line.reason}
            error={errorOf('reason')}
            maxLength={200}
            onChange={({ target }) => onChange({ reason: target.value })}
          />
        </div>
      </details>
    </div>
  )
}

type AddressProps = {
  value: Place
  errorOf: (path: string) => string | null
  onChange: (part: Partial<Place>) => void
}

/** Where the parcel goes, if the customer has said so: the PIN fills in town and state. */
function AddressFields({ value, errorOf, onChange }: AddressProps) {
  async function fillPlace(zipCode: string): Promise<void> {
    onChange({ zipCode })
    const place = readPin(zipCode) !== null ? await placeOf(zipCode) : null
    if (place) onChange(place)
  }
  const shared = (name: keyof Place) => ({
    value: value[name],
    error: errorOf(`address.${name}`),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <details open={Object.values(value).some((text) => text !== '') || undefined}>
      <summary className="min-h-11 cursor-pointer content-center text-sm underline underline-offset-4">
        {t('Enter the address now')}
      </summary>
      <div className="grid gap-4 pt-2 sm:grid-cols-2">
        <Field
          label={t('PIN')}
          {...shared('zipCode')}
          inputMode="numeric"
          onChange={({ target }) => void fillPlace(target.value)}
        />
        <div className="sm:col-span-2">
          <TextArea label={t('Street')} rows={2} maxLength={200} {...shared('streetAddress')} />
        </div>
        <Field label={t('City')} maxLength={100} {...shared('townCity')} />
        <Field label={t('State')} maxLength={100} {...shared('state')} />
      </div>
    </details>
  )
}

type CustomerProps = {
  typed: Typed
  change: (part: Partial<Typed>) => void
  errorOf: (path: string) => string | null
}

function CustomerFields({ typed, change, errorOf }: CustomerProps) {
  /** Fills in who has this number. */
  async function findByPhone(): Promise<void> {
    const digits = typed.phone.replace(/\D/g, '').slice(-10)
    if (digits.length < 10 || typed.name !== '') return
    const answer = await call('GET /customers', { query: { q: digits, limit: 1 } })
    const [known] = answer.ok ? answer.data.items : []
    if (!known) return
    change({ name: known.name, email: typed.email || known.email })
    showToast(t('{name} has bought here before.', { name: known.name }), { tone: 'ok' })
  }
  return (
    <div className="grid gap-4">
      <Field
        label={t('Phone')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        required
        value={typed.phone}
        error={errorOf('customer.phone')}
        onChange={({ target }) => change({ phone: target.value })}
        onBlur={() => void findByPhone()}
      />
      <Field
        label={t('Name')}
        autoComplete="off"
        required
        value={typed.name}
        error={errorOf('customer.name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        label={t('E-mail (optional)')}
        type="email"
        autoComplete="off"
        value={typed.email}
        error={errorOf('customer.email')}
        onChange={({ target }) => change({ email: target.value })}
      />
    </div>
  )
}
