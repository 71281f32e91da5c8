import { type SyntheticEvent, useEffect, useState } from 'react'
import { readSession } from '#platform/browser/session.ts'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Card } from '#ui/parts.tsx'
import { api } from '../../api.ts'
import type { CartLine } from '../../cart/contract.ts'
import type { QuoteAnswer } from '../contract.ts'
import { readCodes, storeCodes } from '../offer-codes.ts'
import type { Method } from './pay-methods.tsx'

type Props = {
  lines: readonly CartLine[]
  /** The chosen address, or null. */
  addressId: string | null
  /** For the delivery fee without an address. */
  pin: string | null
  /** By default online. */
  method?: Method
  /** Whether store credit pays. */
  usesCredit?: boolean
  /** Whether an offer with a code runs. */
  hasCodes: boolean
  /** Changes when the server said that the price has changed. */
  attempt?: number
  /** Called with the price of what is shown, and with null if it can't be loaded. */
  onQuote: (quote: QuoteAnswer | null, method: Method, usesCredit: boolean) => void
}

type Refused = QuoteAnswer['refusedCodes'][number]

/** Asks the server what the cart costs with the offers, and has the box for a code while an offer with one runs. */
export function QuotedOffers({
  lines,
  addressId,
  pin,
  method = 'online',
  usesCredit = false,
  hasCodes,
  attempt = 0,
  onQuote,
}: Props) {
  const [codes, setCodes] = useState(readCodes)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [quote, setQuote] = useState<QuoteAnswer | null>(null)
  const goods = lines.map(({ productId, color, size, quantity }) => ({
    productId: productId._id,
    color,
    size,
    quantity,
  }))
  const isEmpty = lines.length === 0
  const userId = readSession()?.user.id
  const request = JSON.stringify({
    productDetails: goods,
    ...(userId === undefined ? {} : { userId }),
    ...(userId !== undefined && addressId !== null ? { addressId } : pin === null ? {} : { pin }),
    ...(hasCodes && codes.length > 0 ? { codes } : {}),
    ...(method === 'cash' ? { paymentMethod: method } : {}),
    ...(usesCredit ? { useCredit: true } : {}),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    // After the payment the cart is empty.
    if (isEmpty) return
    const { signal, abort } = abortable()
    void loadQuote(request, signal).then(({ quote: loaded, message }) => {
      if (signal.aborted) return
      setQuote(loaded)
      onQuote(loaded, method, usesCredit)
      if (message !== null) setProblem(message)
      // A guess isn't asked again with every change of the cart: the server counts them.
      const unknown = (loaded?.refusedCodes ?? []).filter(({ reason }) => reason === 'offer_unknown')
      if (unknown.length === 0) return
      setProblem(unknown[0]?.message ?? null)
      change((before) => before.filter((code) => !unknown.some((refused) => refused.code === code)))
    })
    return abort
  }, [request, attempt, isEmpty, method, usesCredit, onQuote])
  const change = (update: (before: string[]) => string[]) =>
    setCodes((before) => {
      const after = update(before)
      storeCodes(after)
      return after
    })
  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    const code = typed.trim()
    if (code === '') return
    setProblem(null)
    setTyped('')
    change((before) => [...before.filter((other) => other !== code), code])
  }
  const refused = quote?.refusedCodes.filter(({ code }) => codes.includes(code)) ?? []
  if (!hasCodes) return null
  return (
    <Card>
      <section aria-label={t('Offer code')} className="grid gap-4">
        <form noValidate onSubmit={add} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
          <Field
            label={t('Offer code')}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            error={problem}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" variant="outline" size="sm" className="mt-6.5 min-h-12">
            {t('Apply')}
          </Button>
        </form>
        <div role="status" className="grid gap-2 empty:-mt-4">
          {codes.map((code) => (
            <Code
              key={code}
              code={code}
              saved={savedBy(code, quote)}
              refused={refused.find((one) => one.code === code) ?? null}
              onRemove={() => change((before) => before.filter((other) => other !== code))}
            />
          ))}
        </div>
      </section>
    </Card>
  )
}

type CodeProps = { code: string; saved: number | null; refused: Refused | null; onRemove: () => void }

function Code({ code, saved, refused, onRemove }: CodeProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 text-sm">
      <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <span className="font-bold">{code.toUpperCase()}</span>
        {saved === null ? null : <span> {t('saves {amount}.', { amount: formatPrice(saved) })}</span>}
        {refused === null ? null : <span className="block text-ink-2">{refused.message}</span>}
      </p>
      <Button variant="text" size="sm" onClick={onRemove}>
        {t('Remove')} <span className="sr-only">{code}</span>
      </Button>
    </div>
  )
}

/** What a code takes off, or null if it isn't known or nothing. However it was typed, its discount has the owner's spelling. */
function savedBy(code: string, quote: QuoteAnswer | null): number | null {
  const same = (one: string) => one.trim().toUpperCase()
  return quote?.discounts.find((one) => one.code !== null && same(one.code) === same(code))?.amount ?? null
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

/** The price with the codes, or without them if the server takes none from here for a while, and why. */
async function loadQuote(
  request: string,
  signal: AbortSignal,
): Promise<{ quote: QuoteAnswer | null; message: string | null }> {
  const { codes, ...rest } = JSON.parse(request)
  const response = await api('POST /user/quote', { body: codes ? { codes, ...rest } : rest }, { signal })
  if (response.ok) return { quote: response.data, message: null }
  if (!codes) return { quote: null, message: response.message }
  const plain = await api('POST /user/quote', { body: rest }, { signal })
  return { quote: plain.ok ? plain.data : null, message: response.message }
}
