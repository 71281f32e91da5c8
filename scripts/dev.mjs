/** `npm run dev`: pages from their sources with hot reload; the server starts again when its own files change. */
import { ensure } from './ensure.mjs'
import { handOver } from './hand-over.mjs'

process.env.NODE_ENV = 'development'
await ensure({ dev: true })
await handOver('server.ts', { flags: ['--watch', '--watch-preserve-output'] })
