// What runShop loads while the database starts.
export { createConnections } from './connections.server.ts'
export { greet, inviteOwner } from './greet.server.ts'
export { listen } from './listen.server.ts'
export { openShop } from './open-shop.server.ts'
export { openBuild, openSources } from './page-source.server.ts'
export { createWeb } from './web.server.ts'
