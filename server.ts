import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runShop } from './src/app/run-shop.server.ts'
import { ConfigError, readConfig } from './src/platform/config.server.ts'
import { DataDirBusyError } from './src/platform/db/directory-lock.server.ts'

const root = resolve(fileURLToPath(new URL('.', import.meta.url)))

try {
  await runShop(readConfig(process.env, { root }), {
    root,
    development: process.env.NODE_ENV === 'development',
  })
} catch (error) {
  // The operator can fix an unusable setting, port or folder, so print one clear line and no stack.
  const isOperators = error instanceof ConfigError || error instanceof DataDirBusyError || isAddressError(error)
  process.stderr.write(`${error instanceof Error ? (isOperators ? error.message : error.stack) : String(error)}\n`)
  process.exit(1)
}

/** True if the shop couldn't listen at its HOST and PORT. */
function isAddressError(error: unknown): boolean {
  const codes: unknown[] = ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL']
  return error instanceof Error && 'code' in error && codes.includes(error.code)
}
