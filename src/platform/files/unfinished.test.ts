import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, expect, test, vi } from 'vitest'
import { createFolderStore } from './folder-store.server.ts'
import { withSpareSpace } from './spare-space.server.ts'

const statfs = vi.hoisted(() => vi.fn())
vi.mock(import('node:fs/promises'), async (original) => ({ ...(await original()), statfs }))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfinished-'))
  return () => rm(folder, { recursive: true, force: true })
})

async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), 'x')
  }
}

async function files(): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

test('what killed writes left is deleted, and nothing else', async () => {
  const store = createFolderStore(folder)
  const others = ['shop.tar', 'film.part', 'shop.tar.1.part', `other.tar.${ID}.part`, `deep/shop.tar.${ID}.part`]
  await put(...others, `shop.tar.${ID}.part`, `pictures/ab/cd.${ID}.part`, 'pictures/ab/ef')
  await store.removeUnfinished?.('shop.tar')
  await store.removeUnfinished?.('pictures/')
  await store.removeUnfinished?.('no-such-folder/')
  expect((await files()).sort()).toEqual([...others.map((name) => name.replace('deep/', '')), 'ef'].sort())
})

const disk = (free: number, all: number) => ({ bsize: 1e6, bavail: free, blocks: all })

test('a write stops before the disk is full, and leaves no part', async () => {
  const store = withSpareSpace(createFolderStore(folder))
  statfs.mockResolvedValueOnce(disk(500, 1000)).mockResolvedValue(disk(19, 1000))
  const chunks = Array.from({ length: 6 }, () => Buffer.alloc(1e6))
  await expect(store.write('shop.tar', Readable.from(chunks))).rejects.toThrow('is almost full')
  await expect(store.write('new/one.webp', Buffer.from('x'))).rejects.toThrow('is almost full')
  expect(await files()).toEqual([])
  statfs.mockResolvedValue(disk(101, 100_000))
  await store.write('shop.tar', Readable.from(chunks))
  expect(await files()).toEqual(['shop.tar'])
})
