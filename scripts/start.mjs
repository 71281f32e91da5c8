/** `npm start`: installs and builds what is missing, then becomes the shop's process. */
import { ensure } from './ensure.mjs'
import { handOver } from './hand-over.mjs'
import { SHOP_PROCESS } from './shop-process.mjs'

// React is slow without NODE_ENV=production when it loads. The operator's own value is kept for the settings.
process.env.SHOP_NODE_ENV = process.env.NODE_ENV ?? ''
process.env.NODE_ENV = 'production'
await ensure({ build: true })
await handOver('server.ts', SHOP_PROCESS)
