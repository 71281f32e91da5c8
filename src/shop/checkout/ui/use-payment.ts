import { useEffect, useRef, useState } from 'react'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { useSettings } from '../../settings/client.ts'
import { confirmPayment, createOrder, readOrderState, readUnverified, storeUnverified } from '../client.ts'
import { type FlowState, PaymentFlow } from '../payment-flow.ts'
import { openProviderDialog } from '../provider-dialog.ts'

type Listeners = {
  onPaid: (orderId: string) => void
  /** The session has ended: gets the message to show. */
  onNoUser: (message: string) => void
}

const NO_LISTENERS: Listeners = { onPaid: () => {}, onNoUser: () => {} }

/** The payment of a checkout page. First verifies what an earlier page couldn't. */
export function usePayment({ onPaid, onNoUser }: Listeners): { flow: PaymentFlow; state: FlowState } {
  const [state, setState] = useState<FlowState>({ phase: 'idle', problem: null })
  const listeners = useRef(NO_LISTENERS)
  const shop = useSettings()['shop.name']
  useEffect(() => {
    listeners.current = { onPaid, onNoUser }
    // A shopper who has left the page is not redirected.
    return () => {
      listeners.current = NO_LISTENERS
    }
  }, [onPaid, onNoUser])
  // State, because React may drop a memo in the middle of a payment.
  const [flow] = useState(
    () =>
      new PaymentFlow({
        createOrder,
        verify: confirmPayment,
        openDialog: (...details) => openProviderDialog(shop, ...details),
        keys: createRequestKeys(),
        isPaid: async (orderId) => (await readOrderState(orderId)) === 'paid',
        now: Date.now,
        delay: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        storeProof: storeUnverified,
        onChange: setState,
        onPaid: (orderId) => listeners.current.onPaid(orderId),
        onNoUser: (message) => listeners.current.onNoUser(message),
      }),
  )
  useEffect(() => {
    void flow.verify(readUnverified())
  }, [flow])
  return { flow, state }
}
