import { expect, test } from 'vitest'
import { failureText, readFailureText } from './failure-text.ts'

test('only a refusal of the shop means that nothing was saved: after a fault a change may have been made', () => {
  for (const failed of [
    { status: 500, message: 'x' },
    { status: 502, message: '' },
    { status: 503, message: '' },
  ]) {
    expect(failureText(failed)).not.toContain('nothing was saved')
    expect(failureText(failed)).toContain('isn’t known')
  }
  expect(failureText({ status: 403, message: '' })).toContain('nothing was saved')
})

test('a failed reading says nothing about saving, and a busy shop has a sentence of its own', () => {
  for (const status of [0, 500, 502]) {
    expect(failureText({ status, message: 'x' })).toContain('saved')
    expect(readFailureText({ status, message: 'x' })).not.toContain('saved')
  }
  expect(readFailureText({ status: 403, message: '' })).not.toContain('saved')
  for (const status of [400, 503]) {
    expect(failureText({ status, message: 'Say why.' })).toBe('Say why.')
    expect(readFailureText({ status, message: 'Say why.' })).toBe('Say why.')
  }
})
