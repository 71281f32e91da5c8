import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The keys that a shop and its own sandbox share. */
export interface SandboxKeys {
  keyId: string
  keySecret: string
  webhookSecret: string
  controlToken: string
}

/** The sandbox's keys of a data folder, made at the first start: signatures made before a restart stay valid. */
export async function keepSandboxKeys(dataDir: string, newSecret: () => string): Promise<SandboxKeys> {
  const path = join(dataDir, 'keys.json')
  const found = await readFile(path, 'utf8').catch(() => null)
  if (found) return JSON.parse(found)
  const keys: SandboxKeys = {
    keyId: `rzp_test_${newSecret()
      .replace(/[^A-Za-z0-9]/g, '')
      .slice(0, 14)
      .padEnd(14, '0')}`,
    keySecret: newSecret(),
    webhookSecret: newSecret(),
    controlToken: newSecret(),
  }
  await mkdir(dataDir, { recursive: true })
  await writeFile(path, JSON.stringify(keys), { mode: 0o600 })
  return keys
}
