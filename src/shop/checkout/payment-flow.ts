import type { RequestKeys } from '#platform/browser/request-keys.ts'
import type { Address } from '../addresses/contract.ts'
import type { NoUser, OrderOutcome, PayableOrder, PaymentRequest, VerifyOutcome } from './client.ts'
import type { PaymentProof } from './contract.ts'
import { TOTAL_CHANGED } from './messages.ts'
import type { DialogHandle, DialogListeners, Prefill } from './provider-dialog.ts'

/** Why an order isn't placed, for the panel above the button. */
export type PaymentProblem =
  /** The bank declined; the same order can be tried again. */
  | { kind: 'declined'; reason: string }
  /** The dialog was closed. */
  | { kind: 'unfinished' }
  /** The total has changed, and pressing Checkout accepts it. In rupees. */
  | { kind: 'repriced'; message: string; total: number | null }
  /** A changed cart can be ordered, such as one with fewer pieces: the panel links to the cart. */
  | { kind: 'change-cart'; message: string }
  /** The address is incomplete for a delivery: its form says what's missing. */
  | { kind: 'undeliverable'; message: string }
  /** An earlier try placed the order, for example in another tab. */
  | { kind: 'already-placed'; message: string; orderId: string | null }
  /** Paid, but the proof was rejected: a person has to look into it. */
  | { kind: 'refused'; reference: string; detail: string | null }
  /** Paid, but not verified yet: verify again, never pay again. */
  | { kind: 'unverified'; reference: string }
  | { kind: 'no-script' }
  | NoUser
  | { kind: 'error'; message: string }

export type Phase = 'idle' | 'creating' | 'paying' | 'verifying' | 'paid'

export type FlowState = { phase: Phase; problem: PaymentProblem | null }

/**
 * What one press on Checkout submits. `shown` is the total on the screen, in paise. `address` distinguishes a corrected
 * address, which keeps its id, from the one before.
 */
export type Submission = { request: PaymentRequest; address: Address; shown: number; prefill: Prefill }

export type FlowPorts = {
  createOrder: (request: PaymentRequest, key: string) => Promise<OrderOutcome>
  verify: (proof: PaymentProof) => Promise<VerifyOutcome>
  /** Opens the provider's dialog, or returns null if its script couldn't be loaded. */
  openDialog: (order: PayableOrder, prefill: Prefill, listeners: DialogListeners) => Promise<DialogHandle | null>
  /**
   * The idempotency keys of payloads: a payload keeps its key until a response arrives, so that a retry doesn't order
   * twice.
   */
  keys: RequestKeys
  /** True if an order is paid by now. False also if that couldn't be loaded. */
  isPaid: (orderId: string) => Promise<boolean>
  now: () => number
  delay: (milliseconds: number) => Promise<void>
  /** Stores the proof of a payment until it is verified, so that a reload doesn't lose it. Null removes it. */
  storeProof: (proof: PaymentProof | null) => void
  onChange: (state: FlowState) => void
  onPaid: (orderId: string) => void
  /** The session has ended. A payment that isn't verified yet is stored, and verified after the next login. */
  onNoUser: (message: string) => void
}

/** If less of the hold is left, the order is requested again, so that the shopper has time to pay. */
const MIN_HOLD_MS = 60_000

/** After a failed verification the order's state is checked, as a webhook may have settled it. */
const CHECK_AFTER_MS = 4000

/** True if a press on Checkout does nothing, so that nobody pays twice. */
export function isBusy({ phase, problem }: FlowState): boolean {
  return phase !== 'idle' || problem?.kind === 'unverified'
}

/**
 * The state machine from the Checkout button to a placed order (SPEC 4, Checkout flow): order, dialog, verification.
 * One order is processed at a time. Screen and network are injected as `ports`.
 */
export class PaymentFlow {
  state: FlowState = { phase: 'idle', problem: null }
  #ports: FlowPorts
  #currentOrder: { order: PayableOrder; submission: Submission } | null = null
  #dialog: DialogHandle | null = null
  #dialogGeneration = 0
  #agreedAmount: number | null = null
  #unverified: PaymentProof | null = null

  constructor(ports: FlowPorts) {
    this.#ports = ports
  }

  /**
   * A press on Checkout: creates the order (the server returns the same one for the same payload) and opens the dialog.
   */
  async pay(submission: Submission): Promise<void> {
    if (isBusy(this.state)) return
    this.#closeDialog()
    this.#set('creating', null)
    const outcome = await this.#ports.createOrder(submission.request, this.#ports.keys.keyFor(identityOf(submission)))
    if (outcome.responded) this.#ports.keys.forget()
    if (outcome.kind === 'placed') {
      this.#set('paid', null)
      this.#ports.onPaid(outcome.orderId)
      return
    }
    if (outcome.kind !== 'opened') {
      this.#set('idle', problemOf(outcome))
      return
    }
    const { order } = outcome
    this.#currentOrder = { order, submission }
    if (order.amount !== submission.shown && order.amount !== this.#agreedAmount) {
      this.#agreedAmount = order.amount
      this.#set('idle', { kind: 'repriced', message: TOTAL_CHANGED, total: order.amount / 100 })
      return
    }
    await this.#showDialog(order, submission.prefill)
  }

