import { createWorkProcesses, WorkKilled } from '../process/work-processes.server.ts'

/** Ends a hang only: five hundred slips take six seconds. */
const TIMEOUT_MS = 120_000

const processes = createWorkProcesses({ atOnce: 1 })

/**
 * Calls an exported function that draws a PDF, in another process: an invoice takes 14 ms of processor time, a packing
 * run seconds. Begins anew, once, if the process is killed.
 * @param module The URL of the function's module.
 */
export async function inPrintingProcess<A extends unknown[], R>(
  module: string,
  draw: (...args: A) => R,
  args: A,
): Promise<Awaited<R>> {
  const print = () => processes.call(module, draw, args, { timeoutMs: TIMEOUT_MS })
  try {
    return await print()
  } catch (error) {
    if (error instanceof WorkKilled) return print()
    throw error
  }
}
