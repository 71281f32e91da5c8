import { t } from '#platform/text/t.ts'
import type { PayableOrder } from './client.ts'
import type { PaymentProof } from './contract.ts'

/** Initial values of the dialog's own fields. */
export type Prefill = { name: string; email: string; contact: string }

export type DialogHandle = { close: () => void }

export type DialogListeners = {
  /** Paid; the proof is still to be verified. */
  onPaid: (proof: Omit<PaymentProof, 'orderId'>) => void
  /** The bank declined; the dialog may stay open for another try. */
  onDeclined: (reason: string) => void
  onDismissed: () => void
}

/** SPEC 9: how long a third party's script may take to load. */
const SCRIPT_TIMEOUT_MS = 120_000
/** How long the dialog stays open, in seconds: well within the stock's hold. */
const DIALOG_SECONDS = 600

/** The part of the provider's checkout script that we use (its documentation: Standard Checkout). */
interface ProviderDialog {
  open(): void
  close?(): void
  on(event: 'payment.failed', listener: (failure: unknown) => void): void
}
type ProviderConstructor = new (options: Record<string, unknown>) => ProviderDialog

/** Opens the provider's payment dialog for an order. Null if its script couldn't be loaded (blocked, no network). */
export async function openProviderDialog(
  shop: string,
  order: PayableOrder,
  prefill: Prefill,
  listeners: DialogListeners,
): Promise<DialogHandle | null> {
  const Provider = await loadProvider(order.checkoutUrl)
  if (Provider === null) return null
  try {
    const dialog = new Provider({
      key: order.keyId,
      amount: order.amount,
      currency: order.currency,
      order_id: order.razorpayOrderId,
      name: shop,
      description: t('Your order'),
      prefill: { ...prefill, method: order.lastMethod },
      timeout: DIALOG_SECONDS,
      theme: { color: '#14130F' },
      modal: { ondismiss: listeners.onDismissed },
      handler: (response: unknown) => {
        listeners.onPaid({
          razorpayPaymentId: textOf(response, 'razorpay_payment_id'),
          razorpayOrderId: textOf(response, 'razorpay_order_id') || order.razorpayOrderId,
          razorpaySignature: textOf(response, 'razorpay_signature'),
        })
      },
    })
    dialog.on('payment.failed', (failure) => listeners.onDeclined(reasonOf(failure)))
    dialog.open()
    return { close: () => dialog.close?.() }
  } catch {
    return null
  }
}

/** The provider's reason for declining a payment. */
export function reasonOf(failure: unknown): string {
  const error = typeof failure === 'object' && failure !== null && 'error' in failure ? failure.error : null
  return textOf(error, 'description') || textOf(error, 'reason') || t('The bank gave no reason.')
}

/** A phone number in the provider's format: an Indian one gets its country code. */
export function contactOf(phone: string, country: string): string {
  const digits = phone.replace(/[^+\d]/g, '')
  return country === 'India' && /^\d{10}$/.test(digits) ? `+91${digits}` : digits
}

function textOf(from: unknown, name: string): string {
  if (typeof from !== 'object' || from === null) return ''
  const value: unknown = Reflect.get(from, name)
  return typeof value === 'string' ? value : ''
}

function loadProvider(url: string): Promise<ProviderConstructor | null> {
  const loaded = readProvider()
  if (loaded !== null) return Promise.resolve(loaded)
  if (url === '') return Promise.resolve(null)
  return new Promise((resolve) => {
    const script = document.createElement('script')
    const finish = (): void => {
      clearTimeout(timer)
      const Provider = readProvider()
      if (Provider === null) script.remove()
      resolve(Provider)
    }
    const timer = setTimeout(finish, SCRIPT_TIMEOUT_MS)
    script.onload = finish
    script.onerror = finish
    script.src = url
    document.head.append(script)
  })
}

function readProvider(): ProviderConstructor | null {
  const Provider: unknown = Reflect.get(window, 'Razorpay')
  // Safe cast: the script's only global is this constructor, which is called inside a try.
  return typeof Provider === 'function' ? (Provider as ProviderConstructor) : null
}
