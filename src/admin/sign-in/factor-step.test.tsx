// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { CodeStep, EmailStep } from './code-steps.tsx'
import { EnrolStep } from './enrol-step.tsx'
import { FactorStep } from './factor-step.tsx'

const none = () => {}

test('a passkey is offered to whoever has one, and a lost phone has its way', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  const Totp = () => <FactorStep factors={['totp']} onSignedIn={none} onEnded={none} />
  const withApp = await showScreen({ Component: Totp }, () => null)
  expect(withApp.has('Use a passkey')).toBe(false)
  expect(withApp.text()).toContain('npm run shop -- staff reset')
  withApp.close()
  const Passkey = () => <FactorStep factors={['passkey']} onSignedIn={none} onEnded={none} />
  const withPasskey = await showScreen({ Component: Passkey }, () => null)
  expect(withPasskey.has('Use a passkey')).toBe(true)
  expect(withPasskey.value('Spare code')).toBe('')
  withPasskey.close()
  // Within a session it's asked for.
  const Session = () => <FactorStep onSignedIn={none} onEnded={none} />
  const session = await showScreen({ Component: Session }, () => ({ items: [{ kind: 'totp' }], spareCodes: 2 }))
  expect(session.calls.map(({ name }) => name)).toEqual(['GET /factors'])
  await expect.poll(() => session.has('Use a passkey')).toBe(false)
})

test('a passkey comes first on a device that has signed in with one', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.doMock('@simplewebauthn/browser', () => ({ startAuthentication: async () => ({ id: 'key' }) }))
  const Component = () => <EmailStep onCode={none} onSignedIn={none} />
  const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
  const first = await showScreen({ Component }, () => ({}))
  expect(buttons()).toEqual(['E-mail me a code', 'Use a passkey'])
  await first.press('Use a passkey')
  await expect.poll(() => first.calls.map(({ name }) => name)).toContain('POST /passkeys/login')
  await expect.poll(() => localStorage.getItem('usedPasskey')).toBe('yes')
  first.close()
  const second = await showScreen({ Component }, () => ({}))
  expect(buttons()).toEqual(['Use a passkey', 'E-mail me a code'])
  second.close()
})

test('a code is whole with whatever its digits are pasted', async () => {
  const Component = () => <CodeStep email="asha@shop.example" onVerified={none} onBack={none} />
  const screen = await showScreen({ Component }, () => null)
  for (const pasted of ['609 750', ' 609-750\n', 'Code: 609\u202f750.', '६०९ ७५०', '609750']) {
    await screen.type('Code from the e-mail', pasted)
    expect(screen.value('Code from the e-mail'), pasted).toBe('609750')
    expect(document.querySelector('input[name=otp]')?.hasAttribute('maxlength')).toBe(false)
  }
  screen.close()
})

test('on the phone that has the authenticator, its key is opened or copied, not typed', async () => {
  const uri = 'otpauth://totp/Kesar?secret=ABCDEFGH'
  const Component = () => <EnrolStep onSignedIn={none} onEnded={none} />
  const screen = await showScreen({ Component }, () => ({ uri, secret: 'ABCDEFGH', qr: '<svg/>' }))
  await screen.press('An authenticator app')
  expect(document.querySelector(`a[href="${uri}"]`)?.textContent).toBe('Open in the app')
  expect(screen.has('Copy key')).toBe(true)
})
