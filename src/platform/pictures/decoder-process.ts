import { type DecodeOptions, decode } from './decode.server.ts'

/** A process that decodes one picture after the other for `decoder.server.ts`, which ends it if one takes too long. */
process.on('message', async ({ bytes, options }: { bytes: Uint8Array; options: DecodeOptions }) => {
  process.send?.(await decode(bytes, options))
})
process.once('disconnect', () => process.exit())
