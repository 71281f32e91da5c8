import { expect, test } from 'vitest'
import { staffContract } from '#shop/staff-contract.ts'
import { leafCommands } from './command-tree.ts'
import { program } from './main.ts'
import { SCREEN_CALLS } from './screen-calls.ts'

test('every call of the staff site has its command, or a reason for none', { tags: 'A45' }, () => {
  const named = leafCommands(program).flatMap(({ command }) => command.calls)
  const without = Object.values(SCREEN_CALLS).flat()
  const calls = Object.keys(staffContract)
  expect(calls.filter((call) => ![...named, ...without].some((one) => one === call))).toEqual([])
  expect(without.filter((call) => named.includes(call) || !calls.includes(call))).toEqual([])
})
