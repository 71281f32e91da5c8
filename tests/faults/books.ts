import type { Fault, FaultContext, Figure } from './support/context.ts'
import { runTests } from './support/test-run.ts'

/** Steps of one life at the most (machine.api.test.ts). */
const STEPS = 15

async function lives(context: FaultContext): Promise<Figure> {
  const count = context.pick(12, 700)
  const outcome = await runTests(context, {
    project: 'api',
    file: 'src/shop/checkout/machine',
    settings: { LIVES: String(count) },
  })
  const seen = `${count} lives of up to ${STEPS} steps: ${outcome.passed} of ${outcome.all} tests passed in ${outcome.spokenTime}${outcome.failure ? `; ${outcome.failure}` : ''}`
  context.say(seen)
  return {
    promise: 'random lives of orders keep the books right after every step, and every order ends',
    asked: `${count} lives of up to ${STEPS} steps (create, pay, fail, dismiss, hook, expire, …): I1 to I5 after each step`,
    seen,
    ok: outcome.failure === null && outcome.all > 0 && outcome.passed === outcome.all,
  }
}

async function money(context: FaultContext): Promise<Figure> {
  const carts = context.pick(5000, 100_000)
  const outcome = await runTests(context, {
    project: 'unit',
    file: 'src/shop/orders/rules',
    settings: { CARTS: String(carts) },
  })
  const seen = `${carts} carts: ${outcome.passed} of ${outcome.all} tests passed in ${outcome.spokenTime}${outcome.failure ? `; ${outcome.failure}` : ''}`
  context.say(seen)
  return {
    promise: 'totals are exact to the paisa, on the screen as in the server',
    asked: `${carts} random carts against whole numbers of any size (BigInt)`,
    seen,
    ok: outcome.failure === null && outcome.all > 0 && outcome.passed === outcome.all,
  }
}

export const fault: Fault = {
  about: 'random carts and random lives of orders, many of them',
  run: async (context) => [await money(context), await lives(context)],
}
