import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The shop's version, from package.json in the project's folder. */
export function readVersion(root: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version
}
