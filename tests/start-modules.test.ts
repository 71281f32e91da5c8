import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The packages that the shop's process loads to start the database, and all that it loads, its pages aside. */
function packagesOfAStart(): Record<'first' | 'all', string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const packages = new Set()
    registerHooks({
      load(url, context, next) {
        const [, name] = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? []
        if (name) packages.add(name)
        return next(url, context)
      },
    })
    await import('./src/app/run-shop.server.ts')
    const first = [...packages]
    await import('./src/app/parts.server.ts')
    process.stdout.write(JSON.stringify({ first, all: [...packages] }))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root }).toString(),
  )
}

test('a start loads what it serves, most of it while the database starts; what few need comes with its first use', () => {
  const { first, all } = packagesOfAStart()
  expect(first).toContain('pg')
  expect(all).toEqual(expect.arrayContaining(['hono', 'react-router']))
  for (const name of ['hono', 'react-router', 'prom-client']) expect(first).not.toContain(name)
  for (const name of [
    'zod-openapi',
    'age-encryption',
    'nodemailer',
    'pdfkit',
    'sharp',
    '@simplewebauthn/server',
    'vite',
  ])
    expect(all).not.toContain(name)
})
