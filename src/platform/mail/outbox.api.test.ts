import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type OpenDatabase, openDatabase } from '../db/database.server.ts'
import { createJobs, type Jobs } from '../process/jobs.server.ts'
import { createOutbox, type RunningOutbox } from './outbox.server.ts'
import { MailRejected, type OutgoingMail } from './transport.server.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let open: OpenDatabase<unknown>
let db: Kysely<unknown>
let outboxes: RunningOutbox[]
let jobs: Jobs[]

beforeEach(async () => {
  database = await testDatabase()
  open = openDatabase({ connection: database.connection, log })
  db = open.db
  outboxes = []
  jobs = []
})
afterEach(async () => {
  await Promise.all([...jobs, ...outboxes].map((running) => running.stop()))
  await open.close()
  await database.drop()
})

function start(send: (mail: OutgoingMail) => Promise<void>): RunningOutbox {
  const transport = { send, check: async () => {}, close: async () => {} }
  const outbox = createOutbox({ db, transport, log, pause: { first: 40, most: 1000 } })
  const job = createJobs({ log }, [{ name: 'mail', everyMs: 30, run: () => outbox.send() }])
  outboxes.push(outbox)
  jobs.push(job)
  job.start()
  return outbox
}

const email = (to: string) => ({ to, subject: 'Hello', text: 'The code is\n\n424242\n' })
const rows = async () => (await sql<Record<string, unknown>>`select * from outbox order by seq`.execute(db)).rows
const makeDue = () => sql`update outbox set due_at = now()`.execute(db)

