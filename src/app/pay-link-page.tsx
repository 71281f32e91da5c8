import { useState } from 'react'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { formatPrice, formatSigned } from '#platform/money.ts'
import { dayTime } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import { type AddressDraft, COUNTRIES, deliveryProblems, EMPTY_ADDRESS } from '#shop/addresses/rules.ts'
import { AddressFields } from '#shop/addresses/ui/address-fields.tsx'
import { valueName } from '#shop/catalog/value-names.ts'
import { type FlowState, isBusy, PaymentFlow } from '#shop/checkout/payment-flow.ts'
import { contactOf, openProviderDialog } from '#shop/checkout/provider-dialog.ts'
import { PaymentProblemPanel } from '#shop/checkout/ui/payment-problem-panel.tsx'
import { isLinkPaid, openLink, verifyLink } from '#shop/drafts/client.ts'
import type { PayPage } from '#shop/drafts/contract.ts'
import { addressLines } from '#shop/orders/rules.ts'
import { type TotalsRow, totalsRows } from '#shop/orders/totals-rows.ts'
import { useSettings } from '#shop/settings/client.ts'
import { Button } from '#ui/button.tsx'
import { Fill } from '#ui/fill.tsx'
import { Card, Notice } from '#ui/parts.tsx'
import { Picture } from '#ui/picture.tsx'

type Props = { token: string; page: PayPage; onPaid: () => void }

/** An order that the shop entered for somebody, or a dearer replacement, paid without a login. */
export function PayLinkPage({ token, page, onPaid }: Props) {
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      {page.state === 'paid' ? <Paid page={page} /> : <Payment token={token} page={page} onPaid={onPaid} />}
      <Summary page={page} />
    </div>
  )
}

function Paid({ page: { orderNumber, address, pickup, isExchange } }: { page: PayPage }) {
  if (isExchange)
    return (
      <Notice tone="ok">
        <p className="text-lg font-bold">{t('Paid. Thank you.')}</p>
        <p>{t('We’ll e-mail you once the exchange for order {number} is approved.', { number: orderNumber ?? '' })}</p>
      </Notice>
    )
  return (
    <Notice tone="ok">
      <p className="text-lg font-bold">{t('Paid. Your order number is {number}.', { number: orderNumber ?? '' })}</p>
      {pickup || address === null ? null : (
        <p className="whitespace-pre-line">
          <Fill text={t('It goes to: {address}')} address={addressLines(address).join('\n')} />
        </p>
      )}
      <p>{t('Please keep this number for questions about your order.')}</p>
    </Notice>
  )
}

function Payment({ token, page, onPaid }: Props) {
  const { flow, state } = usePayLink(token, onPaid)
  const [draft, setDraft] = useState<AddressDraft>(() => ({ ...EMPTY_ADDRESS, ...page.address }))
  const [isEditing, setEditing] = useState(page.address === null && page.mayChangeAddress)
  const [problems, setProblems] = useState<Partial<Record<keyof AddressDraft, string>>>({})
  const isUsaOffered = useSettings()['shipping.usa']
  const total = (state.problem?.kind === 'repriced' && state.problem.total) || page.total
  const until = dayTime(page.holdUntil) ?? ''
  const due = (total * 100 - page.credit * 100) / 100

  function pay(): void {
    const found = isEditing ? deliveryProblems(draft) : {}
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const prefill = {
      name: `${draft.firstName} ${draft.lastName}`.trim(),
      email: draft.email,
      contact: contactOf(draft.phoneNumber, draft.country),
    }
    void flow.payAgain(() => openLink(token, { address: isEditing ? draft : null, totalPrice: total }), prefill)
  }

  return (
    <section aria-label={t('Payment')} className="grid gap-5 max-lg:order-1">
      <p>
        {page.isExchange
          ? t('We’re holding the replacement for you. You can pay here until {until}.', { until })
          : t('We’re holding this order for you until {until}.', { until })}
      </p>
      {page.address === null && !page.mayChangeAddress ? null : isEditing ? (
        <Card>
          <h2 className="mb-5 font-wide text-lg font-extrabold">{t('Delivery address')}</h2>
          <AddressFields
            draft={draft}
            countries={COUNTRIES.filter((one) => one === 'India' || isUsaOffered)}
            problems={problems}
            onChange={(part) => {
              setDraft((before) => ({ ...before, ...part }))
              setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
            }}
            onPlace={(place, before) => {
              setDraft((now) => ({
                ...now,
                townCity: ['', before.townCity].includes(now.townCity) ? place.townCity : now.townCity,
                state: ['', before.state].includes(now.state) ? place.state : now.state,
              }))
              setProblems(({ townCity: _, state: __, ...others }) => others)
            }}
          />
        </Card>
      ) : (
        <Card>
          <h2 className="mb-3 font-wide text-lg font-extrabold">{t('Deliver to')}</h2>
          <p className="whitespace-pre-line wrap-anywhere">{page.address && addressLines(page.address).join('\n')}</p>
          {page.mayChangeAddress ? (
            <Button variant="text" size="sm" className="px-0!" onClick={() => setEditing(true)}>
              {t('Change address')}
            </Button>
          ) : null}
        </Card>
      )}
      {state.problem === null ? null : (
        <PaymentProblemPanel
          problem={state.problem}
          declinedLine={
            page.isExchange
              ? t('The replacement is still held for you. Press Pay now to try again.')
              : t('Your order is still held for you. Press Pay now to try again.')
          }
          onVerify={() => void flow.verify()}
        />
      )}
      <Button variant="primary" wide pending={isBusy(state)} onClick={pay}>
        <Fill text={t('Pay now {dot} {price}')} dot={<span aria-hidden="true">·</span>} price={formatPrice(due)} />
      </Button>
      <p className="text-center text-sm text-ink-2">{t('UPI, cards, net banking and more, in the payment window.')}</p>
    </section>
  )
}

