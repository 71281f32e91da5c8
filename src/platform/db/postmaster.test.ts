import { expect, test } from 'vitest'
import { startPostmaster } from './postmaster.server.ts'

test('a server whose process cannot be started rejects once, without a second rejection that nobody handles', async () => {
  const unhandled: unknown[] = []
  const record = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', record)
  const starting = startPostmaster({
    cluster: '/nowhere/postgres',
    socketDir: '/nowhere/socket',
    binaries: { root: '/nowhere', version: '1', postgres: '/nowhere/postgres', initdb: '/nowhere/initdb' },
    user: null,
    note: null,
  })
  await expect(starting).rejects.toThrow('The embedded database does not start: spawn /bin/sh ENOENT')
  process.off('unhandledRejection', record)
  expect(unhandled).toEqual([])
})
