// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { ScanField } from './scan-field.tsx'

test('a code ends with Enter, Tab or a line feed; Tab in an empty field leads on', async () => {
  const scans: string[] = []
  const Component = () => <ScanField label="Scan" onScan={(text) => scans.push(text)} />
  const screen = await showScreen({ Component }, () => null)
  /** True if the browser still does what the key is for. */
  const key = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
    act(() => void document.querySelector('input')?.dispatchEvent(event))
    return !event.defaultPrevented
  }
  expect(key({ key: 'Tab' })).toBe(true)
  for (const end of [{ key: 'Tab' }, { key: 'Enter' }, { key: 'j', ctrlKey: true }]) {
    await screen.type('Scan', 'TEE-BLK-M')
    expect(key(end)).toBe(false)
    expect(screen.value('Scan')).toBe('')
    expect(key({ key: 'Tab' })).toBe(true)
  }
  await screen.type('Scan', 'TEE')
  expect(key({ key: 'Tab', shiftKey: true })).toBe(true)
  expect(scans).toEqual(['TEE-BLK-M', 'TEE-BLK-M', 'TEE-BLK-M'])
})
