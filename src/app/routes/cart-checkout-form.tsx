import { Suspense, useEffect, useRef, useState } from 'react'
import { type MetaArgs, useNavigate, useRevalidator } from 'react-router'
import { useSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { loadAddresses } from '#shop/addresses/client.ts'
import type { Address } from '#shop/addresses/contract.ts'
import type { Destination } from '#shop/addresses/rules.ts'
import type { AddressFormHandle } from '#shop/addresses/ui/address-form.tsx'
import { readCart, reloadCart, useCart } from '#shop/cart/client.ts'
import { productWithoutCash } from '#shop/cart/product-without-cash.ts'
import { resetSeenPrices } from '#shop/cart/seen-prices.ts'
import { EmptyCart } from '#shop/cart/ui/empty-cart.tsx'
import { loadPendingOrders } from '#shop/checkout/client.ts'
import type { PendingOrder } from '#shop/checkout/contract.ts'
import { PAYMENT_SUCCESSFUL } from '#shop/checkout/messages.ts'
import { CheckoutPage } from '#shop/checkout/ui/checkout-page.tsx'
import { CheckoutSteps } from '#shop/checkout/ui/checkout-steps.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { PageHead } from '#ui/parts.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { PageSkeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import { CheckoutAddress } from '../checkout-address.tsx'
import { type KeptCheckout, keepCheckout, takeKeptCheckout } from '../kept-checkout.ts'
import { pageMeta } from '../page-meta.ts'
import { redirectToLogin, requireSession, useLoginAgain } from '../require-session.ts'
import type { Route } from './+types/cart-checkout-form'

const PayOrder = lazyComponent(async () => (await import('#shop/checkout/ui/pay-order.tsx')).PayOrder)

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('Checkout'), description: t('Checkout at {shop}.'), index: false })

/** Loads cart and addresses in the browser. If the cart can't be loaded, redirects to /login (SPEC 8). */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requireSession(request)
  const orderId = new URL(request.url).searchParams.get('order')
  if (orderId !== null) {
    const orders = await loadPendingOrders(user.id)
    if (orders === 'refused') throw redirectToLogin(request)
    return { placed: { order: orders.find(({ _id }) => _id === orderId) ?? null } }
  }
  const [cart, loaded] = await Promise.all([reloadCart(), loadAddresses()])
  if (cart !== 'ready' || (!loaded.ok && loaded.sessionEnded)) throw redirectToLogin(request)
  resetSeenPrices(readCart().lines)
  return { loaded, user, kept: takeKeptCheckout() }
}

export { CheckoutSkeleton as HydrateFallback } from '#ui/page-skeletons.tsx'

export default function CartCheckoutFormPage({ loaderData: { placed, loaded, user, kept } }: Route.ComponentProps) {
  if (placed)
    return (
      <div data-toasts-on-top className="page pb-16">
        <PageHead title={t('Pay for your order')} />
        <PayPlaced order={placed.order} />
      </div>
    )
  return (
    <div data-toasts-on-top className="page pb-16">
      <CheckoutSteps current={1} />
      <PageHead title={t('Delivery address')} />
      {loaded?.ok ? (
        <Checkout saved={loaded.addresses} owner={user.id} kept={kept} />
      ) : (
        <NoAddresses sentence={loaded?.detail ?? loaded?.message ?? ''} />
      )}
    </div>
  )
}

/** An unpaid order of My Orders (`?order=ID`). */
function PayPlaced({ order }: { order: PendingOrder | null }) {
  const finish = useFinish()
  const logIn = useLoginAgain()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <PayOrder order={order} onPaid={finish} onNoUser={logIn} />
    </Suspense>
  )
}

/** @returns the callback after a payment: it reloads the cart, now without the purchase, and shows the receipt. */
function useFinish(): (orderId: string) => void {
  const navigate = useNavigate()
  return (orderId) => {
    showToast(PAYMENT_SUCCESSFUL, { tone: 'ok' })
    void reloadCart()
    void navigate(`/sucess-order?order=${encodeURIComponent(orderId)}`, { replace: true })
  }
}

