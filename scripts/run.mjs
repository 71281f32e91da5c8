/**
 * `node scripts/run.mjs [--dev] [--build] FILE …` installs what is missing (`--dev`: development dependencies too), with
 * `--build` builds the pages, and runs a program of the project.
 */
import { ensure } from './ensure.mjs'
import { handOver } from './hand-over.mjs'

const argv = process.argv.slice(2)
const fileIndex = argv.findIndex((argument) => !argument.startsWith('--'))
const options = argv.slice(0, fileIndex)
const [entry = '', ...args] = argv.slice(fileIndex)
await ensure({ build: options.includes('--build'), dev: options.includes('--dev') })
await handOver(entry, { args })
