import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createStaticFiles } from './static.server.ts'

test('a font is immutable only at a URL with its version; a built asset always is', async () => {
  const root = await mkdtemp(join(tmpdir(), 'static-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [folder, file] of [
    ['fonts', 'text.woff2'],
    ['assets', 'entry-1a2b.js'],
  ] as const) {
    await mkdir(join(root, folder))
    await writeFile(join(root, folder, file), 'content')
  }
  const files = await createStaticFiles([root], {})
  const cacheControl = async (path: string) => {
    const response = await files.handle(new Request(`https://shop.example${path}`))
    return response?.headers.get('cache-control')
  }
  expect(await cacheControl('/fonts/text.woff2')).toBe('public, max-age=3600')
  expect(await cacheControl('/fonts/text.woff2?v=1a2b')).toContain('immutable')
  expect(await cacheControl('/fonts/text.woff2')).toBe('public, max-age=3600')
  expect(await cacheControl('/assets/entry-1a2b.js')).toContain('immutable')
})
