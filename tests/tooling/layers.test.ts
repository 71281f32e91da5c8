import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The names of the rules in .dependency-cruiser.cjs that a project of these files breaks; `files`: contents by path. */
function rulesBrokenBy(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'))
  try {
    for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'])
      cpSync(join(root, name), join(folder, name))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const options = { cwd: folder, encoding: 'utf8' } as const
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const args = [program, 'src', '--output-type', 'json']
    const { summary } = JSON.parse(spawnSync(process.execPath, args, options).stdout)
    const names: string[] = summary.violations.map(({ rule }: { rule: { name: string } }) => rule.name)
    return [...new Set(names)].sort()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('each import rule catches a wrong import', () => {
  const importing = (...paths: string[]) => paths.map((path) => `import '${path}'\n`).join('')
  const broken = rulesBrokenBy({
    'src/app/context.ts': '',
    'src/platform/env.ts': importing('#app/context.ts'),
    'src/sandbox/main.ts': importing('#platform/env.ts'),
    'src/ui/button.tsx': importing('#shop/cart/messages.ts'),
    'src/shop/orders/messages.ts': importing('./texts.ts'),
    'src/shop/orders/texts.ts': importing('./messages.ts'),
    'src/shop/cart/messages.ts': '',
    'src/shop/cart/rules.ts': importing('./client.ts'),
    'src/shop/cart/client.ts': importing('kysely'),
    'src/shop/cart/sql.server.ts': '',
    'src/shop/cart/contract.ts': `${importing('./client.ts')}export const cartContract = {}`,
    'src/shop/cart/ui/a.tsx': `${importing('../sql.server.ts')}import { cartContract } from '../contract.ts'\nexport const a = cartContract\n`,
    'src/shop/cart/ui/b.tsx': importing(
      '#shop/orders/messages.ts',
      'hono',
      '#app/context.ts',
      '#shop/wishlist/ui/c.tsx',
    ),
    'src/shop/wishlist/ui/c.tsx': '',
  })
  expect(broken).toEqual([
    'browser-files-import-contracts-as-types',
    'browser-files-import-no-server-file',
    'cart-imports-earlier-features-only',
    'contract-is-data',
    'features-import-no-screen',
    'features-share-no-ui',
    'hono-only-in-platform',
    'no-cycles',
    'platform-imports-no-feature',
    'rules-are-pure',
    'sandbox-imports-nothing-else',
    'sql-only-in-sql-files',
    'ui-imports-no-feature',
  ])
})
