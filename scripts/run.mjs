/**
 * `node scripts/run.mjs [--dev] [--build] FILE …` runs a program of the project, after installing what is missing (with
 * `--dev` development dependencies too) and, with `--build`, building the pages.
 */
import { ensure } from './ensure.mjs'
import { runWithNode } from './run-with-node.mjs'

const argv = process.argv.slice(2)
const fileIndex = argv.findIndex((argument) => !argument.startsWith('--'))
const options = argv.slice(0, fileIndex)
const [entry = '', ...args] = argv.slice(fileIndex)
await ensure({ build: options.includes('--build'), dev: options.includes('--dev') })
await runWithNode(entry, { args })
