import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { NO_KEYS } from '#platform/backup/encryption.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { writeBeside } from './make-backup.server.ts'

async function* full(content: AsyncIterable<Buffer>) {
  for await (const chunk of content) {
    yield chunk
    throw new Error('no room')
  }
}

test('a file that can’t be written is the reason of the failure', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'))
  const database = await testDatabase()
  const place = createFolderStore(join(folder, 'backups'))
  const store: FileStore = {
    ...place,
    write: (name, content) => place.write(name, content instanceof Readable ? Readable.from(full(content)) : content),
  }
  try {
    const source = { connection: database.connection, pictures: createFolderStore(join(folder, 'data')), version: '1' }
    await expect(writeBeside(source, { store, name: 'shop.tar', keys: NO_KEYS })).rejects.toThrow('no room')
    expect(await readdir(join(folder, 'backups'))).toEqual([])
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
