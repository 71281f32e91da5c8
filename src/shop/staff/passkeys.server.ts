import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Shop } from '../shop.server.ts'
import { findPasskey, listPasskeys, type Passkey, storeChallenge, takeChallenge } from './factors-sql.server.ts'
import type { Person } from './sql.server.ts'

/** Loaded with the first passkey, for a faster start. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** Passkeys (WebAuthn level 3) of the shop's own origin, which the authenticator confirms with its owner's PIN or finger. */
export function createPasskeys({ db, config, settings }: Pick<Shop, 'db' | 'config' | 'settings'>) {
  const { origin, hostname: rpID } = new URL(config.publicUrl)
  return {
    async registrationOptions({ id, email, name }: Person) {
      const [known, { generateRegistrationOptions }] = [await listPasskeys(db, id), await loadWebAuthn()]
      const options = await generateRegistrationOptions({
        rpName: settings()['shop.name'] || rpID,
        rpID,
        userID: new TextEncoder().encode(id),
        userName: email,
        userDisplayName: name || email,
        attestationType: 'none',
        excludeCredentials: known,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await storeChallenge(db, options.challenge, id)
      return { ...options }
    },

    /** The passkey of an answer to `registrationOptions`, or null. */
    async checkRegistration(staffId: string, answer: unknown): Promise<Passkey | null> {
      const { verifyRegistrationResponse } = await loadWebAuthn()
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          // Safe cast: SimpleWebAuthn checks every part of it.
          response: answer as RegistrationResponseJSON,
          expectedChallenge: (challenge) => takeChallenge(db, challenge, staffId),
          expectedOrigin: origin,
          expectedRPID: rpID,
        })
        if (!verified) return null
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential
        return { id, staffId, publicKey: Buffer.from(publicKey), counter, transports }
      } catch {
        return null
      }
    },

    async signInOptions() {
      const { generateAuthenticationOptions } = await loadWebAuthn()
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      await storeChallenge(db, options.challenge, null)
      return { ...options }
    },

    /** The passkey of an answer to `signInOptions`, with its new counter, or null. */
    async checkSignIn(answer: unknown): Promise<Passkey | null> {
      // Safe cast: as above.
      const response = answer as AuthenticationResponseJSON
      const passkey = await findPasskey(db, response.id)
      if (!passkey) return null
      const { verifyAuthenticationResponse } = await loadWebAuthn()
      try {
        const { id, publicKey, counter, transports } = passkey
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          expectedChallenge: (challenge) => takeChallenge(db, challenge, null),
          expectedOrigin: origin,
          expectedRPID: rpID,
          credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
        })
        return verified ? { ...passkey, counter: authenticationInfo.newCounter } : null
      } catch {
        return null
      }
    },
  }
}
