import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { describeApi, refusalOf } from '#platform/api/openapi.server.ts'
import { contract } from '#shop/contract.ts'

const DESCRIPTION = `Every call of the Fourth ProgressStep storefront, and nothing that it does not use.

- Prices are numbers in rupees with at most two decimals; \`amount\` of create-order alone is in whole paise.
- Every \`_id\` is a text. A product's is its readable slug; all others can't be guessed or counted.
- Signing in: POST /user/login sends a six-digit code by mail, POST /user/verifyOtp trades it for a bearer token.
- Errors are \`application/problem+json\` (RFC 9457); \`message\` is a sentence that a shopper can be shown.
- POST calls that create take an optional \`Idempotency-Key\`.
- Limits (429, \`Retry-After\`) stand on sign-in, contact and newsletter only.`

/** The payment provider's webhook. The storefront does not call it: it is authenticated by a signature. */
const webhook: ZodOpenApiPathsObject = {
  '/webhooks/razorpay': {
    post: {
      operationId: 'postWebhooksRazorpay',
      summary: 'Takes an event of the payment provider, however often it comes and in whatever order',
      tags: ['Checkout'],
      security: [],
      requestParams: {
        header: z.object({
          'X-Razorpay-Signature': z
            .string()
            .meta({ description: 'HMAC-SHA-256 of the raw body with the webhook secret, in hex.' }),
          'X-Razorpay-Event-Id': z.string().optional().meta({ description: 'The same on every repetition.' }),
        }),
      },
      requestBody: {
        required: true,
        content: { 'application/json': { schema: z.looseObject({ event: z.string() }) } },
      },
      responses: {
        '200': {
          description: 'Genuine: stored, and acted on.',
          content: { 'application/json': { schema: z.object({ received: z.literal(true) }) } },
        },
        '400': { ...refusalOf(400), description: 'The signature does not match.' },
        '413': { ...refusalOf(413), description: 'The body is larger than 256 KB.' },
        '500': refusalOf(500),
        '503': refusalOf(503),
      },
    },
  },
}

/** The shop's API for machines: OpenAPI 3.1. */
export function apiDocument() {
  return describeApi(contract, { title: 'Fourth ProgressStep', version: '1', description: DESCRIPTION }, webhook)
}
