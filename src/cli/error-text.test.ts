import { expect, test } from 'vitest'
import { CommandError } from './command.ts'
import { errorText } from './error-text.ts'

test('a full disk is called that, whether the database or the file system says so', () => {
  const words = 'could not extend file "base/16385/17155": No space left on device'
  for (const code of ['53100', 'ENOSPC'])
    expect(errorText(Object.assign(new Error(words), { code }))).toMatch(/^The disk is full, so nothing was changed\./)
})

test('other errors are their first line, and a command’s own are whole', () => {
  expect(errorText(new Error('one\ntwo'))).toBe('one (LOG_LEVEL=debug prints more.)')
  expect(errorText(new CommandError('one\ntwo'))).toBe('one\ntwo')
})
