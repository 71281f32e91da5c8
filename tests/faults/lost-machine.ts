import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { until } from '../support/until.ts'
import { commandLine } from './support/commands.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'
import { registerShopper } from './support/shopper.ts'

const PIECE = { productId: 'boxy-tee', color: 'Black', size: 'M', price: 1299 }

/** The machine dies with everything on it, except for a backup that lies elsewhere. */
async function lostMachine(context: FaultContext, shoppers: number): Promise<CheckResult> {
  const environment = await openEnvironment(context, { database: 'embedded' })
  const { mail, sandbox } = environment
  const settings = environment.settingsOf(0)
  const around = { origin: environment.origin(), mail, sandbox, settings: DEFAULT_SETTINGS }
  const production = { NODE_ENV: 'production', DEMO: 'on', LOG_LEVEL: 'warn' }
  const shop = commandLine(context, { ...production, ...settings })
  const bought: { email: string; orderId: string }[] = []
  for (let index = 0; index < shoppers; index++) {
    const email = `shopper-${index}@shopper.example`
    const shopper = await registerShopper(around, email, 'Asha Kale')
    bought.push({ email, orderId: (await shopper.buy(PIECE)).orderId })
  }
  const elsewhere = await context.folder('elsewhere')
  const backup = join(elsewhere, 'shop.tar')
  const made = await shop('backup', '--to', backup)

  const { child } = environment.shops[0] ?? {}
  child?.kill('SIGKILL')
  const dataDir = settings.DATA_DIR ?? ''
  // PostgreSQL ends when the shop does, but may still write into its folder.
  await until('the data folder is gone', 60_000, async () => {
    await rm(dataDir, { recursive: true, force: true }).catch(() => {})
    return stat(dataDir).then(
      () => false,
      () => true,
    )
  })

  const from = performance.now()
  const next = join(await context.folder('next'), 'data')
  const onNext = commandLine(context, { ...production, ...settings, DATA_DIR: next })
  const restored = await onNext('restore', backup, '--into', next)
  await environment.restart(0, { DATA_DIR: next })
  const seconds = Math.round((performance.now() - from) / 1000)
  const found = await Promise.all(bought.map(({ email, orderId }) => findOrder(around, email, orderId)))
  const newcomer = await registerShopper(around, 'newcomer@shopper.example', 'Ravi Rao')
  await newcomer.buy(PIECE)
  const ledger = await onNext('ledger', 'check')
  const wrong = [
    ...(made.code === 0 ? [] : [`backup: ${made.text}`]),
    ...(/Restored and checked/.test(restored.text) ? [] : [`restore: ${restored.text}`]),
    ...(/consistent/.test(ledger.text) ? [] : [`ledger: ${ledger.text}`]),
    ...(found.every(Boolean) ? [] : [`${found.filter(Boolean).length} of ${shoppers} orders are there`]),
  ]
  return {
    promise: 'a lost machine costs what happened since the last backup, and nothing else',
    requirement:
      'kill -9, the data folder deleted; the backup restored elsewhere: every customer logs in, every order is there, a new one is paid, the ledger holds',
    measured:
      wrong.length > 0
        ? wrong.join('; ')
        : `${shoppers} of ${shoppers} customers and orders there, open again after ${seconds} s, ledger consistent`,
    ok: wrong.length === 0,
  }
}

/** Logs a customer in by mail. Returns whether the order is among theirs. */
async function findOrder(
  { origin, mail }: Pick<Parameters<typeof registerShopper>[0], 'origin' | 'mail'>,
  email: string,
  orderId: string,
): Promise<boolean> {
  const seen = mail.mails.length
  await call(origin, '/api/user/login', { body: { email } })
  const otp = await until('the code is mailed', 30_000, () => {
    const text = mail.mails.slice(seen).findLast(({ to }) => to === email)?.text ?? ''
    return Number(/^(\d{6})$/m.exec(text)?.[1]) || null
  })
  const { body } = await call(origin, '/api/user/verifyOtp', { body: { email, otp } })
  const { id } = Object(body.data)
  const orders = await call(origin, `/api/user/user-orders/${id}`, { token: String(body.token) })
  return orders.text.includes(orderId)
}

export const fault: Fault = {
  about: 'a machine is lost, and the shop comes back from a backup',
  run: async (context) => [await lostMachine(context, context.pick(2, 10))],
}
