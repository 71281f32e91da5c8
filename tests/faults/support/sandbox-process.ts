import { randomBytes } from 'node:crypto'
import { freePort } from '../../support/processes.ts'
import {
  controlSandbox,
  paymentEvent,
  type SandboxControl,
  type SandboxKeys,
  signEvent,
} from '../../support/sandbox-control.ts'
import { until } from '../../support/until.ts'
import type { FaultContext } from './context.ts'
import { runNode } from './processes.ts'

/** The payment sandbox in a process of its own: it goes on running when the shop is killed. */
export interface SandboxProcess extends SandboxControl {
  origin: string
  keys: SandboxKeys
  /** The settings with which a shop uses it. */
  settings: Record<string, string>
  stop(): Promise<void>
  start(): Promise<void>
  /** An event with its signature, as the sandbox would send it. */
  event(type: string, payload: { orderId: string; paymentId: string }, id: string): ReturnType<typeof signEvent>
}

/** Starts one with new keys on a free port of loopback. */
export async function startSandboxProcess(context: FaultContext): Promise<SandboxProcess> {
  const secret = () => randomBytes(18).toString('hex')
  const keys: SandboxKeys = {
    keyId: `rzp_test_${secret().slice(0, 14)}`,
    keySecret: secret(),
    webhookSecret: secret(),
  }
  const controlToken = secret()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const account = {
    RAZORPAY_KEY_ID: keys.keyId,
    RAZORPAY_KEY_SECRET: keys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
  }
  const env = {
    ...account,
    SANDBOX_PORT: String(port),
    SANDBOX_PUBLIC_HOSTNAME: '127.0.0.1',
    SANDBOX_DATA_DIR: await context.folder('sandbox'),
    SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/nowhere',
    SANDBOX_CONTROL_TOKEN: controlToken,
  }
  const begin = async () => {
    const running = runNode(context, 'src/sandbox/main.ts', env)
    await until('the sandbox opens', 20_000, () => running.output().includes('"origin"') || !running.isAlive())
    if (!running.isAlive()) throw new Error(`The sandbox ended at its start: ${running.output()}`)
    return running
  }
  let running = await begin()
  context.defer(() => running.stop())
  return {
    ...controlSandbox({ sandboxOrigin: origin, controlToken }),
    origin,
    keys,
    settings: { ...account, RAZORPAY_API_URL: origin, RAZORPAY_CHECKOUT_URL: `${origin}/v1/checkout.js` },
    async stop() {
      await running.stop()
    },
    async start() {
      running = await begin()
    },
    event: (type, { orderId, paymentId }, id) =>
      signEvent(keys.webhookSecret, paymentEvent(type, orderId, paymentId), id),
  }
}
