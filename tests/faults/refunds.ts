import type { Fault } from './support/context.ts'
import { runAsCheck } from './support/test-run.ts'

export const fault: Fault = {
  about: 'cancelling, refunds and exchanges under races, crashes and a misbehaving provider',
  async run(context) {
    const rounds = context.pick(3, 100)
    const kills = context.pick(1, 20)
    return [
      await runAsCheck(context, {
        tests: { project: 'api', file: 'src/shop/refunds/faults', settings: { ROUNDS: String(rounds) } },
        size: `${rounds} rounds of each race`,
        promise: 'a refund is made once, whatever the provider does, and an order ends shipped or refunded',
        requirement: `webhooks before the response, 3 ×, delayed, out of order, never; provider 5xx, 429, reset, hanging; refunds made on its dashboard; cancel against ship, verify and webhook × ${rounds}: ledger balanced`,
      }),
      await runAsCheck(context, {
        tests: { project: 'api', file: 'src/shop/checkout/kill', settings: { KILLS: String(kills) } },
        size: `${kills} kills at each point`,
        promise: 'a shop that dies before, between or after the steps of a refund makes it once',
        requirement: `K1 to K15, cancelling included, × ${kills}: nothing lost, nothing charged or refunded twice, stock booked back once`,
      }),
      await runAsCheck(context, {
        tests: { project: 'api', file: 'src/shop/exchanges/pieces', settings: { SHOPPERS: '50' } },
        size: '50 shoppers',
        promise: 'the last piece is promised to one exchange',
        requirement: '50 shoppers ask for the last piece at once: 1 × 201, 49 × 409, ledger clean',
      }),
    ]
  },
}
