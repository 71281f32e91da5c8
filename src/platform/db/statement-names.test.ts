import { expect, test } from 'vitest'
import { createStatementNames, PLANNED_EACH_TIME } from './statement-names.server.ts'

test('a statement with parameters is named from its second execution on, always the same', () => {
  const nameOf = createStatementNames()
  expect(nameOf('select $1', [1])).toBeUndefined()
  const name = nameOf('select $1', [2])
  expect(name).toMatch(/^s\d+$/)
  expect(nameOf('select $1', [3])).toBe(name)
  nameOf('select $1, $2', [1, 2])
  expect(nameOf('select $1, $2', [1, 2])).not.toBe(name)
})

test('a statement without parameters isn’t named: it may be several', () => {
  const nameOf = createStatementNames()
  expect([nameOf('begin', []), nameOf('begin', []), nameOf('begin', [])]).toEqual([undefined, undefined, undefined])
})

test('a statement that is to be planned each time isn’t named', () => {
  const nameOf = createStatementNames()
  const text = `select ${PLANNED_EACH_TIME} $1`
  expect([nameOf(text, [1]), nameOf(text, [1])]).toEqual([undefined, undefined])
})

test('texts that differ each time are neither named nor kept without limit', () => {
  const nameOf = createStatementNames()
  const all = Array.from({ length: 3000 }, (_, n) => nameOf(`select $1 -- ${n}`, [n]))
  expect(all.every((name) => name === undefined)).toBe(true)
  expect(nameOf('select $1 -- 2999', [1])).toBeUndefined()
  expect(nameOf('select $1 -- 1', [1])).toBeDefined()
})
