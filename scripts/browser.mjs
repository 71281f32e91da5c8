/** Finds or installs the browser and the system packages that tests need. Runs on plain Node 18+. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root } from './ensure.mjs'

/** Debian's Chromium without a window. Tests take a third less processor time in it. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM_PATHS = [HEADLESS_SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where Chromium is installed; undefined where it is not. */
export function installedBrowser() {
  return [process.env.CHROMIUM_PATH, ...CHROMIUM_PATHS].find((path) => path && existsSync(path))
}

/**
 * Finds Chromium, or installs Debian's, or on other systems Playwright's (CONTRACT, npm test).
 * @param {NodeJS.ProcessEnv} env has `node_modules/.bin` in its PATH
 * @returns {string | undefined} where Chromium is
 */
export function findBrowser(env) {
  if (installedBrowser()) return installedBrowser()
  if (!existsSync('/usr/bin/apt-get')) return installPlaywrightChromium(env)
  // Debian releases before 12 have no headless shell.
  for (const name of ['chromium-headless-shell', 'chromium']) if (!installedBrowser()) installPackages([name], env)
  return installedBrowser()
}

function installPlaywrightChromium(env) {
  console.log('== installing the Chromium of Playwright')
  spawnSync('playwright', ['install', 'chromium'], { cwd: root, stdio: 'inherit', env })
  const program = "process.stdout.write(require('@playwright/test').chromium.executablePath())"
  return execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' })
}

/** Installs Debian packages, where the user may do that without a password. */
export function installPackages(packages, env) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  console.log(`== installing ${packages.join(', ')}`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command, ...rest] = [...asRoot, 'apt-get', '-qq', ...args]
    spawnSync(command, rest, options)
  }
}
