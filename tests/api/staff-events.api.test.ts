import { once } from 'node:events'
import { expect, test } from 'vitest'
import { addStaff } from '../e2e/staff.ts'
import { testDatabase } from '../support/database.ts'
import { startShop } from '../support/running-shop.ts'

test('a shop that stops ends the streams of open staff sites, and doesn’t wait for them', async () => {
  const database = await testDatabase()
  const shop = await startShop({ database: database.connection })
  try {
    const { cookie } = await addStaff(shop, 'manager', 'Meera')
    const response = await fetch(`${shop.origin}/api/admin/events`, {
      headers: { cookie: `staff=${cookie}`, accept: 'text/event-stream' },
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('event: counts')) text += (await reader?.read())?.value ?? ''
    const ended = once(shop.process, 'exit')
    shop.process.kill('SIGTERM')
    // It has an end: a connection that is cut rejects.
    for (let isDone = false; !isDone; ) isDone = (await reader?.read())?.done ?? true
    expect(await ended).toEqual([0, null])
    // A step of a stop that takes too long is logged.
    expect(shop.output()).not.toContain('"level":40')
  } finally {
    await shop.stop()
    await database.drop()
  }
})
