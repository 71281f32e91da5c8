import type { Reply, Task } from './work-processes.server.ts'

/** A process that does one task after the other for `work-processes.server.ts`, which ends it if one takes too long. */
process.on('message', async ({ module, name, args }: Task) => {
  process.send?.(await replyTo(module, name, args))
})
process.once('disconnect', () => process.exit())

async function replyTo(module: string, name: string, args: unknown[]): Promise<Reply> {
  try {
    const { [name]: work } = await import(module)
    return { result: await work(...args) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
