/** `npm start`: install and build what is missing, then become the shop. Plain Node 18+, no dependencies. */
import { ensure } from './ensure.mjs'
import { handOver } from './hand-over.mjs'

// React looks at NODE_ENV as it loads, and is slow without it. What the operator said is kept for the settings.
process.env.SHOP_NODE_ENV = process.env.NODE_ENV ?? ''
process.env.NODE_ENV = 'production'
await ensure({ build: true })
// Pages come and go, tens of thousands of bytes each. glibc would cut them out of one heap that hardly ever shrinks; with
// this it gives each back to the system (mallopt(3), M_MMAP_THRESHOLD): a sixth less memory after hours.
await handOver('server.ts', { env: process.platform === 'linux' ? { MALLOC_MMAP_THRESHOLD_: '32768' } : {} })
