import { setTimeout as sleep } from 'node:timers/promises'
import { createOrder, verify } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms } from './support/context.ts'
import {
  type Customer,
  type Environment,
  type EnvironmentOptions,
  oneSize,
  openEnvironment,
} from './support/environment.ts'
import { type CallOptions, type CallResult, call } from './support/http.ts'
import { startStrangers } from './support/strangers.ts'

const HOME = { 'x-forwarded-for': '203.0.113.7' }
/** The longest that a step may take. */
const STEP_MS = 1000
/** How often a person asks for a code or enters one. */
const ATTEMPTS = 5
const SOLD_OUT = { productId: 'gone-tee', color: 'Black', size: 'M' }

/** The shop that strangers attack. */
export const ATTACKED = {
  products: [oneSize('boxy-tee', 1000), oneSize('gone-tee', 0)],
  settings: { TRUST_PROXY: '1' },
} satisfies Partial<EnvironmentOptions>

/** The customer signs in by mail, fills a cart and pays, while strangers do all they can. */
export async function buyAmongStrangers(
  context: FaultContext,
  environment: Environment,
  { clients, forMs }: { clients: number; forMs: number },
): Promise<CheckResult> {
  const who = await environment.customer()
  const origin = environment.origin()
  const strangers = startStrangers({
    origin,
    victim: who.email,
    soldOut: SOLD_OUT,
    clients,
    parallel: context.pick(8, 40),
  })
  const from = performance.now()
  // Until they have used up all that is theirs to use up.
  await sleep(forMs / 2)
  const steps: { name: string; took: number; status: number }[] = []
  const step = async (name: string, wanted: number, task: () => Promise<CallResult>) => {
    const { status, ms: took, body, text } = await task()
    steps.push({ name, took, status })
    if (status !== wanted) throw new Error(`${name}: ${status} ${text}`)
    return body
  }
  let failure: unknown = null
  try {
    const { token } = await signIn(environment, who, step)
    const buyer = { ...who, token }
    const line = { productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 }
    await step('cart', 200, () => post(origin, '/api/user/addToCart', { token, body: { userId: who.id, ...line } }))
    const open = await step('order', 201, () => createOrder(origin, buyer, 'boxy-tee'))
    const paid = await environment.sandbox.pay(String(open.razorpayOrderId))
    await step('payment', 200, () => verify(origin, buyer, String(open.orderId), paid))
    await sleep(Math.max(0, forMs - (performance.now() - from)))
  } catch (error) {
    failure = error
  }
  const statuses = await strangers.stop()
  const measured = steps.map(({ name, took, status }) => `${name} ${status} ${ms(took)}`).join(', ')
  return {
    promise: `strangers at ${clients === 1 ? 'one address' : `${clients} addresses`} keep nobody from signing in and paying`,
    requirement: `newsletter, alerts, messages, codes, guesses, links and pages for ${ms(forMs)}: a customer signs in, fills a cart and pays, each step ≤ ${ms(STEP_MS)}`,
    measured: `${failure === null ? measured : `${measured}; ${failure}`}; strangers: ${formatCounts(statuses)}`,
    ok: failure === null && steps.every(({ took }) => context.inTime(took, STEP_MS)),
  }
}

type Step = (name: string, wanted: number, task: () => Promise<CallResult>) => Promise<Record<string, unknown>>

/** Signs in as a person does: asks for a code, opens the newest mail, and asks again if its code doesn't work. */
async function signIn(environment: Environment, { email }: Customer, step: Step): Promise<{ token: string }> {
  const origin = environment.origin()
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await step(`code ${attempt}`, 200, () => post(origin, '/api/user/login', { body: { email } }))
    const end = performance.now() + 10_000
    const tried = new Set<string>()
    while (performance.now() < end) {
      const mails = environment.mail.mails.filter(({ to }) => to === email).reverse()
      const secret = mails
        .flatMap(({ text }) => /#link=([\w-]+)|^(\d{6})$/m.exec(text) ?? [])
        .filter((_, at) => at % 3 > 0)
      const next = secret.find((one) => one !== undefined && !tried.has(one))
      if (next === undefined) {
        await sleep(50)
        continue
      }
      tried.add(next)
      const response = /^\d{6}$/.test(next)
        ? await post(origin, '/api/user/verifyOtp', { body: { email, otp: Number(next) } })
        : await post(origin, '/api/user/verifyLink', { body: { token: next } })
      if (response.status !== 200) continue
      await step('sign-in', 200, async () => response)
      return { token: String(response.body.token) }
    }
  }
  throw new Error('The customer could not sign in.')
}

function post(origin: string, path: string, options: CallOptions): Promise<CallResult> {
  return call(origin, path, { ...options, headers: HOME })
}

export const fault: Fault = {
  about: 'strangers do all that the contract lets them',
  async run(context) {
    const results: CheckResult[] = []
    for (const clients of [1, 100]) {
      const environment = await openEnvironment(context, { database: 'embedded', ...ATTACKED })
      results.push(await buyAmongStrangers(context, environment, { clients, forMs: context.pick(10_000, 60_000) }))
      await environment.stop()
    }
    return results
  },
}
