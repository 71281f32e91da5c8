import { expect, test } from 'vitest'
import { phoneHref, phoneText } from './phone.ts'

test.each([
  ['9820010137', '98200 10137'],
  ['+919820010137', '+91 98200 10137'],
  ['+91-98200 10137', '+91 98200 10137'],
  ['09820010137', '098200 10137'],
  ['022 2640 0000', '022 2640 0000'],
  ['+1 212 555 0100', '+1 212 555 0100'],
  ['', ''],
])('%j reads %j', (phone, text) => {
  expect(phoneText(phone)).toBe(text)
  expect(phoneHref(text)).toBe(phoneHref(phone))
})
