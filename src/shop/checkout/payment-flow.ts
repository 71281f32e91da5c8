import type { RequestKeys } from '#platform/browser/request-keys.ts'
import type { Address } from '../addresses/contract.ts'
import type { DialogHandle, DialogListeners, Prefill } from './provider-dialog.ts'
import type { DialogAnswer, OpenedOrder, OrderOutcome, PaymentRequest, VerifyOutcome } from './queries.ts'

/** What stands in the way of an order, for the panel above the button. */
export type Obstacle =
  /** The bank said no; the same order can be tried again. */
  | { kind: 'declined'; reason: string }
  /** The dialog was closed: said quietly. */
  | { kind: 'unfinished' }
  /** The total is another one now; pressing Checkout agrees to it. Rupees. */
  | { kind: 'repriced'; message: string; total: number | null }
  /** Not enough stock: the way is back to the cart. */
  | { kind: 'short'; message: string }
  | { kind: 'placed'; message: string; orderId: string | null }
  /** Paid, but the answer was not accepted: a person has to look. */
  | { kind: 'refused'; reference: string; detail: string | null }
  /** Paid, but nobody could say whether it counts: ask again, never pay again. */
  | { kind: 'unverified'; reference: string }
  | { kind: 'no-script' }
  | { kind: 'no-user' }
  | { kind: 'error'; message: string }

export type Phase = 'idle' | 'creating' | 'paying' | 'verifying' | 'paid'

export type FlowState = { phase: Phase; obstacle: Obstacle | null }

/**
 * What one press on Checkout carries. `shown` is the total that stood on the screen, in paise; `address` what stood there
 * under the id that the request names: corrected meanwhile, the server has to hear of it.
 */
export type Press = { request: PaymentRequest; address: Address; shown: number; prefill: Prefill }

export type FlowPorts = {
  createOrder: (request: PaymentRequest, key: string) => Promise<OrderOutcome>
  verify: (answer: DialogAnswer) => Promise<VerifyOutcome>
  /** Opens the provider's dialog; null: its script could not be loaded. */
  openDialog: (order: OpenedOrder, prefill: Prefill, listeners: DialogListeners) => Promise<DialogHandle | null>
  /** One key for one payload until it was answered: a lost answer is asked for again, never ordered again. */
  keys: RequestKeys
  /** Whether an order is paid by now; false too where that could not be had. */
  isPaid: (orderId: string) => Promise<boolean>
  now: () => number
  pause: (milliseconds: number) => Promise<void>
  /** Keeps a paid answer until it is verified, so that a reload does not lose it; null forgets it. */
  keepAnswer: (answer: DialogAnswer | null) => void
  onChange: (state: FlowState) => void
  onPaid: (orderId: string) => void
}

/** An order whose stock is held shorter than this is asked for anew: the shopper needs time to pay. */
const LEAST_HOLD_MS = 60_000

/** How long the sentence of a failed verification stands before the order itself is asked: a webhook may have settled it. */
const ASK_AFTER_MS = 4000

/** Phases in which a press on Checkout does nothing: nobody pays twice. */
export function isBusy({ phase, obstacle }: FlowState): boolean {
  return phase !== 'idle' || obstacle?.kind === 'unverified'
}

/**
 * The way from the Checkout button to a placed order (SPEC 4, Checkout flow): order, dialog, verification. One order is
 * under way at a time. It knows no screen and no network; both are ports.
 */
export class PaymentFlow {
  state: FlowState = { phase: 'idle', obstacle: null }
  #ports: FlowPorts
  #open: { order: OpenedOrder; press: Press } | null = null
  #dialog: DialogHandle | null = null
  #dialogs = 0
  #agreed: number | null = null
  #unverified: DialogAnswer | null = null

  constructor(ports: FlowPorts) {
    this.#ports = ports
  }

  /** A press on Checkout: the order is asked for (the server gives the same one for the same payload), then paid. */
  async pay(press: Press): Promise<void> {
    if (isBusy(this.state)) return
    this.#closeDialog()
    this.#set('creating', null)
    const outcome = await this.#ports.createOrder(press.request, this.#ports.keys.keyFor(askedFor(press)))
    if (outcome.answered) this.#ports.keys.forget()
    if (outcome.kind !== 'opened') {
      this.#set('idle', obstacleOf(outcome))
      return
    }
    const { order } = outcome
    this.#open = { order, press }
    if (order.amount !== press.shown && order.amount !== this.#agreed) {
      this.#agreed = order.amount
      this.#set('idle', { kind: 'repriced', message: outcome.repricedMessage, total: order.amount / 100 })
      return
    }
    await this.#showDialog(order, press.prefill)
  }

