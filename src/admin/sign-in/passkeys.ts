import type { ApiResult } from '#platform/api/client.ts'
import { deviceStorage } from '#platform/browser/storage.ts'
import { t } from '#platform/text/t.ts'
import type { StaffMember } from '#shop/staff/staff-contract.ts'
import { callOnce } from '../api.ts'

/** What a second factor leads to. */
export type SignedIn = { staff: StaffMember; spareCodes?: string[] | undefined }

/** True if this browser has passkeys; it has them only on https and on this machine itself. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

const USED = 'usedPasskey'

/** True if a passkey was used or added on this device: there it comes first. */
export const hasUsedPasskey = () => hasPasskeys() && deviceStorage.readText(USED) !== null

/** Makes a passkey on this device. `make`: how calls are made. */
export function addPasskey(make: typeof callOnce): Promise<ApiResult<SignedIn>> {
  return withDevice(async ({ startRegistration }) => {
    const options = await make('POST /passkeys/options')
    if (!options.ok) return options
    // Safe cast: WebAuthn's own JSON, which the contract passes on as it is.
    const optionsJSON = options.data as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
    const passkey = await startRegistration({ optionsJSON })
    return make('POST /passkeys', { body: { ...passkey } })
  })
}

/** Signs in with a passkey, or renews the second factor. */
export function signInByPasskey(): Promise<ApiResult<SignedIn>> {
  return withDevice(async ({ startAuthentication }) => {
    const options = await callOnce('POST /passkeys/login/options')
    if (!options.ok) return options
    // Safe cast: as above.
    const optionsJSON = options.data as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
    const passkey = await startAuthentication({ optionsJSON })
    return callOnce('POST /passkeys/login', { body: { ...passkey } })
  })
}

type Library = typeof import('@simplewebauthn/browser')

/** The library throws if the person stops the browser's own dialog, or there is no passkey here. */
async function withDevice(work: (library: Library) => Promise<ApiResult<SignedIn>>): Promise<ApiResult<SignedIn>> {
  try {
    const result = await work(await import('@simplewebauthn/browser'))
    if (result.ok) deviceStorage.writeText(USED, 'yes')
    return result
  } catch {
    const message = t('No passkey was used. Try again, or use the other way below.')
    return { ok: false, status: 400, code: null, message, problem: null }
  }
}
