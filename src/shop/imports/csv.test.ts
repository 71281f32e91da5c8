import { expect, test } from 'vitest'
import { readCsvRows } from './csv.server.ts'

test('a reader that stops early closes the file', async () => {
  let isClosed = false
  async function* lines() {
    try {
      yield 'name,price'
      for (;;) yield 'Tee,500'
    } finally {
      isClosed = true
    }
  }
  for await (const { cells } of readCsvRows(lines())) {
    expect(cells).toEqual({ name: 'Tee', price: '500' })
    break
  }
  await expect.poll(() => isClosed).toBe(true)
})

test('an error of the file is thrown to the reader', async () => {
  async function* lines() {
    yield 'name,price'
    throw new Error('unreadable')
  }
  const read = async () => {
    for await (const _ of readCsvRows(lines()));
  }
  await expect(read()).rejects.toThrow('unreadable')
})
