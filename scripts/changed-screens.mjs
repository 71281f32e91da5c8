/** Which screens a change touches: the gate checks those for axe and widths, the nightly run all of them. */
import { spawnSync } from 'node:child_process'
import { root } from './ensure.mjs'

/** One screen of each kind, for a change of what all screens share. */
const SAMPLE = [
  '/',
  '/categories',
  '/product-details',
  '/cart-checkout-form',
  '/my-orders',
  '/admin',
  '/admin/settings',
]
const SHARED = /^src\/(ui|languages|admin\/(parts|shell|[^/]+$)|app\/[^/]+\.(tsx|css)$|shop\/.+\/ui\/)/

/**
 * The files that differ from the commit at which this branch left main, committed or not. Null if git can't say: without
 * git, or in a clone that lacks main or that commit.
 */
export function changedFiles() {
  for (const main of ['origin/main', 'main']) {
    const base = git('merge-base', 'HEAD', main)
    if (base) return git('diff', '--name-only', base)?.split('\n') ?? null
  }
  return null
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/**
 * The addresses of the screens that show these files, as the titles of their sweeps begin. The sample stands for a change
 * of shared parts, and for files that nobody knows.
 * @param {string[] | null} files
 */
export function screensOf(files) {
  const screens = (files ?? ['src/ui/']).flatMap((file) => {
    const route = /^src\/app\/routes\/([\w-]+)\.tsx$/.exec(file)?.[1]
    const area = /^src\/admin\/([\w-]+)\/.+/.exec(file)?.[1]
    if (SHARED.test(file)) return SAMPLE
    if (route) return [route === 'home' ? '/' : `/${route}`]
    return area ? [area === 'home' ? '/admin' : `/admin/${area}`] : []
  })
  return [...new Set(screens)]
}
