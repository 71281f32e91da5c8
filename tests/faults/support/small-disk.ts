import { execFileSync } from 'node:child_process'
import type { FaultContext } from './context.ts'

/** Mounts a file system of that size, such as `200m`; null if this user may not. */
export async function smallDisk(context: FaultContext, size: string): Promise<string | null> {
  const path = await context.folder('disk')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    return null
  }
  context.defer(async () => execFileSync('umount', ['-l', path], { stdio: 'ignore' }))
  return path
}
