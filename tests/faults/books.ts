import type { Fault } from './support/context.ts'
import { runAsCheck } from './support/test-run.ts'

/** The most steps of one history (src/shop/checkout/machine.api.test.ts). */
const STEPS = 21

/** A history is the life of one order from its creation to its end. The test files read the sizes from CARTS and LIVES. */
export const fault: Fault = {
  about: 'totals of many random carts, and random histories of orders',
  async run(context) {
    const carts = context.pick(5000, 100_000)
    const histories = context.pick(12, 700)
    return [
      await runAsCheck(context, {
        tests: { project: 'unit', file: 'src/shop/orders/rules', settings: { CARTS: String(carts) } },
        size: `${carts} carts`,
        promise: 'totals are exact to the paisa, on the screen as in the server',
        requirement: `${carts} random carts against whole numbers of any size (BigInt)`,
      }),
      await runAsCheck(context, {
        tests: { project: 'api', file: 'src/shop/checkout/machine', settings: { LIVES: String(histories) } },
        size: `${histories} histories of up to ${STEPS} steps`,
        promise: 'random histories of orders keep the invariants after every step, and every order ends',
        requirement: `${histories} histories of up to ${STEPS} steps (create, pay, fail, dismiss, hook, expire, ship, cancel, refund, exchange, …): the invariants after each step`,
      }),
    ]
  },
}
