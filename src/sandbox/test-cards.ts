/** A test card. It pays if `reason` is null, and otherwise fails with that reason. */
interface TestCard {
  number: string
  network: string
  label: string
  reason: string | null
}

const paying = (number: string, network: string): TestCard => ({ number, network, label: 'pays', reason: null })
const failing = (number: string, label: string, reason: string): TestCard => {
  return { number, network: 'Visa', label, reason }
}

/** The provider's published test cards. No other number is accepted, so no real card is ever stored. */
export const TEST_CARDS: readonly TestCard[] = [
  paying('4100280000001007', 'Visa'),
  paying('5500670000001002', 'MasterCard'),
  paying('6527658900001005', 'RuPay'),
  paying('36082800091007', 'Diners Club'),
  paying('340256000401007', 'American Express'),
  failing('4100280000090000', 'times out', 'payment_timed_out'),
  failing('4100280000080001', 'insufficient funds', 'insufficient_fund'),
  failing('4100280000070002', 'cancelled', 'payment_cancelled'),
  failing('4100280000060003', 'declined', 'card_declined'),
  failing('4100280000030006', 'not enabled online', 'card_disabled_for_online_payments'),
  failing('4100280000010008', 'invalid number', 'card_number_invalid'),
  failing('4100280000020007', 'gateway error', 'gateway_technical_error'),
  failing('4100280000000009', 'authentication fails', 'authentication_failed'),
]

/** The provider's test UPI addresses. */
export const UPI_SUCCESS = 'success@razorpay'
export const UPI_FAILURE = 'failure@razorpay'

type Source = 'customer' | 'issuer_bank' | 'gateway'

const REASONS: Readonly<Record<string, readonly [Source, string]>> = {
  payment_timed_out: ['customer', 'Payment was not completed on time.'],
  insufficient_fund: [
    'issuer_bank',
    'Your payment could not be completed due to insufficient account balance. Try again with another card or account.',
  ],
  payment_cancelled: ['customer', 'Payment was cancelled by the customer.'],
  card_declined: [
    'issuer_bank',
    "Your payment didn't go through as it was declined by the bank. Try another payment method or contact your bank.",
  ],
  card_disabled_for_online_payments: [
    'issuer_bank',
    "Your payment didn't go through as your card is not enabled for online payments. Try another card.",
  ],
  card_number_invalid: ['customer', "You've entered an incorrect card number. Try again."],
  gateway_technical_error: [
    'gateway',
    'Your payment could not be completed due to a temporary technical issue. To complete the payment, use another payment method.',
  ],
  authentication_failed: [
    'customer',
    "Your payment didn't go through as the bank could not confirm it was you. Try again.",
  ],
  incorrect_otp: ['customer', "You've entered an incorrect OTP. Try again."],
  payment_failed: ['issuer_bank', 'The bank did not approve the payment. Try again or use another way to pay.'],
}

/** The error fields of a payment that didn't fail. */
export const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
}
/** Why a payment failed, in the fields of the provider's payment entity. */
export type PaymentError = { [Name in keyof typeof NO_ERROR]: string | null }

/** The provider's error for a reason. */
export function paymentError(reason: string): PaymentError {
  const [source, description] = REASONS[reason] ?? ['issuer_bank', 'Payment failed.']
  return {
    error_code: source === 'gateway' ? 'GATEWAY_ERROR' : 'BAD_REQUEST_ERROR',
    error_description: description,
    error_source: source,
    error_step: source === 'customer' ? 'payment_authentication' : 'payment_authorization',
    error_reason: reason,
  }
}