test('sends what was committed, and nothing that was rolled back', async () => {
  const sent: string[] = []
  const outbox = start(async (mail) => void sent.push(mail.to))
  await db.transaction().execute((tx) => outbox.enqueue(tx, email('yes@example.test')))
  await expect(
    db.transaction().execute(async (tx) => {
      await outbox.enqueue(tx, email('no@example.test'))
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  outbox.wake()
  await expect.poll(() => sent).toEqual(['yes@example.test'])
  await outbox.enqueue(db, email('later@example.test'))
  outbox.wake()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent).toEqual(['yes@example.test', 'later@example.test'])
})

test('sends one person’s mails one after the other, in the order in which they were written', async () => {
  const sent: string[] = []
  let wait = 200
  const outbox = start(async ({ subject }) => {
    wait -= 50
    await sleep(wait + 50)
    sent.push(subject)
  })
  await db.transaction().execute(async (tx) => {
    for (const subject of ['shipped', 'on the way', 'delivered'])
      await outbox.enqueue(tx, { ...email('asha@example.test'), subject })
  })
  outbox.wake()
  await expect.poll(() => sent).toEqual(['shipped', 'on the way', 'delivered'])
  // A mail is marked as sent a moment after the transport has accepted it.
  await expect.poll(rows).toMatchObject(Array(3).fill({ outcome: 'sent', attempts: 1 }))
})

test('deletes subject and texts of a secret mail once it is sent', async () => {
  const outbox = start(async () => {})
  await outbox.enqueue(db, { ...email('a@example.test'), html: '<b>424242</b>', secret: true, subject: '424242' })
  await expect.poll(async () => (await rows())[0]?.outcome).toBe('sent')
  expect(JSON.stringify(await rows())).not.toContain('424242')
})

test('puts subject and address on one line each', async () => {
  const mails: OutgoingMail[] = []
  const outbox = start(async (mail) => void mails.push(mail))
  await outbox.enqueue(db, {
    to: 'a@example.test\r\nBcc: b@example.test',
    subject: 'Hi\r\nBcc: b@example.test',
    text: '',
  })
  await expect.poll(() => mails.length).toBe(1)
  expect(mails[0]?.subject).toBe('Hi Bcc: b@example.test')
  expect(mails[0]?.to).not.toMatch(/\s/)
})

test('retries under the same Message-ID until the mail server accepts it', async () => {
  const ids: string[] = []
  let down = true
  const outbox = start(async (mail) => {
    ids.push(mail.id)
    if (down) throw new Error('connection refused')
  })
  for (let n = 0; n < 3; n++) await outbox.enqueue(db, email(`a${n}@example.test`))
  await expect.poll(async () => (await outbox.stats()).failed).toBeGreaterThan(4)
  // While the server is down only the first mails are tried; which ones depends on timing.
  const errors = (await rows()).map((row) => row.last_error)
  expect(errors[0]).toBe('connection refused')
  expect(errors.every((error) => error === null || error === 'connection refused')).toBe(true)
  expect((await rows()).map((row) => row.done_at)).toEqual(Array(3).fill(null))
  down = false
  await expect.poll(() => outbox.stats()).toMatchObject({ waiting: 0, sent: 3 })
  expect(new Set(ids).size).toBe(3)
})

test('sends all mail in order after an outage, codes first, and tries few of them meanwhile', async () => {
  const sent: string[] = []
  let tries = 0
  const tried = new Set<string>()
  let isDown = true
  const outbox = start(async (mail) => {
    tries += 1
    tried.add(mail.to)
    if (isDown) throw new Error('connection refused')
    sent.push(mail.to)
  })
  const wanted = Array.from({ length: 40 }, (_, n) => `a${n}@example.test`)
  for (const to of wanted) {
    await outbox.enqueue(db, email(to))
    outbox.wake()
    await sleep(5)
  }
  const expiresAt = new Date(Date.now() + 600_000)
  await outbox.enqueue(db, { ...email('code@example.test'), expiresAt })
  await expect.poll(() => tries).toBeGreaterThan(10)
  expect(tried.size).toBeLessThan(20)
  isDown = false
  await expect.poll(() => outbox.stats(), { timeout: 5000 }).toMatchObject({ waiting: 0, sent: 41 })
  expect(sent.indexOf('code@example.test')).toBeLessThan(5)
  const places = sent.filter((to) => to !== 'code@example.test').map((to) => wanted.indexOf(to))
  expect(places.filter((place, index) => Math.abs(place - index) > 5)).toEqual([])
})

test('does not let mails that break the connection block the others', async () => {
  const sent: string[] = []
  const outbox = start(async (mail) => {
    if (mail.to.startsWith('poison')) throw new Error('connection closed')
    sent.push(mail.to)
  })
  for (const to of ['poison1', 'poison2', 'poison3', 'a', 'b', 'c', 'd', 'e', 'f'])
    await outbox.enqueue(db, email(`${to}@example.test`))
  outbox.wake()
  await expect.poll(() => sent.length).toBe(6)
  // A mail is marked as sent a moment after the transport has accepted it.
  await expect.poll(async () => (await rows()).filter((row) => row.done_at === null)).toHaveLength(3)
  await outbox.enqueue(db, email('late@example.test'))
  outbox.wake()
  await expect.poll(() => sent.length).toBe(7)
})

test('keeps the order with a server that ends all connections after each mail', async () => {
  const sent: string[] = []
  const connections = new Set<(error: Error) => void>()
  const outbox = start(async (mail) => {
    const { promise, reject } = Promise.withResolvers<never>()
    connections.add(reject)
    await Promise.race([sleep(2), promise])
    connections.delete(reject)
    for (const cut of connections) cut(new Error('connection closed'))
    sent.push(mail.to)
  })
  const wanted = Array.from({ length: 20 }, (_, n) => `a${n}@example.test`)
  await db.transaction().execute(async (tx) => {
    for (const to of wanted) await outbox.enqueue(tx, email(to))
  })
  outbox.wake()
  await expect.poll(() => sent.length).toBe(20)
  expect(sent.filter((to, index) => Math.abs(wanted.indexOf(to) - index) > 5)).toEqual([])
})

test('does not let a whole batch of such mails hold up a code, nor what comes after it', async () => {
  const sent: string[] = []
  const outbox = start(async (mail) => {
    if (mail.to.startsWith('poison')) throw new Error('connection closed')
    sent.push(mail.to)
  })
  for (let n = 0; n < 5; n++) await outbox.enqueue(db, email(`poison${n}@example.test`))
  await outbox.enqueue(db, email('behind@example.test'))
  await expect.poll(async () => (await outbox.stats()).failed).toBeGreaterThan(4)
  await outbox.enqueue(db, { ...email('code@example.test'), expiresAt: new Date(Date.now() + 600_000) })
  outbox.wake()
  await expect.poll(() => sent, { timeout: 5000 }).toEqual(['code@example.test', 'behind@example.test'])
})

test('does not let a permanent failure of one recipient block the others', async () => {
  const sent: string[] = []
  const outbox = start(async (mail) => {
    if (mail.to.startsWith('gone')) throw new MailRejected('permanent', '550 no such user')
    sent.push(mail.to)
  })
  for (const to of ['gone1', 'a', 'gone2', 'b']) await outbox.enqueue(db, email(`${to}@example.test`))
  outbox.wake()
  await expect.poll(() => sent.toSorted()).toEqual(['a@example.test', 'b@example.test'])
  await expect.poll(async () => (await rows()).map((row) => row.attempts)).toEqual([1, 1, 1, 1])
})

test('does not send an expired mail, and deletes its text', async () => {
  const sent: string[] = []
  await createOutbox({
    db,
    transport: { send: async () => {}, check: async () => {}, close: async () => {} },
    log,
  }).enqueue(db, { ...email('late@example.test'), expiresAt: new Date(Date.now() - 1000) })
  const outbox = start(async (mail) => void sent.push(mail.to))
  await expect.poll(() => outbox.stats()).toMatchObject({ waiting: 0, expired: 1, sent: 0 })
  expect(sent).toEqual([])
  expect(JSON.stringify(await rows())).not.toContain('424242')
})

test('gives up after a day of permanent failures', async () => {
  const outbox = start(async () => {
    throw new MailRejected('permanent', '550 no such user')
  })
  await outbox.enqueue(db, email('gone@example.test'))
  await expect.poll(async () => (await rows())[0]?.last_error).toBe('550 no such user')
  await sql`update outbox set created_at = now() - interval '25 hours'`.execute(db)
  await makeDue()
  await expect.poll(async () => (await rows())[0]?.outcome).toBe('refused')
  expect(JSON.stringify(await rows())).not.toContain('424242')
})

test('sends each mail once however many instances run', async () => {
  const sent: string[] = []
  const send = async (mail: OutgoingMail) => {
    await sleep(3)
    sent.push(mail.to)
  }
  const running = [start(send), start(send), start(send)]
  await Promise.all(Array.from({ length: 60 }, (_, n) => running[n % 3]?.enqueue(db, email(`a${n}@example.test`))))
  for (const outbox of running) outbox.wake()
  await expect.poll(() => running[0]?.stats()).toMatchObject({ waiting: 0 })
  expect(sent).toHaveLength(60)
  expect(new Set(sent).size).toBe(60)
})

test('sends the mail of an instance that died while sending', async () => {
  const sent: string[] = []
  const { promise: hanging, resolve: endHanging } = Promise.withResolvers<void>()
  start(() => hanging)
  await outboxes[0]?.enqueue(db, email('a@example.test'))
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
  const second = start(async (mail) => void sent.push(mail.to))
  await second.send()
  expect(sent).toEqual([])
  await sql`update outbox set due_at = now()`.execute(db)
  second.wake()
  await expect.poll(() => sent).toEqual(['a@example.test'])
  endHanging()
})
