import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The packages that the shop's process loads before it opens the database. */
function packagesOfAStart(): Set<string> {
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
    process.stdout.write(JSON.stringify([...packages]))`
  return new Set(
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root }).toString()),
  )
}

test('a start loads what it serves; a library that few need is loaded with its first use', () => {
  const packages = packagesOfAStart()
  expect([...packages]).toEqual(expect.arrayContaining(['pg', 'hono', 'react-router']))
  const later = ['zod-openapi', 'age-encryption', 'nodemailer', 'pdfkit', 'sharp', '@simplewebauthn/server', 'vite']
  expect(later.filter((name) => packages.has(name))).toEqual([])
})
