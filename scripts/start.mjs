/** `npm start`: install and build what is missing, then become the shop. Plain Node 18+, no dependencies. */
import { ensure } from './ensure.mjs'
import { handOver } from './hand-over.mjs'
import { SHOP_PROCESS } from './shop-process.mjs'

// React looks at NODE_ENV as it loads, and is slow without it. What the operator said is kept for the settings.
process.env.SHOP_NODE_ENV = process.env.NODE_ENV ?? ''
process.env.NODE_ENV = 'production'
await ensure({ build: true })
await handOver('server.ts', SHOP_PROCESS)
