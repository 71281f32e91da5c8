/** The most characters of each field. */
export const LENGTHS = { name: 80, phone: 20, message: 5000 } as const

/** Digits with the usual separators; at least one digit. */
export const PHONE = /^[+ ()-]*[0-9][+0-9 ()-]*$/

/** Per client address (../rate-limits.server.ts says why they are so high), and per client address and sender. */
export const LIMITS = {
  messagesPerClient: [
    { max: 60, seconds: 60 },
    { max: 300, seconds: 3600 },
    { max: 1000, seconds: 86_400 },
  ],
  messagesPerSender: [{ max: 10, seconds: 600 }],
  subscriptionsPerClient: [
    { max: 60, seconds: 60 },
    { max: 300, seconds: 3600 },
    { max: 1000, seconds: 86_400 },
  ],
} as const

/** What staff do with a message: CONTRACT part three, States. */
export const MESSAGE_STATES = ['waiting', 'answered', 'hidden'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** What a saved reply leaves open, which a sent answer mustn't have any more. */
export const PLACEHOLDERS = ['{firstName}', '{orderNumber}'] as const

/** The most characters of a newsletter. */
export const NEWSLETTER = { subject: 200, text: 50_000 } as const
