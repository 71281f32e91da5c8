/** The browser, and the packages of the system, that tests need. Plain Node 18+. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root } from './ensure.mjs'

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Finds Chromium, or installs Debian's, or on other systems Playwright's (CONTRACT, npm test).
 * @param {NodeJS.ProcessEnv} env its PATH has the programs of the packages
 * @returns {string} where Chromium is
 */
export function findBrowser(env) {
  const found = [process.env.CHROMIUM_PATH, ...CHROMIUM_PATHS].find((path) => path && existsSync(path))
  if (found) return found
  if (!existsSync('/usr/bin/apt-get')) return installPlaywrightChromium(env)
  installPackages(['chromium'], env)
  return CHROMIUM_PATHS[0]
}

function installPlaywrightChromium(env) {
  console.log('== installing the Chromium of Playwright')
  spawnSync('playwright', ['install', 'chromium'], { cwd: root, stdio: 'inherit', env })
  const program = "process.stdout.write(require('@playwright/test').chromium.executablePath())"
  return execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' })
}

/** Installs packages of Debian, where that is allowed without a password. */
export function installPackages(packages, env) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  console.log(`== installing ${packages.join(', ')}`)
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args]
    spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
}
