import { expect, test } from 'vitest'
import { createAdmission } from './admission.server.ts'

const turn = () => new Promise((done) => setImmediate(done))

/** Enters so many and counts who is in. */
function enterMany(admission: ReturnType<typeof createAdmission>, count: number) {
  const state = { begun: [] as number[], late: [] as number[] }
  for (let index = 0; index < count; index++)
    void admission.enter().then((isIn) => (isIn ? state.begun : state.late).push(index))
  return state
}

test('one piece of work begins at once, and a second one in the next turn', async () => {
  const admission = createAdmission()
  const state = enterMany(admission, 2)
  await Promise.resolve()
  expect(state.begun).toEqual([0])
  await turn()
  await turn()
  expect(state.begun).toEqual([0, 1])
})

test('a turn begins a few pieces, in the order in which they came; slow ones fill it sooner', async () => {
  const quick = createAdmission(() => 0)
  const state = enterMany(quick, 40)
  await turn()
  expect(state.begun).toEqual(Array.from({ length: 17 }, (_, index) => index).slice(0, state.begun.length))
  expect(state.begun.length).toBeLessThan(18)
  let time = 0
  const slow = createAdmission(() => (time += 10))
  const few = enterMany(slow, 40)
  await turn()
  expect(few.begun).toEqual([0])
})

test('what is begun has an end: the others wait until a place is free, and too many are refused', async () => {
  let time = 0
  const admission = createAdmission(() => time)
  const state = enterMany(admission, 164)
  for (let count = 0; count < 40; count++) await turn()
  expect(state.begun).toHaveLength(64)
  expect(admission.waiting()).toBe(100)
  expect(admission.isFull()).toBe(false)
  time = 1100
  expect(admission.isFull()).toBe(true)
  for (let count = 0; count < 40; count++) admission.leave()
  for (let count = 0; count < 10; count++) await turn()
  expect(state.begun).toHaveLength(104)
  expect(admission.isFull()).toBe(false)
  enterMany(admission, 512)
  expect(admission.isFull()).toBe(true)
})

test('who has waited too long in a long line is refused when the turn comes, and costs nobody else a place', async () => {
  let time = 0
  const admission = createAdmission(() => time)
  enterMany(admission, 64)
  for (let count = 0; count < 20; count++) await turn()
  const patient = enterMany(admission, 3)
  time = 1600
  const recent = enterMany(admission, 65)
  admission.leave()
  for (let count = 0; count < 4; count++) await turn()
  expect([patient.begun, patient.late, recent.begun]).toEqual([[], [0, 1, 2], [0]])
})

test('a few are let in however long they waited: a machine that stood still is not overloaded', async () => {
  let time = 0
  const admission = createAdmission(() => time)
  enterMany(admission, 64)
  for (let count = 0; count < 20; count++) await turn()
  const patient = enterMany(admission, 3)
  time = 60_000
  expect(admission.isFull()).toBe(false)
  for (let count = 0; count < 3; count++) admission.leave()
  for (let count = 0; count < 4; count++) await turn()
  expect([patient.begun, patient.late]).toEqual([[0, 1, 2], []])
})
