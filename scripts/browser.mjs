/** Finds or installs the browser and the system packages that tests need. Runs on plain Node 18+. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runProgram } from './child-processes.mjs'
import { root } from './ensure.mjs'

/** Debian's headless Chromium. Tests take a third less processor time in it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM_PATHS = [HEADLESS_SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The path of Chromium, or undefined if it isn't installed. */
export function installedBrowser() {
  return [process.env.CHROMIUM_PATH, ...CHROMIUM_PATHS].find((path) => path && existsSync(path))
}

/**
 * Finds Chromium, or installs Debian's (on other systems Playwright's) (CONTRACT, npm test).
 * @param {NodeJS.ProcessEnv} env has `node_modules/.bin` in its PATH
 * @returns {Promise<string | undefined>} the path of Chromium
 */
export async function findBrowser(env) {
  if (installedBrowser()) return installedBrowser()
  if (!existsSync('/usr/bin/apt-get')) return installPlaywrightChromium(env)
  // Debian releases before 12 have no headless shell.
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (!installedBrowser()) await installPackages([name], env)
  return installedBrowser()
}

async function installPlaywrightChromium(env) {
  console.log('== installing the Chromium of Playwright')
  await runProgram('playwright', ['install', 'chromium'], { cwd: root, env })
  const program = "process.stdout.write(require('@playwright/test').chromium.executablePath())"
  return execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' })
}

/** Installs Debian packages if the user may do that without a password. */
export async function installPackages(packages, env) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  console.log(`== installing ${packages.join(', ')}`)
  const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, isQuiet: true }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command, ...rest] = [...asRoot, 'apt-get', '-qq', ...args]
    const { code, output } = await runProgram(command, rest, options)
    if (code !== 0) console.log(output)
  }
}