  /**
   * Try again after a refused payment: the same order while its stock is held, unless the page asks for something else by
   * now (another address, a corrected one, another cart); then it is a press on Checkout.
   */
  async retry(press: Press): Promise<void> {
    const open = this.#open
    if (open === null || isBusy(this.state)) return
    const same = JSON.stringify(askedFor(open.press)) === JSON.stringify(askedFor(press))
    if (!same || open.order.heldUntil - this.#ports.now() < LEAST_HOLD_MS) return this.pay(press)
    this.#closeDialog()
    await this.#showDialog(open.order, open.press.prefill)
  }

  /** Verifies what was paid; also for an answer that an earlier page could not get through. */
  async verify(answer: DialogAnswer | null = this.#unverified): Promise<void> {
    if (answer === null || this.state.phase === 'verifying' || this.state.phase === 'paid') return
    this.#unverified = answer
    this.#ports.keepAnswer(answer)
    this.#set('verifying', null)
    const outcome = await this.#ports.verify(answer)
    if (outcome.kind === 'unverified') {
      this.#set('idle', { kind: 'unverified', reference: answer.razorpayPaymentId })
      await this.#askLater(answer)
      return
    }
    if (outcome.kind === 'paid') return this.#succeed(answer)
    this.#forget()
    this.#set('idle', { kind: 'refused', reference: answer.razorpayPaymentId, detail: outcome.detail })
  }

  async #askLater(answer: DialogAnswer): Promise<void> {
    await this.#ports.pause(ASK_AFTER_MS)
    const stands = () => this.state.phase === 'idle' && this.#unverified === answer
    if (stands() && (await this.#ports.isPaid(answer.orderId)) && stands()) this.#succeed(answer)
  }

  #succeed(answer: DialogAnswer): void {
    this.#forget()
    this.#set('paid', null)
    this.#ports.onPaid(answer.orderId)
  }

  #forget(): void {
    this.#unverified = null
    this.#ports.keepAnswer(null)
  }

  async #showDialog(order: OpenedOrder, prefill: Prefill): Promise<void> {
    this.#set('paying', null)
    const turn = ++this.#dialogs
    const isCurrent = () => turn === this.#dialogs && this.state.phase !== 'verifying' && this.state.phase !== 'paid'
    const dialog = await this.#ports.openDialog(order, prefill, {
      onPaid: (answer) => void this.verify({ orderId: order.orderId, ...answer }),
      onDeclined: (reason) => {
        if (isCurrent()) this.#set('idle', { kind: 'declined', reason })
      },
      onDismissed: () => {
        if (!isCurrent()) return
        this.#set('idle', this.state.obstacle?.kind === 'declined' ? this.state.obstacle : { kind: 'unfinished' })
      },
    })
    if (dialog === null) this.#set('idle', { kind: 'no-script' })
    else this.#dialog = dialog
  }

  /** A refused payment leaves the provider's dialog open; a new one must not lie over it. */
  #closeDialog(): void {
    this.#dialogs += 1
    this.#dialog?.close()
    this.#dialog = null
  }

  #set(phase: Phase, obstacle: Obstacle | null): void {
    this.state = { phase, obstacle }
    this.#ports.onChange(this.state)
  }
}

/** All of a press that makes an order what it is. */
function askedFor({ request, address }: Press): Pick<Press, 'request' | 'address'> {
  return { request, address }
}

function obstacleOf(outcome: Exclude<OrderOutcome, { kind: 'opened' }>): Obstacle {
  switch (outcome.kind) {
    case 'repriced':
      return { kind: 'repriced', message: outcome.message, total: outcome.total }
    case 'short':
      return { kind: 'short', message: outcome.message }
    case 'placed':
      return { kind: 'placed', message: outcome.message, orderId: outcome.orderId }
    case 'no-user':
      return { kind: 'no-user' }
    case 'failed':
      return { kind: 'error', message: outcome.message }
  }
}
