/**
 * `node scripts/run.mjs [--dev] [--build] FILE …`: installs what is missing (`--dev`: developers' packages too), builds the
 * pages where told to, and runs a TypeScript program of the project.
 */
import { ensure } from './ensure.mjs'
import { handOver } from './hand-over.mjs'

const said = process.argv.slice(2)
const at = said.findIndex((word) => !word.startsWith('--'))
const [entry = '', ...args] = said.slice(at)
const options = said.slice(0, at)
await ensure({ build: options.includes('--build'), dev: options.includes('--dev') })
await handOver(entry, { args })
