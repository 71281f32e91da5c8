import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { describeApi, errorResponseOf, STAFF_AUDIENCE } from '#platform/api/openapi.server.ts'
import { contract } from '#shop/contract.ts'
import { staffContract } from '#shop/staff-contract.ts'

const DESCRIPTION = `All calls of the storefront.

- Prices are numbers in rupees with at most two decimals; \`amount\` of create-order alone is in whole paise.
- Every \`_id\` is a string. A product's is its slug; all others are random.
- Signing in: POST /user/login sends a six-digit code by mail, POST /user/verifyOtp exchanges it for a bearer token.
- Errors are \`application/problem+json\` (RFC 9457): \`code\` is for programs, \`message\` a sentence that a shopper can be shown.
- POST calls that create something accept an optional \`Idempotency-Key\`.
- Only sign-in, contact, newsletter and \`notifyMe\` have rate limits (429, \`Retry-After\`).`

/** The payment provider's webhook. The storefront doesn't call it. A signature authenticates it. */
const webhook: ZodOpenApiPathsObject = {
  '/webhooks/razorpay': {
    post: {
      operationId: 'postWebhooksRazorpay',
      summary: 'Receives an event of the payment provider; events may be repeated and out of order',
      tags: ['Checkout'],
      security: [],
      requestParams: {
        header: z.object({
          'X-Razorpay-Signature': z
            .string()
            .meta({ description: 'HMAC-SHA-256 of the raw body with the webhook secret, in hex.' }),
          'X-Razorpay-Event-Id': z.string().optional().meta({ description: 'The same for each repetition.' }),
        }),
      },
      requestBody: {
        required: true,
        content: { 'application/json': { schema: z.looseObject({ event: z.string() }) } },
      },
      responses: {
        '200': {
          description: 'The event is stored and processed.',
          content: { 'application/json': { schema: z.object({ received: z.literal(true) }) } },
        },
        '400': { ...errorResponseOf(400, ['invalid_signature']), description: 'The signature doesn’t match.' },
        '413': { ...errorResponseOf(413, ['payload_too_large']), description: 'The body is larger than 256 KB.' },
        '500': errorResponseOf(500, ['internal_error']),
        '503': errorResponseOf(503, ['shop_busy']),
      },
    },
  },
}

/** A carrier's pushes. Their secret is in the header that the carrier can send. */
function pushOf(operationId: string, carrier: string, header: string): ZodOpenApiPathsObject[string] {
  return {
    post: {
      operationId,
      summary: `Receives ${carrier}’s word about a parcel; words may be repeated and out of order`,
      tags: ['Checkout'],
      security: [],
      requestParams: { header: z.object({ [header]: z.string().meta({ description: 'The secret.' }) }) },
      requestBody: { required: true, content: { 'application/json': { schema: z.looseObject({}) } } },
      responses: {
        '200': {
          description: 'It’s taken, or it’s about no parcel of the shop.',
          content: { 'application/json': { schema: z.object({ received: z.literal(true) }) } },
        },
        '401': { ...errorResponseOf(401, ['wrong_secret']), description: 'The secret doesn’t match.' },
        '413': { ...errorResponseOf(413, ['payload_too_large']), description: 'The body is larger than 256 KB.' },
        '500': errorResponseOf(500, ['internal_error']),
        '503': errorResponseOf(503, ['shop_busy']),
      },
    },
  }
}

/** The API as an OpenAPI 3.1 document. */
export function apiDocument() {
  const pushes = {
    '/webhooks/delhivery': pushOf('postWebhooksDelhivery', 'Delhivery', 'Authorization'),
    '/webhooks/parcels': pushOf('postWebhooksParcels', 'Shiprocket', 'X-Api-Key'),
  }
  const info = { title: 'Storefront API', version: '1', description: DESCRIPTION }
  return describeApi(contract, info, { base: '/api', more: { ...webhook, ...pushes } })
}

const STAFF_DESCRIPTION = `All calls of the staff site.

- A sign-in takes a code by mail and a second factor; its session is a cookie.
- A change comes from the staff site's own origin, which the \`Origin\` header names.
- A program calls with a key instead, from anywhere: \`Authorization: Bearer KEY\`. It may make the calls of the key's scopes (\`GET /keys\`).
- What somebody may do depends on their role. Money, people and keys need a second factor of the last ten minutes (403 with \`sign_in_again\`).
- Money is rupees with at most two decimals. Errors are as in the storefront's API.`

/** The API of the staff site. */
export function staffApiDocument() {
  const info = { title: 'Staff API', version: '1', description: STAFF_DESCRIPTION }
  return describeApi(staffContract, info, { base: '/api/admin', audience: STAFF_AUDIENCE })
}
