import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUNDLED_NODES, findNode, root } from './ensure.mjs'

interface LockedPackage {
  optional?: boolean
  dev?: boolean
  os?: string | string[]
  engines?: { node?: string }
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)

test('the Node that runs the shop is a file of a locked package, with or without npm’s link to it', () => {
  const packages = BUNDLED_NODES.map((file) => file.slice(root.length + 1).replace(/\/bin\/node(?:\.exe)?$/, ''))
  expect(packages.some((path) => lock.packages[path]?.optional)).toBe(true)
  expect(findNode()).toBeTruthy()
})

test('no optional package refuses the Node 20.19 that a Node 18 says it is', () => {
  const ranges = Object.values(lock.packages)
    .filter(({ optional, dev, os }) => optional && os && !dev)
    .flatMap(({ engines }) => engines?.node ?? [])
  const accepts = (range: string) =>
    range.split('||').some((part) => {
      const [, sign, major = '', minor = '0'] = /^(\^|>=) ?(\d+)(?:\.(\d+))?/.exec(part.trim()) ?? []
      if (Number(major) === 20) return Number(minor) <= 19
      return sign === '>=' && Number(major) < 20
    })
  expect(ranges.length).toBeGreaterThan(0)
  expect(ranges.filter((range) => !accepts(range))).toEqual([])
})
