import { expect, test } from 'vitest'
import { actorText } from './actor-text.ts'

test.each([
  ['Asha Rao (owner)', 'staff', 'Asha Rao'],
  ['meera@shop.example (manager)', undefined, 'meera@shop.example'],
  ['Warehouse (program)', 'staff', 'Warehouse (API key)'],
  ['root, command line (owner)', undefined, 'root, on the server'],
  ['lWqT8QmXr3mZ0vS1pYb2Aw', 'customer', 'A customer'],
  ['forget', 'system', 'The shop'],
  ['Delhivery', 'system', 'Delhivery'],
  ['the customer', undefined, 'the customer'],
])('%s of the kind %s is “%s”', (actor, kind, text) => {
  expect(actorText(actor, kind)).toBe(text)
})