/** The payment of a link: what isn't verified when the page is left is settled by the provider's own message. */
function usePayLink(token: string, onPaid: () => void): { flow: PaymentFlow; state: FlowState } {
  const [state, setState] = useState<FlowState>({ phase: 'idle', problem: null })
  const shop = useSettings()['shop.name']
  const [flow] = useState(
    () =>
      new PaymentFlow({
        createOrder: async () => ({ kind: 'failed', message: '', responded: true }),
        verify: (proof) => verifyLink(token, proof),
        openDialog: (...details) => openProviderDialog(shop, ...details),
        keys: createRequestKeys(),
        isPaid: () => isLinkPaid(token),
        now: Date.now,
        delay: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        storeProof: () => {},
        onChange: setState,
        onPaid,
        onNoUser: () => {},
      }),
  )
  return { flow, state }
}

/** What a replacement costs more, and the fee of the exchange. */
function exchangeRows({ goods, tax, total }: PayPage): TotalsRow[] {
  return [
    { label: t('To pay for the exchange'), amount: goods },
    ...(tax > 0 ? [{ label: t('GST and Service Tax'), amount: tax }] : []),
    { label: t('Total'), amount: total, isTotal: true },
  ]
}

function Summary({ page }: { page: PayPage }) {
  const items = page.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Card>
      <ul aria-label={t('Your items')} className="mb-4 grid gap-3 border-b border-line pb-4 text-sm">
        {page.lines.map((line) => (
          <li key={`${line.name} ${line.color} ${line.size}`} className="flex items-start gap-4">
            {line.image === null ? null : <Picture src={line.image} alt="" sizes="4rem" className="w-16 rounded-sm" />}
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="block font-bold">{line.name}</span>
              <span className="block text-ink-2">
                {valueName(line.size)} · {valueName(line.color)} · {line.quantity}
              </span>
              {line.replaces === null ? null : (
                <span className="block text-ink-2">
                  {line.replaces.name === null
                    ? t('Instead of {size} · {color}', {
                        size: valueName(line.replaces.size),
                        color: valueName(line.replaces.color),
                      })
                    : t('Instead of {name}, {size} · {color}', {
                        name: line.replaces.name,
                        size: valueName(line.replaces.size),
                        color: valueName(line.replaces.color),
                      })}
                </span>
              )}
            </span>
            <span className="whitespace-nowrap tabular-nums">{formatPrice(line.total)}</span>
          </li>
        ))}
      </ul>
      <dl aria-label={t('Summary')} className="grid gap-2.5 tabular-nums">
        {(page.isExchange ? exchangeRows(page) : totalsRows({ ...page, taxIncluded: 0 }, items)).map(
          ({ label, amount, isTotal }) => (
            <div
              key={label}
              className={`flex flex-wrap items-baseline gap-x-4 ${isTotal ? 'border-t border-line pt-3 text-lg font-bold' : ''}`}
            >
              <dt className="min-w-0 flex-1 basis-24">{label}</dt>
              <dd className="ml-auto whitespace-nowrap">{formatSigned(amount)}</dd>
            </div>
          ),
        )}
      </dl>
    </Card>
  )
}
