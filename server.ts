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
  // A setting, a port or a folder that can't be used is the operator's to mend: one clear line, no stack.
  const plain = error instanceof ConfigError || error instanceof DataDirBusyError || isAddressError(error)
  process.stderr.write(
    `${plain && error instanceof Error ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
}

function isAddressError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EADDRINUSE' || error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
  )
}
