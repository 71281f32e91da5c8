import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { writeEnvFile } from '#platform/config/env-file.server.ts'
import { checkKeys } from '#platform/payments/check-keys.server.ts'
import { type CommandContext, CommandError, printError, root } from './command.ts'
import type { Prompt } from './prompt.ts'

export const KEY_NAMES = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const

export type KeyAnswers = Partial<Record<(typeof KEY_NAMES)[number], string>>

interface KeyQuestion {
  context: CommandContext
  answers: { keys: KeyAnswers }
  options: { writeEnv?: boolean }
  prompt: Prompt | null
  title: string
}

/** The payment keys, checked with the provider. They're environment settings and never in the database. */
export async function answerKeys({ context, answers, options, prompt, title }: KeyQuestion): Promise<void> {
  if (answers.keys.RAZORPAY_KEY_ID) {
    const keys = withWebhookSecret(answers.keys)
    const error = await errorOf(keys)
    if (error) throw new CommandError(error)
    return storeKeys(keys, options.writeEnv === true)
  }
  if (context.config.payments.kind === 'razorpay' || !prompt) return
  let keys: KeyAnswers = {}
  await prompt.ask(title, async (id) => {
    keys = {}
    if (id === '') return null
    keys = { RAZORPAY_KEY_ID: id }
    await prompt.ask('  key secret (not shown)', setKey(keys, 'RAZORPAY_KEY_SECRET'), { hidden: true })
    await prompt.ask(
      '  webhook secret (not shown; leave empty to generate one)',
      setKey(keys, 'RAZORPAY_WEBHOOK_SECRET'),
      {
        hidden: true,
      },
    )
    keys = withWebhookSecret(keys)
    return errorOf(keys)
  })
  if (!keys.RAZORPAY_KEY_ID) return
  let isStored = false
  await prompt.ask(
    `  write them to ${envFile()}, which only you can read?`,
    async (answer) => {
      isStored = /^y(?:es)?$/i.test(answer)
      return null
    },
    { defaultAnswer: 'yes' },
  )
  storeKeys(keys, isStored)
}

/** A prompt callback that takes the answer as this key. */
function setKey(keys: KeyAnswers, name: (typeof KEY_NAMES)[number]) {
  return async (answer: string): Promise<null> => {
    keys[name] = answer
    return null
  }
}

function withWebhookSecret(keys: KeyAnswers): KeyAnswers {
  return { ...keys, RAZORPAY_WEBHOOK_SECRET: keys.RAZORPAY_WEBHOOK_SECRET || randomBytes(24).toString('base64url') }
}

/** Checks the keys with the provider. @returns a sentence if it refuses them or can't be reached, else null */
async function errorOf(keys: KeyAnswers): Promise<string | null> {
  try {
    const found = await checkKeys({
      kind: 'razorpay',
      keyId: keys.RAZORPAY_KEY_ID ?? '',
      keySecret: keys.RAZORPAY_KEY_SECRET ?? '',
      webhookSecret: keys.RAZORPAY_WEBHOOK_SECRET ?? '',
      previousWebhookSecret: null,
      apiUrl: process.env.RAZORPAY_API_URL || null,
      checkoutUrl: process.env.RAZORPAY_CHECKOUT_URL || null,
    })
    printError(`Payment keys: ${found}`)
    return null
  } catch (error) {
    return `The payment keys weren’t accepted: ${error instanceof Error ? error.message : String(error)}`
  }
}

const envFile = () => resolve(root, process.env.SHOP_ENV_FILE || '.env')

function storeKeys(keys: KeyAnswers, isStored: boolean): void {
  const values = Object.fromEntries(KEY_NAMES.map((name) => [name, keys[name] ?? '']))
  if (isStored) {
    writeEnvFile(envFile(), values)
    printError(`The payment keys are in ${envFile()}. Enter the webhook secret from that file at the provider too.`)
  } else
    printError(
      [
        'The payment keys aren’t stored. Set them in the shop’s environment:',
        `  RAZORPAY_KEY_ID=${values.RAZORPAY_KEY_ID}`,
        '  RAZORPAY_KEY_SECRET=(the secret you entered)',
        `  RAZORPAY_WEBHOOK_SECRET=${values.RAZORPAY_WEBHOOK_SECRET} (enter the same at the provider)`,
      ].join('\n'),
    )
}
