import { decode, draw } from './decode.server.ts'
import type { DecoderTask } from './decoder.server.ts'

/** A process that does one task after the other for `decoder.server.ts`, which ends it if one takes too long. */
process.on('message', async (task: DecoderTask) => {
  process.send?.(await (task.kind === 'draw' ? draw(task.bytes, task.options) : decode(task.bytes, task.options)))
})
process.once('disconnect', () => process.exit())
