import { createWorkProcesses, WorkKilled } from '../process/work-processes.server.ts'
import { type DecodedPicture, type DecodeOptions, type DrawOptions, decode, draw } from './decode.server.ts'

/** Each takes up to 240 MB. */
const AT_ONCE = 2

const MODULE = new URL('./decode.server.ts', import.meta.url).href
const processes = createWorkProcesses({ atOnce: AT_ONCE })

/**
 * `decode` in a process of its own, which is killed after `timeoutMs`: a library that decodes can't be interrupted, and
 * may crash on bytes made for that.
 * @returns null for what can't be decoded in that time
 * @throws {Error} if the process can't be started
 */
export function decodePicture(
  bytes: Uint8Array,
  { timeoutMs, ...options }: DecodeOptions & { timeoutMs: number },
): Promise<DecodedPicture | null> {
  return processes.call(MODULE, decode, [bytes, options], { timeoutMs }).catch(nullIfKilled)
}

/** `draw`, likewise. */
export function drawPicture(
  bytes: Uint8Array,
  { timeoutMs, ...options }: DrawOptions & { timeoutMs: number },
): Promise<Uint8Array | null> {
  return processes.call(MODULE, draw, [bytes, options], { timeoutMs }).catch(nullIfKilled)
}

function nullIfKilled(error: unknown): null {
  if (error instanceof WorkKilled) return null
  throw error
}
