// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { DayField } from './day-field.tsx'

test('a day is typed as it’s said, and shown with its year; what is no day is said and kept out of the form', async () => {
  function Component() {
    const [day, setDay] = useState('2026-10-30')
    return (
      <form>
        <DayField label="Day" value={day} onChange={setDay} />
        <output>{`value ${day}`}</output>
      </form>
    )
  }
  const screen = await showScreen({ Component }, () => ({}))
  expect(screen.value('Day')).toBe('30 Oct 2026')
  const isValid = () => document.querySelector('form')?.checkValidity()
  await screen.type('Day', '5/1/2027')
  await screen.says('value 2027-01-05')
  expect(isValid()).toBe(true)
  await screen.type('Day', 'someday')
  const leave = () => document.querySelector('input')?.blur()
  expect(screen.text()).not.toContain('Enter a day')
  await act(async () => leave())
  await screen.says('Enter a day, e.g. 30 Oct or tomorrow.')
  await screen.says('value someday')
  expect(isValid()).toBe(false)
  await screen.type('Day', '')
  await screen.says('value ')
  expect(isValid()).toBe(true)
})

test('a form by names sends the day that was typed', async () => {
  const Component = () => (
    <form>
      <DayField label="From" name="from" value="2026-10-30" />
    </form>
  )
  const screen = await showScreen({ Component }, () => ({}))
  await screen.type('From', '4 Dec 2026')
  const form = document.querySelector('form')
  expect(form && [...new FormData(form)]).toEqual([['from', '2026-12-04']])
})