type CheckoutProps = {
  saved: Address[]
  /** The customer's id. */
  owner: string
  /** What was entered before a login. */
  kept: KeptCheckout | null
}

function Checkout({ saved, owner, kept }: CheckoutProps) {
  const { lines } = useCart()
  const user = useSession()?.user ?? null
  const addresses = useAddressChoice(saved, kept)
  const logInAgain = useLoginAgain()
  const finish = useFinish()
  const form = useRef<AddressFormHandle>(null)
  const { chosen, editing } = addresses
  const logIn = (sentence: string) => {
    const draft = form.current?.draft() ?? null
    const addressId = editing === null || editing === 'new' ? null : editing._id
    keepCheckout(owner, { chosen, form: draft && { addressId, draft } })
    logInAgain(sentence)
  }
  const address = addresses.list.find(({ _id }) => _id === addresses.chosen) ?? null
  const [typedPlace, setTypedPlace] = useState<Destination | null>(null)
  const [incompleteId, setIncompleteId] = useState<string | null>(null)
  /** The delivery address: the one in an open form, which is saved first, or the chosen one. */
  const saveAddress = async () => {
    const saved = (await form.current?.saveForDelivery()) ?? 'unchanged'
    return saved === 'unchanged' ? address : saved
  }
  return (
    <CheckoutPage
      lines={lines}
      chosen={address}
      destination={typedPlace ?? address}
      saveAddress={saveAddress}
      onUndeliverable={() => {
        setIncompleteId(addresses.chosen)
        addresses.edit(address)
      }}
      user={user}
      addresses={(missing) => (
        <CheckoutAddress
          noCash={productWithoutCash(lines)}
          addresses={addresses.list}
          chosen={addresses.chosen}
          onChoose={addresses.choose}
          editing={addresses.editing}
          onEdit={addresses.edit}
          onSaved={addresses.addSaved}
          onDestination={setTypedPlace}
          onLoginNeeded={logIn}
          missing={missing}
          user={user}
          form={form}
          incomplete={incompleteId !== null && incompleteId === addresses.chosen}
          typed={addresses.typed}
        />
      )}
      empty={<EmptyCart />}
      onPaid={finish}
      onNoUser={logIn}
      onStale={() => void reloadCart()}
    />
  )
}

/** The addresses on the page and the chosen one, initially the one chosen before a login or the default (SPEC 2). */
function useAddressChoice(saved: Address[], kept: KeptCheckout | null) {
  const find = (id: string | null) => saved.find(({ _id }) => _id === id)
  const [list, setList] = useState(saved)
  const [chosen, choose] = useState(
    () => (find(kept?.chosen ?? null) ?? saved.find((address) => address.isDefault))?._id ?? null,
  )
  const [typed, setTyped] = useState(kept?.form?.draft)
  // Without addresses the form for a new one is always open.
  const [editing, setEditing] = useState<'new' | Address | null>(
    kept?.form && saved.length > 0 ? (find(kept.form.addressId) ?? 'new') : null,
  )
  const edit = (next: 'new' | Address | null) => {
    setTyped(undefined)
    setEditing(next)
  }
  useEffect(() => setList(saved), [saved])
  async function addSaved(address: Address): Promise<void> {
    const loaded = await loadAddresses()
    setList((before) =>
      loaded.ok ? loaded.addresses : [...before.filter((other) => other._id !== address._id), address],
    )
    choose(address._id)
    edit(null)
  }
  return { list, chosen, choose, editing, edit, typed, addSaved }
}

function NoAddresses({ sentence }: { sentence: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <RetryNotice
      message={sentence || t('We couldn’t load your addresses.')}
      pending={state === 'loading'}
      onRetry={() => void revalidate()}
    />
  )
}
