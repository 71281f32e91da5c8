/** `node scripts/run.mjs [--build] FILE …`: installs what is missing and runs a TypeScript program of the project. */
import { ensure } from './ensure.mjs'
import { handOver } from './hand-over.mjs'

const [first = '', ...rest] = process.argv.slice(2)
const build = first === '--build'
const [entry = '', ...args] = build ? rest : [first, ...rest]
await ensure({ build })
await handOver(entry, { args })
