import { z } from 'zod'
import { parseScenario } from './scenarios.ts'

const scenario = z
  .string()
  .max(200)
  .superRefine((textOfIt, context) => {
    const parsed = parseScenario(textOfIt)
    if (typeof parsed === 'string') context.addIssue({ code: 'custom', message: parsed })
  })

const shares = z
  .record(scenario, z.number().min(0).max(100))
  .refine(
    (all) => Object.values(all).reduce((sum, share) => sum + share, 0) <= 100,
    'The shares add up to more than 100.',
  )

/** POST /control/scenarios: exactly one of the four ways to aim a scenario. */
export const scenarioRequest = z.union([
  z.strictObject({ scenario, order_id: z.string() }),
  z.strictObject({ scenario, next: z.int().min(1).max(1_000_000) }),
  z.strictObject({ scenario, all: z.literal(true) }),
  z.strictObject({ mix: shares, seed: z.int() }),
])

/** POST /control/pay. */
export const payRequest = z.strictObject({
  order_id: z.string(),
  method: z.enum(['card', 'upi']).default('card'),
  /** `success`, or the reason of the failure (`failure`: payment_failed). */
  outcome: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .default('success'),
})

export const scriptRequest = z.strictObject({ available: z.boolean() })

export const webhookRequest = z.strictObject({ url: z.url({ protocol: /^https?$/ }).nullable() })

/** POST /control/redeliver: events of one order, or all that were held or given up. */
export const redeliverRequest = z.strictObject({ order_id: z.string().optional() })

/** The sentence for a body that does not fit. */
export function firstProblem(error: z.ZodError): string {
  const flat = (issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
    issues.flatMap((issue) => (issue.code === 'invalid_union' ? issue.errors.flatMap(flat) : [issue]))
  const issues = flat(error.issues)
  const best = issues.find((issue) => issue.code === 'custom') ?? issues[0]
  return best ? `${best.path.join('.')}: ${best.message}` : 'The body is not understood.'
}
