import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'

interface SupplyChain {
  lintLock(text: string): string[]
  lintManifest(text: string): string[]
  isAllowed(expression: string): boolean
  lintLicences(lockText: string): string[]
  findSecrets(file: string, text: string): string[]
  lintSecrets(): string[]
}

const root = join(import.meta.dirname, '../..')
const chain: SupplyChain = await import(pathToFileURL(join(root, 'scripts/supply-chain.mjs')).href)
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('the dependencies', () => {
  test('the lock file has every hash, no URL, and no unreviewed install script', () => {
    expect(chain.lintLock(read('package-lock.json'))).toEqual([])
  })

  test('versions are exact, and the project has no install scripts', () => {
    expect(chain.lintManifest(read('package.json'))).toEqual([])
  })

  test('every runtime licence is on the list', () => {
    expect(chain.lintLicences(read('package-lock.json'))).toEqual([])
  })

  test('git holds no secret', () => {
    expect(chain.lintSecrets()).toEqual([])
  })
})

describe('the checks of dependencies and secrets', () => {
  test('find what is wrong with a lock file', () => {
    const packages = {
      '': {},
      'node_modules/a': { version: '1.0.0', integrity: 'sha1-x' },
      'node_modules/b': { version: '1.0.0', resolved: 'http://evil.example/b.tgz' },
      'node_modules/c': { version: '1.0.0', integrity: 'sha512-x', hasInstallScript: true },
    }
    expect(chain.lintLock(JSON.stringify({ lockfileVersion: 3, packages }))).toEqual([
      'node_modules/a has a weak integrity hash',
      'node_modules/b records a download URL',
      'node_modules/b has no integrity hash',
      'node_modules/c runs a script at its installation, which is not in INSTALL_SCRIPTS',
    ])
  })

  test('find a range and a hook', () => {
    const manifest = { dependencies: { a: '^1.0.0', b: '1.0.0-beta.1' }, scripts: { postinstall: 'x' } }
    expect(chain.lintManifest(JSON.stringify(manifest))).toHaveLength(2)
  })

  test('read licences as SPDX writes them', () => {
    for (const one of ['MIT', '(MIT OR GPL-3.0)', 'BSD-3-Clause AND MIT', '(MIT OR GPL-3.0) AND ISC'])
      expect(chain.isAllowed(one)).toBe(true)
    for (const one of ['GPL-3.0', 'MIT AND GPL-3.0', '(MIT OR ISC) AND GPL-3.0', 'SEE LICENSE IN x', ''])
      expect(chain.isAllowed(one)).toBe(false)
  })

  test('find secrets, and accept placeholders', () => {
    const key = ['rzp', 'live', 'Ab1Cd2Ef3Gh4Ij'].join('_')
    const pem = ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' ')
    const named = ['api', '_key = "', 'f3A9', 'kQ27zLpX81vB', '0mTy"'].join('')
    const inAddress = ['https://me:', 'Tr0ub4dor', '@shop.somewhere.com'].join('')
    for (const text of [key, pem, named, inAddress]) expect(chain.findSecrets('a.ts', `x\n${text}`)).toHaveLength(1)
    const placeholders = [
      'postgres://user:password@host/db',
      "secret: 'another word for it'",
      'smtp://user:pass@host:25',
    ]
    for (const text of placeholders) expect(chain.findSecrets('a.ts', text)).toEqual([])
  })
})
