import { expect, test } from 'vitest'
import { validateMessage } from './validate-message.ts'

const valid = { firstName: 'A', lastName: 'B', email: 'a@b.example', phone: '+91 98200 00000', message: 'Hello' }

test('all five fields of the contact form are required', { tags: 'S5.14' }, () => {
  expect(validateMessage(valid)).toEqual({})
  for (const field of ['firstName', 'lastName', 'email', 'phone', 'message'] as const)
    expect(Object.keys(validateMessage({ ...valid, [field]: '  ' }))).toEqual([field])
})

test('an e-mail address and a phone number must be valid', () => {
  expect(validateMessage({ ...valid, email: 'nobody', phone: 'call me' })).toEqual({
    email: 'Please enter a valid e-mail address.',
    phone: 'Please enter a valid phone number.',
  })
})
