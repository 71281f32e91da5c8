/** `npm start`: installs and builds what is missing, then runs the shop. */
import { ensure } from './ensure.mjs'
import { runWithNode } from './run-with-node.mjs'
import { SHOP_PROCESS } from './shop-process.mjs'

// React needs NODE_ENV=production to be fast. The operator's own value is passed on for the settings.
process.env.SHOP_NODE_ENV = process.env.NODE_ENV ?? ''
process.env.NODE_ENV = 'production'
await ensure({ build: true })
await runWithNode('server.ts', SHOP_PROCESS)
