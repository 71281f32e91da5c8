import { useEffect, useMemo, useRef, useState } from 'react'
import { createRequestKeys } from '#platform/browser/request-keys.ts'
import { type FlowState, PaymentFlow } from '../payment-flow.ts'
import { openProviderDialog } from '../provider-dialog.ts'
import { createOrder, keepUnverified, readUnverified, verifyPayment } from '../queries.ts'

/**
 * The payment of a checkout page. A paid answer that an earlier page could not get verified is taken up again at once.
 * `onPaid` gets the placed order's id.
 */
export function usePayment(onPaid: (orderId: string) => void): { flow: PaymentFlow; state: FlowState } {
  const [state, setState] = useState<FlowState>({ phase: 'idle', obstacle: null })
  const paid = useRef(onPaid)
  useEffect(() => {
    paid.current = onPaid
  }, [onPaid])
  const flow = useMemo(
    () =>
      new PaymentFlow({
        createOrder,
        verify: verifyPayment,
        openDialog: openProviderDialog,
        keys: createRequestKeys(),
        now: Date.now,
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
