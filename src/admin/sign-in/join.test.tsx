// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { refusal, showScreen } from '../../../tests/support/staff-screen.tsx'
import { Component } from './join.tsx'

test('a new shop’s owner is asked for an address before anything is called wrong', async () => {
  const message = 'Please give your e-mail address.'
  const errors = [{ path: 'email', message }]
  const screen = await showScreen({ Component }, () =>
    refusal(400, 'invalid_input', { detail: message, message, errors }),
  )
  await screen.press('Get started')
  await screen.says('Your e-mail address')
  expect(screen.text()).not.toContain(message)
  await screen.type('Your e-mail address', 'asha@nowhere.example')
  await screen.press('Get started')
  await screen.says(message)
})
