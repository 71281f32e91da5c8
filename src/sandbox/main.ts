/*
 * Runs the sandbox as a separate process, for fault tests that kill only the shop. Prints one JSON line
 * `{"origin":"http://localhost:4100"}` when ready; SIGTERM and SIGINT stop it. All settings are required.
 */

import { startSandbox } from './sandbox.server.ts'

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`The payment sandbox needs the setting ${name}.`)
  return value
}

const sandbox = await startSandbox({
  host: '127.0.0.1',
  port: Number(setting('SANDBOX_PORT')),
  strictPort: true,
  publicHostname: setting('SANDBOX_PUBLIC_HOSTNAME'),
  keys: {
    keyId: setting('RAZORPAY_KEY_ID'),
    keySecret: setting('RAZORPAY_KEY_SECRET'),
    webhookSecret: setting('RAZORPAY_WEBHOOK_SECRET'),
    controlToken: setting('SANDBOX_CONTROL_TOKEN'),
  },
  webhookUrl: setting('SANDBOX_WEBHOOK_URL'),
  dataDir: setting('SANDBOX_DATA_DIR'),
  log: (line) => process.stderr.write(`${line}\n`),
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.stop())
process.stdout.write(`${JSON.stringify({ origin: sandbox.origin })}\n`)
