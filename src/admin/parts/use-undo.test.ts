import { expect, test, vi } from 'vitest'
import { undoAll } from './use-undo.ts'

test('of several changes those that can’t be taken back stay, with the first reason; the last change goes first', async () => {
  const taken: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const id = url.split('/').at(-1) ?? ''
    taken.push(id)
    return id === 'b' ? Response.json({ message: 'It was changed since.' }, { status: 409 }) : Response.json({})
  })
  expect(await undoAll(['a', 'b', 'c'])).toEqual({ left: ['b'], why: 'It was changed since.' })
  expect(taken).toEqual(['c', 'b', 'a'])
  expect(await undoAll(['a'])).toEqual({ left: [], why: null })
})
