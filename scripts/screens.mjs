/**
 * `npm run screens` takes pictures of all states of the screens and compares them with those in docs/screens;
 * `npm run screens -- --accept` replaces those that differ. Other arguments are passed to Playwright.
 */
import { constants } from 'node:os'
import { delimiter, resolve } from 'node:path'
import { findBrowser } from './browser.mjs'
import { endPrograms, runProgram } from './child-processes.mjs'
import { root } from './ensure.mjs'

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, async () => {
    await endPrograms()
    process.exit(128 + constants.signals[signal])
  })

const env = { ...process.env, SCREENS: 'all' }
env.PATH = `${resolve(root, 'node_modules/.bin')}${delimiter}${env.PATH}`
env.CHROMIUM_PATH = await findBrowser(env)
const args = process.argv.slice(2).map((arg) => (arg === '--accept' ? '--update-snapshots=changed' : arg))
const { code } = await runProgram(
  'playwright',
  ['test', '--project=screens', '--reporter=line', '--retries=0', ...args],
  { cwd: root, env },
)
if (code === 0 && process.argv.includes('--accept'))
  console.log('Look at the changes of docs/screens before you commit them.')
process.exit(code)
