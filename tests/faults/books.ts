import type { Fault, Figure, Stage } from './support/stage.ts'
import { runTests } from './support/test-run.ts'

/** Most steps of one random order (machine.api.test.ts). */
const STEPS = 15

/** Runs a property test of the project at another size. */
async function property(
  stage: Stage,
  about: Pick<Figure, 'promise' | 'asked'> & { size: string },
  wanted: Parameters<typeof runTests>[1],
): Promise<Figure> {
  const { passed, all, spokenTime, failure } = await runTests(stage, wanted)
  const seen = `${about.size}: ${passed} of ${all} tests passed in ${spokenTime}${failure ? `; ${failure}` : ''}`
  stage.say(seen)
  return { promise: about.promise, asked: about.asked, seen, ok: failure === null && all > 0 && passed === all }
}

export const fault: Fault = {
  about: 'random carts and random lives of orders, many of them',
  async run(stage) {
    const carts = stage.pick(5000, 100_000)
    const lives = stage.pick(12, 700)
    return [
      await property(
        stage,
        {
          promise: 'totals are exact to the paisa, on the screen as in the server',
          asked: `${carts} random carts against whole numbers of any size (BigInt)`,
          size: `${carts} carts`,
        },
        { project: 'unit', file: 'src/shop/orders/rules', settings: { CARTS: String(carts) } },
      ),
      await property(
        stage,
        {
          promise: 'random lives of orders keep the books right after every step, and every order ends',
          asked: `${lives} lives of up to ${STEPS} steps (create, pay, fail, dismiss, hook, expire, …): I1 to I5 after each step`,
          size: `${lives} lives of up to ${STEPS} steps`,
        },
        { project: 'api', file: 'src/shop/checkout/machine', settings: { LIVES: String(lives) } },
      ),
    ]
  },
}
