import type { PaymentError } from './records.ts'

/** A card of the provider's test set: `reason` null pays, any other fails with it. */
export type TestCard = { number: string; network: string; label: string; reason: string | null }

/** The provider's published test cards. No other number is accepted here. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4100280000001007', network: 'Visa', label: 'pays', reason: null },
  { number: '5500670000001002', network: 'MasterCard', label: 'pays', reason: null },
  { number: '6527658900001005', network: 'RuPay', label: 'pays', reason: null },
  { number: '36082800091007', network: 'Diners Club', label: 'pays', reason: null },
  { number: '340256000401007', network: 'American Express', label: 'pays', reason: null },
  { number: '4100280000090000', network: 'Visa', label: 'times out', reason: 'payment_timed_out' },
  { number: '4100280000080001', network: 'Visa', label: 'insufficient funds', reason: 'insufficient_fund' },
  { number: '4100280000070002', network: 'Visa', label: 'cancelled', reason: 'payment_cancelled' },
  { number: '4100280000060003', network: 'Visa', label: 'declined', reason: 'card_declined' },
  {
    number: '4100280000030006',
    network: 'Visa',
    label: 'not enabled online',
    reason: 'card_disabled_for_online_payments',
  },
  { number: '4100280000010008', network: 'Visa', label: 'invalid number', reason: 'card_number_invalid' },
  { number: '4100280000020007', network: 'Visa', label: 'gateway error', reason: 'gateway_technical_error' },
  { number: '4100280000000009', network: 'Visa', label: 'authentication fails', reason: 'authentication_failed' },
]

/** The provider's test UPI addresses. */
export const UPI_SUCCESS = 'success@razorpay'
export const UPI_FAILURE = 'failure@razorpay'

/** The test card with this number (spaces and hyphens do not count), if there is one. */
export function findTestCard(number: string): TestCard | null {
  const digits = number.replaceAll(/[\s-]/g, '')
  return TEST_CARDS.find((card) => card.number === digits) ?? null
}

const SENTENCES: Readonly<Record<string, string>> = {
  payment_timed_out: 'Payment was not completed on time.',
  insufficient_fund:
    'Your payment could not be completed due to insufficient account balance. Try again with another card or account.',
  payment_cancelled: 'Payment was cancelled by the customer.',
  card_declined:
    "Your payment didn't go through as it was declined by the bank. Try another payment method or contact your bank.",
  card_disabled_for_online_payments:
    "Your payment didn't go through as your card is not enabled for online payments. Try another card.",
  card_number_invalid: "You've entered an incorrect card number. Try again.",
  gateway_technical_error:
    'Your payment could not be completed due to a temporary technical issue. To complete the payment, use another payment method.',
  authentication_failed: "Your payment didn't go through as the bank could not confirm it was you. Try again.",
  incorrect_otp: "You've entered an incorrect OTP. Try again.",
  payment_failed: 'The bank did not approve the payment. Try again or use another way to pay.',
}

const CUSTOMER_REASONS = new Set([
  'payment_timed_out',
  'payment_cancelled',
  'card_number_invalid',
  'authentication_failed',
  'incorrect_otp',
])

/** The provider's error for a reason: its code, its sentence, who caused it and in which step. */
export function paymentError(reason: string): PaymentError {
  const gateway = reason === 'gateway_technical_error'
  const customer = CUSTOMER_REASONS.has(reason)
  return {
    code: gateway ? 'GATEWAY_ERROR' : 'BAD_REQUEST_ERROR',
    description: SENTENCES[reason] ?? 'Payment failed.',
    source: gateway ? 'gateway' : customer ? 'customer' : 'issuer_bank',
    step: customer ? 'payment_authentication' : 'payment_authorization',
    reason,
  }
}
