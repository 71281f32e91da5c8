import { useEffect, useRef, useState } from 'react'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { useSettings } from '../../settings/client.ts'
import { createOrder, readOrderState, readUnverified, storeUnverified, verifyPayment } from '../client.ts'
import { type FlowState, PaymentFlow } from '../payment-flow.ts'
import { openProviderDialog } from '../provider-dialog.ts'

/** The payment of a checkout page. First verifies what an earlier page couldn't. `onPaid` gets the order's id. */
export function usePayment(onPaid: (orderId: string) => void): { flow: PaymentFlow; state: FlowState } {
  const [state, setState] = useState<FlowState>({ phase: 'idle', problem: null })
  const paid = useRef(onPaid)
  const shop = useSettings()['shop.name']
  useEffect(() => {
    paid.current = onPaid
    // A shopper who has left the page is not redirected.
    return () => {
      paid.current = () => {}
    }
  }, [onPaid])
  // State, because React may drop a memo in the middle of a payment.
  const [flow] = useState(
    () =>
      new PaymentFlow({
        createOrder,
        verify: verifyPayment,
        openDialog: (...details) => openProviderDialog(shop, ...details),
        keys: createRequestKeys(),
        isPaid: async (orderId) => (await readOrderState(orderId)) === 'paid',
        now: Date.now,
        delay: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        storeProof: storeUnverified,
        onChange: setState,
        onPaid: (orderId) => paid.current(orderId),
      }),
  )
  useEffect(() => {
    void flow.verify(readUnverified())
  }, [flow])
  return { flow, state }
}
