import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Hex HMAC-SHA256, the form of every signature of this provider (of the raw body for webhooks). */
export function hmacHex(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** The signature checkout hands to the shop: `hmac(key_secret, order_id + "|" + payment_id)`. */
export function signPayment(keySecret: string, orderId: string, paymentId: string): string {
  return hmacHex(keySecret, `${orderId}|${paymentId}`)
}

/** Compares two secrets without telling by its duration where they differ, nor how long they are. */
export function sameSecret(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

/** The same signature with its last digit changed: well formed, and wrong. */
export function spoilSignature(signature: string): string {
  return signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0')
}