  /** Pays for an existing order. `reopen` makes it payable again, at its original price. */
  async payAgain(reopen: () => Promise<OrderOutcome>, prefill: Prefill): Promise<void> {
    if (isBusy(this.state)) return
    this.#closeDialog()
    this.#set('creating', null)
    const outcome = await reopen()
    if (outcome.kind === 'opened') await this.#showDialog(outcome.order, prefill)
    else if (outcome.kind !== 'placed') this.#set('idle', problemOf(outcome))
  }

  /** Try again after a declined payment: keeps the order while its stock is held and the submission is unchanged. */
  async retry(submission: Submission): Promise<void> {
    const open = this.#currentOrder
    if (open === null || isBusy(this.state)) return
    const same = JSON.stringify(identityOf(open.submission)) === JSON.stringify(identityOf(submission))
    if (!same || open.order.heldUntil - this.#ports.now() < MIN_HOLD_MS) return this.pay(submission)
    this.#closeDialog()
    await this.#showDialog(open.order, open.submission.prefill)
  }

  /** Verifies a payment, by default the one whose verification failed. */
  async verify(proof: PaymentProof | null = this.#unverified): Promise<void> {
    if (proof === null || this.state.phase === 'verifying' || this.state.phase === 'paid') return
    this.#unverified = proof
    this.#ports.storeProof(proof)
    this.#set('verifying', null)
    const outcome = await this.#ports.verify(proof)
    if (outcome.kind === 'unverified') {
      this.#set('idle', { kind: 'unverified', reference: proof.razorpayPaymentId })
      await this.#checkLater(proof)
      return
    }
    if (outcome.kind === 'paid') return this.#succeed(proof)
    if (outcome.kind === 'no-user') {
      this.#set('idle', { kind: 'unverified', reference: proof.razorpayPaymentId })
      return this.#ports.onNoUser(outcome.message)
    }
    this.#clear()
    this.#set('idle', { kind: 'refused', reference: proof.razorpayPaymentId, detail: outcome.detail })
  }

  async #checkLater(proof: PaymentProof): Promise<void> {
    await this.#ports.delay(CHECK_AFTER_MS)
    const isStillUnverified = () => this.state.phase === 'idle' && this.#unverified === proof
    if (isStillUnverified() && (await this.#ports.isPaid(proof.orderId)) && isStillUnverified()) this.#succeed(proof)
  }

  #succeed(proof: PaymentProof): void {
    this.#clear()
    this.#set('paid', null)
    this.#ports.onPaid(proof.orderId)
  }

  #clear(): void {
    this.#unverified = null
    this.#ports.storeProof(null)
  }

  async #showDialog(order: PayableOrder, prefill: Prefill): Promise<void> {
    this.#set('paying', null)
    const generation = ++this.#dialogGeneration
    const isCurrent = () =>
      generation === this.#dialogGeneration && this.state.phase !== 'verifying' && this.state.phase !== 'paid'
    const dialog = await this.#ports.openDialog(order, prefill, {
      onPaid: (proof) => void this.verify({ orderId: order.orderId, ...proof }),
      onDeclined: (reason) => {
        if (isCurrent()) this.#set('idle', { kind: 'declined', reason })
      },
      onDismissed: () => {
        if (!isCurrent()) return
        this.#set('idle', this.state.problem?.kind === 'declined' ? this.state.problem : { kind: 'unfinished' })
      },
    })
    if (dialog === null) this.#set('idle', { kind: 'no-script' })
    else this.#dialog = dialog
  }

  /** A declined payment leaves the provider's dialog open; a new one must not cover it. */
  #closeDialog(): void {
    this.#dialogGeneration += 1
    this.#dialog?.close()
    this.#dialog = null
  }

  #set(phase: Phase, problem: PaymentProblem | null): void {
    this.state = { phase, problem }
    this.#ports.onChange(this.state)
    if (problem?.kind === 'no-user') this.#ports.onNoUser(problem.message)
  }
}

/** The parts by which two submissions are for the same order. */
function identityOf({ request, address }: Submission): Pick<Submission, 'request' | 'address'> {
  return { request, address }
}

function problemOf(outcome: Exclude<OrderOutcome, { kind: 'opened' | 'placed' }>): PaymentProblem {
  const { responded: _, ...problem } = outcome
  return problem.kind === 'failed' ? { kind: 'error', message: problem.message } : problem
}
