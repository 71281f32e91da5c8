import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { recordsOf } from '../support/sandbox-control.ts'
import { until } from '../support/until.ts'
import { commandLine } from './support/commands.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { describeLedger, openEnvironment } from './support/environment.ts'
import { registerShopper } from './support/shopper.ts'

const PIECE = { productId: 'boxy-tee', color: 'Black', size: 'M', price: 1299 }
const WRONG = 129

/** A price loses its last digit, some buy at it, and the owner takes it back. */
async function wrongPrice(context: FaultContext, buyers: number): Promise<CheckResult> {
  const environment = await openEnvironment(context, { database: 'embedded' })
  const { mail, sandbox } = environment
  const env = { NODE_ENV: 'production', DEMO: 'on', LOG_LEVEL: 'warn', ...environment.settingsOf(0) }
  const shop = commandLine(context, env)
  const around = { origin: environment.origin(), mail, sandbox, settings: DEFAULT_SETTINGS }
  const stockBefore = await environment.stockOf(PIECE.productId)
  const wrong: string[] = []
  const warned = await shop('products', 'set', PIECE.productId, `price=${WRONG}`)
  if (warned.code === 0) wrong.push('a price of a tenth was taken without a question')
  await shop('products', 'set', PIECE.productId, `price=${WRONG}`, '--yes')
  const emails = Array.from({ length: buyers }, (_, index) => `bargain-${index}@shopper.example`)
  for (const email of emails) {
    const shopper = await registerShopper(around, email, 'Asha Kale')
    await shopper.buy({ ...PIECE, price: WRONG })
  }

  await shop('products', 'set', PIECE.productId, `price=${PIECE.price}`, '--yes')
  const orders: { number: string }[] = JSON.parse((await shop('orders', 'list', '--json')).text)
  for (const { number } of orders) {
    const cancelled = await shop('orders', 'cancel', number, '--reason', 'The price was wrong.', '--yes')
    if (cancelled.code !== 0) wrong.push(`${number}: ${cancelled.text}`)
  }
  await until('all are refunded', 60_000, async () => {
    const { refunds = [] } = await recordsOf(sandbox)
    return refunds.filter(({ status }) => status === 'processed').length === buyers
  }).catch(() => wrong.push('not all were refunded'))
  await until('all are told', 60_000, () =>
    emails.every((to) => mail.mails.some((one) => one.to === to && /cancel/i.test(one.subject))),
  ).catch(() => wrong.push('not all were told by mail'))
  const ledger = await environment.auditUntilClean(60_000)
  if (!ledger.ok) wrong.push(describeLedger(ledger))
  const stock = await environment.stockOf(PIECE.productId)
  if (stock.on_hand !== stockBefore.on_hand) wrong.push(`${stock.on_hand} in stock, not ${stockBefore.on_hand}`)
  const regular = await registerShopper(around, 'regular@shopper.example', 'Ravi Rao')
  await regular.buy(PIECE)
  await environment.stop()
  return {
    promise: 'a wrong price is asked about, and what was sold at it is taken back',
    requirement: `a tenth of the price isn’t taken without --yes; ${buyers} orders at it are cancelled: money back, pieces back in stock, a mail to each, ledger consistent, the right price sells`,
    measured:
      wrong.length > 0 ? wrong.join('; ') : `asked; ${orders.length} cancelled, refunded and told; ledger clean`,
    ok: wrong.length === 0 && orders.length === buyers,
  }
}

export const fault: Fault = {
  about: 'something is sold at a wrong price',
  run: async (context) => [await wrongPrice(context, context.pick(2, 10))],
}
