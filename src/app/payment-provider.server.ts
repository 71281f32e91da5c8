import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#platform/config.server.ts'
import { createNoProvider } from '#platform/payments/no-provider.server.ts'
import type { PaymentProvider } from '#platform/payments/provider.server.ts'
import { createRazorpay } from '#platform/payments/razorpay.server.ts'
import { startSandbox } from '#sandbox/sandbox.server.ts'
import { readListenError } from './listen-error.server.ts'

/** Where the provider sends its events. */
export const WEBHOOK_PATH = '/api/webhooks/razorpay'

export interface RunningProvider {
  payments: PaymentProvider
  /** The origin of the built-in sandbox, or null if it doesn't run. */
  sandboxOrigin: string | null
  /** The token of the sandbox's control API, for tests. */
  controlToken: string | null
  stop(): Promise<void>
}

/**
 * Connects to Razorpay if its keys are set. Otherwise starts the built-in sandbox on its own port, if it may run.
 * @throws {ConfigError} if the sandbox can't listen there
 */
export async function startPaymentProvider(config: Config, log: Logger): Promise<RunningProvider> {
  if (config.payments.kind !== 'sandbox') {
    const payments =
      config.payments.kind === 'none'
        ? createNoProvider()
        : createRazorpay({ ...config.payments, mode: 'razorpay', log })
    return { payments, sandboxOrigin: null, controlToken: null, stop: async () => {} }
  }
  const sandbox = await startSandbox({
    host: config.host,
    port: config.port === 0 ? 0 : config.port + 1,
    publicHostname: new URL(config.publicUrl).hostname,
    webhookUrl: `http://${loopbackOf(config.host)}:${config.port}${WEBHOOK_PATH}`,
    dataDir: join(config.dataDir, 'sandbox'),
  }).catch((error: Error) => {
    throw readListenError(error, config)
  })
  const { controlToken, ...keys } = sandbox.keys
  const payments = createRazorpay({
    mode: 'sandbox',
    ...keys,
    apiUrl: sandbox.origin,
    checkoutUrl: `${sandbox.origin}/v1/checkout.js`,
    log,
  })
  return { payments, sandboxOrigin: sandbox.origin, controlToken, stop: () => sandbox.stop() }
}

/** The host name at which this machine reaches a server listening on `host`. */
function loopbackOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
