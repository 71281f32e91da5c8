import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** In the order of dependency, as the import rules have it. */
const FEATURES = Array.from(
  /const FEATURES = \[([^\]]+)\]/
    .exec(readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8'))?.[1]
    ?.matchAll(/'(\w+)'/g) ?? [],
  ([, feature = '']) => feature,
)
const ROLES = /^(contract|rules|messages|queries)\.ts$|^(tables|store|handlers|mails|jobs)\.server\.ts$/
const TOPIC = /^[a-z]+(-[a-z]+)*(\.server)?\.ts$/

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

const sources = filesBelow('src').filter((file) => /\.tsx?$/.test(file))
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

function cruise(folder = root): { modules: unknown[]; violations: { rule: { name: string } }[] } {
  let text: string
  try {
    text = execFileSync('depcruise', ['src', '--output-type', 'json'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64e6,
      stdio: 'pipe',
    })
  } catch (error) {
    text = (error as { stdout: string }).stdout
  }
  const { modules, summary } = JSON.parse(text)
  return { modules, violations: summary.violations }
}

test('the layer check reads the sources and finds nothing against the rules', () => {
  const { modules, violations } = cruise()
  expect(modules.length).toBeGreaterThan(200)
  expect(violations.map((violation) => violation.rule.name)).toEqual([])
}, 60_000)

test('the layer check catches a wrong import of every kind', () => {
  const copy = mkdtempSync(join(tmpdir(), 'planted-'))
  try {
    for (const name of ['src', 'package.json', 'tsconfig.json', '.dependency-cruiser.cjs'])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const ui = join(copy, 'src/shop/cart/ui')
    writeFileSync(
      join(ui, 'a.tsx'),
      "import '../store.server.ts'\nimport { cartContract } from '../contract.ts'\nexport const a = cartContract\n",
    )
    writeFileSync(join(ui, 'b.tsx'), "import '#shop/checkout/messages.ts'\nimport 'hono'\nimport '#app/context.ts'\n")
    const names = cruise(copy).violations.map((violation) => violation.rule.name)
    for (const rule of [
      'browser-side-imports-no-server-file',
      'browser-side-takes-contracts-as-types',
      'cart-looks-down-only',
      'http-lives-in-platform',
      'shop-knows-no-screens',
    ])
      expect(names).toContain(rule)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}, 60_000)

test('the shop has the features of ARCHITECTURE.md and no others', () => {
  const folders = readdirSync(join(root, 'src/shop'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map((folder) => folder.name).sort()).toEqual([...FEATURES].sort())
  const order = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').replace(/\s+/g, ' ')
  expect(order).toContain(FEATURES.join(' · '))
})

test('a feature is made of the files in its vocabulary', () => {
  const strange = FEATURES.flatMap((feature) =>
    filesBelow(`src/shop/${feature}`)
      .filter((file) => !isTest(file))
      .map((file) => relative(`src/shop/${feature}`, file))
      .filter(
        (file) =>
          !ROLES.test(file) &&
          !TOPIC.test(file) &&
          !/^ui\//.test(file) &&
          !/^[a-z]+(-[a-z]+)*\/[a-z-]+\.server\.ts$/.test(file),
      )
      .map((file) => `${feature}/${file}`),
  )
  expect(strange).toEqual([])
  const dumps = sources.filter((file) => /(^|\/)(utils?|helpers?|misc|common|lib|index)(\.\w+)*\.tsx?$/.test(file))
  expect(dumps).toEqual([])
})

test('no source file is longer than 300 lines', () => {
  const long = [
    ...sources,
    ...filesBelow('tests'),
    ...filesBelow('bench').filter((file) => file.endsWith('.ts')),
    'server.ts',
  ]
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > 300)
  expect(long).toEqual([])
})

test('no cast to any, no silenced check, no note to do it later', () => {
  const loose = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return /(: any\b|as any\b|<any>|@ts-ignore|@ts-expect-error|\bTODO\b|\bFIXME\b|console\.log)/.test(text) &&
      !isTest(file)
      ? [file]
      : []
  })
  expect(loose).toEqual([])
})

test('every route of the specification stands in the route table', () => {
  const table = readFileSync(join(root, 'src/app/routes.ts'), 'utf8')
  for (const path of [
    'categories',
    'product-details/:productId',
    'about-us',
    'contact-us',
    'register',
    'login',
    'verify',
    'cart-details',
    'cart-checkout-form',
    'sucess-order',
    'sucess-return',
    'profile',
    'my-orders',
    'wishlist',
    'saved-address',
    'privacy-policy',
    'nearby-store',
    'logout',
  ])
    expect(table).toContain(`'${path}'`)
})

test('the lock file records no download addresses', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"')
})

test('every file of the project that a document names is there', () => {
  const documents = [...filesBelow('docs'), ...readdirSync(root)].filter((file) => file.endsWith('.md'))
  const missing = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const named = [...text.matchAll(/`((?:src|tests|db|docs|scripts|bench|catalogue)\/[\w./-]*\w)`/g)].map(
      ([, path = '']) => path,
    )
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => join(document, '..', path))
    return [...named, ...linked].filter((path) => !existsSync(join(root, path))).map((path) => `${document}: ${path}`)
  })
  expect(missing).toEqual([])
})
