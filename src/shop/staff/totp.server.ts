import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** 160 bits (RFC 4226, section 4). */
const SECRET_BYTES = 20

/** An authenticator's secret, in its forms. */
export interface NewTotp {
  bytes: Buffer
  /** Base32, to be typed. */
  secret: string
  /** What a QR code holds: otpauth://totp/… */
  uri: string
}

export function createTotp(label: string, issuer: string): NewTotp {
  const secret = new Secret({ size: SECRET_BYTES })
  const uri = totpOf(secret, { label, issuer }).toString()
  return { bytes: Buffer.from(secret.bytes), secret: secret.base32, uri }
}

/**
 * The time step of a code (RFC 6238; SHA-1, six digits, 30 s), or null if it's wrong. The steps before and after the
 * current one are taken too.
 */
export function stepOf(secret: Buffer, code: string, now: Date): number | null {
  const totp = totpOf(new Secret({ buffer: new Uint8Array(secret).buffer }), {})
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

function totpOf(secret: Secret, names: { label?: string; issuer?: string }): TOTP {
  return new TOTP({ algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret, ...names })
}
