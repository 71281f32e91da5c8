import { startSandbox } from './sandbox.server.ts'

/**
 * The sandbox as a process of its own, for fault tests that kill the shop and not the bank:
 * `node src/sandbox/main.ts`. Prints one JSON line `{"origin":"http://localhost:4100"}` when it is ready; SIGTERM and
 * SIGINT stop it. Settings: SANDBOX_HOST SANDBOX_PORT SANDBOX_STRICT_PORT(yes) SANDBOX_PUBLIC_HOSTNAME
 * SANDBOX_DATA_DIR* SANDBOX_WEBHOOK_URL* SANDBOX_CONTROL_TOKEN SANDBOX_SHOP_ORIGINS(comma) SANDBOX_OLD_WEBHOOK_SECRET
 * RAZORPAY_KEY_ID* RAZORPAY_KEY_SECRET* RAZORPAY_WEBHOOK_SECRET* (* = needed).
 */
const given = (name: string): string => process.env[name] ?? ''

function needed(name: string): string {
  const value = given(name)
  if (value === '') throw new Error(`The payment sandbox needs the setting ${name}.`)
  return value
}

function portOf(value: string): number {
  const port = Number(value === '' ? 0 : value)
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port
  throw new Error(`SANDBOX_PORT is no port: ${value}`)
}

async function run(): Promise<void> {
  const oldSecret = given('SANDBOX_OLD_WEBHOOK_SECRET')
  const sandbox = await startSandbox({
    host: given('SANDBOX_HOST') || '127.0.0.1',
    port: portOf(given('SANDBOX_PORT')),
    strictPort: given('SANDBOX_STRICT_PORT') === 'yes',
    publicHostname: given('SANDBOX_PUBLIC_HOSTNAME') || 'localhost',
    keyId: needed('RAZORPAY_KEY_ID'),
    keySecret: needed('RAZORPAY_KEY_SECRET'),
    webhookSecret: needed('RAZORPAY_WEBHOOK_SECRET'),
    ...(oldSecret === '' ? {} : { oldWebhookSecret: oldSecret }),
    webhookUrl: needed('SANDBOX_WEBHOOK_URL'),
    controlToken: given('SANDBOX_CONTROL_TOKEN'),
    dataDir: needed('SANDBOX_DATA_DIR'),
    shopOrigins: given('SANDBOX_SHOP_ORIGINS').split(',').filter(Boolean),
    log: (line) => process.stderr.write(`${line}\n`),
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.stop())
  process.stdout.write(`${JSON.stringify({ origin: sandbox.origin })}\n`)
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
