import type { DialogAnswer, OpenedOrder } from './queries.ts'

/** What is known of the shopper, for the dialog's own fields. */
export type Prefill = { name: string; email: string; contact: string }

export type DialogHandle = { close: () => void }

export type DialogListeners = {
  /** Paid: the signed answer, still to be verified. */
  onPaid: (answer: Omit<DialogAnswer, 'orderId'>) => void
  /** The bank said no; the dialog may stay open for another try. */
  onDeclined: (reason: string) => void
  onDismissed: () => void
}

/** SPEC 9: how long a third party's script may take to come. */
const SCRIPT_WAIT_MS = 120_000
/** How long the dialog stays open, in seconds: well inside the time for which stock is held. */
const DIALOG_SECONDS = 600

/** The provider's checkout script, as far as it is used (its own documentation, Standard Checkout). */
interface ProviderDialog {
  open(): void
  close?(): void
  on(event: 'payment.failed', listener: (answer: unknown) => void): void
}
type ProviderConstructor = new (options: Record<string, unknown>) => ProviderDialog

/** Opens the provider's payment dialog for an order; null: the script could not be loaded (blocked, no network). */
export async function openProviderDialog(
  order: OpenedOrder,
  prefill: Prefill,
  listeners: DialogListeners,
): Promise<DialogHandle | null> {
  const Provider = await loadProvider(order.checkoutUrl)
  if (Provider === null) return null
  try {
    const dialog = new Provider(dialogOptions(order, prefill, listeners))
    dialog.on('payment.failed', (answer) => listeners.onDeclined(reasonOf(answer)))
    dialog.open()
    return { close: () => dialog.close?.() }
  } catch {
    return null
  }
}

function dialogOptions(order: OpenedOrder, prefill: Prefill, listeners: DialogListeners): Record<string, unknown> {
  return {
    key: order.keyId,
    amount: order.amount,
    currency: order.currency,
    order_id: order.razorpayOrderId,
    name: 'Fourth Seat',
    description: 'Your order',
    prefill,
    timeout: DIALOG_SECONDS,
    theme: { color: '#14130F' },
    modal: { ondismiss: listeners.onDismissed },
    handler: (answer: unknown) => {
      listeners.onPaid({
        razorpayPaymentId: wordOf(answer, 'razorpay_payment_id'),
        razorpayOrderId: wordOf(answer, 'razorpay_order_id') || order.razorpayOrderId,
        razorpaySignature: wordOf(answer, 'razorpay_signature'),
      })
    },
  }
}

/** The provider's words for a refused payment. */
export function reasonOf(answer: unknown): string {
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : null
  return wordOf(error, 'description') || wordOf(error, 'reason') || 'The bank gave no reason.'
}

/** A phone number as the provider wants it: with the country's code where it is an Indian one without. */
export function contactOf(phone: string, country: string): string {
  const digits = phone.replace(/[^+\d]/g, '')
  return country === 'India' && /^\d{10}$/.test(digits) ? `+91${digits}` : digits
}

function wordOf(from: unknown, name: string): string {
  if (typeof from !== 'object' || from === null) return ''
  const value: unknown = Reflect.get(from, name)
  return typeof value === 'string' ? value : ''
}

function loadProvider(url: string): Promise<ProviderConstructor | null> {
  const there = providerOf(window)
  if (there !== null) return Promise.resolve(there)
  if (url === '') return Promise.resolve(null)
  return new Promise((resolve) => {
    const script = document.createElement('script')
    const settle = (): void => {
      clearTimeout(timer)
      const Provider = providerOf(window)
      if (Provider === null) script.remove()
      resolve(Provider)
    }
    const timer = setTimeout(settle, SCRIPT_WAIT_MS)
    script.onload = settle
    script.onerror = settle
    script.src = url
    document.head.append(script)
  })
}

function providerOf(from: object): ProviderConstructor | null {
  const Provider: unknown = Reflect.get(from, 'Razorpay')
  // Proof: the script's only export is this constructor; what it makes is used inside a try.
  return typeof Provider === 'function' ? (Provider as ProviderConstructor) : null
}
