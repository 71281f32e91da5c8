import { useEffect, useMemo, useRef, useState } from 'react'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { type FlowState, PaymentFlow } from '../payment-flow.ts'
import { openProviderDialog } from '../provider-dialog.ts'
import { createOrder, keepUnverified, readOrderState, readUnverified, verifyPayment } from '../queries.ts'

/**
 * The payment of a checkout page. A paid answer that an earlier page could not get verified is taken up again at once.
 * `onPaid` gets the placed order's id.
 */
export function usePayment(onPaid: (orderId: string) => void): { flow: PaymentFlow; state: FlowState } {
  const [state, setState] = useState<FlowState>({ phase: 'idle', obstacle: null })
  const paid = useRef(onPaid)
  useEffect(() => {
    paid.current = onPaid
    // Who has left the page is not led away from where they are.
    return () => {
      paid.current = () => {}
    }
  }, [onPaid])
  const flow = useMemo(
    () =>
      new PaymentFlow({
        createOrder,
        verify: verifyPayment,
        openDialog: openProviderDialog,
        keys: createRequestKeys(),
        isPaid: async (orderId) => (await readOrderState(orderId)) === 'paid',
        now: Date.now,
        pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        keepAnswer: keepUnverified,
        onChange: setState,
        onPaid: (orderId) => paid.current(orderId),
      }),
    [],
  )
  useEffect(() => {
    void flow.verify(readUnverified())
  }, [flow])
  return { flow, state }
}
