import { expect, test } from 'vitest'
import { readXmlItems } from './google-items.server.ts'

async function itemsOf(...lines: string[]) {
  async function* each() {
    yield* lines
  }
  return Array.fromAsync(readXmlItems(each()))
}

test('an XML feed whose elements are nested without an end is read no further', async () => {
  const whole = '<rss><item><id>1</id></item>'
  expect(await itemsOf(whole, '<a>'.repeat(300), '<item><id>2</id></item>')).toEqual([
    { line: 1, fields: new Map([['id', ['1']]]) },
    { problem: 'elements after this one are nested more than 256 deep' },
  ])
  expect(await itemsOf(whole, '<item><id>2')).toEqual([
    { line: 1, fields: new Map([['id', ['1']]]) },
    { problem: 'the file ends inside the item after this one' },
  ])
})
