/**
 * `npm run screens` takes pictures of all states of the screens. The first run saves them in test-results/screens.
 * Later runs compare with them, and `--accept` replaces those that differ. With `--docs` it compares the few in
 * docs/screens instead, and with `--guide` it takes those of docs/owner.md anew. Other arguments are passed to Playwright.
 */
import { existsSync } from 'node:fs'
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

const env = { ...process.env }
const own = new Set(['--accept', '--docs', '--guide'])
const isDocs = process.argv.includes('--docs')
const isGuide = process.argv.includes('--guide')
if (!isDocs) env.SCREENS = isGuide ? 'guide' : 'all'
const isFirst = !isDocs && !isGuide && !existsSync(resolve(root, 'test-results/screens'))
env.PATH = `${resolve(root, 'node_modules/.bin')}${delimiter}${env.PATH}`
env.CHROMIUM_PATH = await findBrowser(env)
const args = process.argv.slice(2).filter((arg) => !own.has(arg))
if (isGuide) args.push('guide.spec.ts')
if (isFirst || process.argv.includes('--accept')) args.push('--update-snapshots=changed')
const { code } = await runProgram(
  'playwright',
  ['test', '--project=screens', '--reporter=line', '--retries=0', ...args],
  { cwd: root, env },
)
if (isFirst) console.log('These pictures are in test-results/screens: the next run compares with them.')
process.exit(code)
