import { addSavedReply, changeSavedReply, deleteSavedReply } from '#shop/contact/saved-replies.server.ts'
import { listMessages } from '#shop/contact/sql.server.ts'
import { answerMessage, setHidden } from '#shop/contact/threads.server.ts'
import { listSavedReplies } from '#shop/contact/threads-sql.server.ts'
import {
  type JsonOption,
  parseCount,
  printList,
  printResult,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { indented, readableTime } from './table.ts'

/** `messages list|answer|hide|unhide|replies|add-reply|change-reply|delete-reply`. */
export function addMessageCommands(messages: ShopCommand): void {
  messages
    .command('list')
    .description('messages, newest first')
    .example('messages list --waiting', 'messages list --limit 20')
    .option('--waiting', 'only those that wait for an answer')
    .option('--limit <count>', 'how many', parseCount, 100)
    .action((options: JsonOption & { waiting?: boolean; limit: number }) =>
      withMigratedDatabase(async ({ db }) => {
        const list = await listMessages(db, options)
        printList(list, options, 'No messages.', () =>
          list.flatMap((one) => [
            `${one._id}  ${readableTime(one.createdAt)}${one.answeredAt ? `  answered ${readableTime(one.answeredAt)}` : ''}${one.isHidden ? '  hidden' : ''}`,
            `${one.firstName} ${one.lastName} <${one.email}> ${one.phone}`,
            indented(one.message),
          ]),
        )
      }),
    )
  messages
    .command('answer <id> <text>')
    .description(
      'answer a message by mail, with the message quoted; earlier waiting ones of its address are settled too',
    )
    .example('messages answer MESSAGE_ID "Your parcel left us this morning."')
    .action((id: string, text: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const answered = unwrap(await answerMessage(context, context.actor, id, text))
        printResult(answered, options, () => [`The answer is on its way to ${answered.to}.`])
      }),
    )
  for (const [name, isHidden, description] of [
    ['hide', true, 'put a message away that needs no answer'],
    ['unhide', false, 'bring a hidden message back'],
  ] as const)
    messages
      .command(`${name} <id>`)
      .description(description)
      .example(`messages ${name} MESSAGE_ID`)
      .action((id: string, options: JsonOption) =>
        withMigratedDatabase(async (context) => {
          const { state } = unwrap(await setHidden(context, context.actor, id, isHidden))
          printResult({ id, state }, options, () => [`The message is now ${state}.`])
        }),
      )
  addSavedReplies(messages)
}

function addSavedReplies(messages: ShopCommand): void {
  messages
    .command('replies')
    .description('the saved replies of the staff site')
    .example('messages replies')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db }) => {
        const list = await listSavedReplies(db)
        printList(list, options, 'No saved replies.', () =>
          list.flatMap(({ id, title, text }) => [`${id}  ${title}`, indented(text)]),
        )
      }),
    )
  messages
    .command('add-reply <title> <text>')
    .description('save a reply; {firstName} and {orderNumber} in it are filled in when it’s used')
    .example('messages add-reply "It left" "Dear {firstName}, {orderNumber} left us today."')
    .action((title: string, text: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const added = unwrap(await addSavedReply(context, context.actor, replyOf(title, text)))
        printResult(added, options, () => [`Saved as ${added.id}.`])
      }),
    )
  messages
    .command('change-reply <id> <title> <text>')
    .description('give a saved reply another title and text')
    .example('messages change-reply REPLY_ID "It left" "Dear {firstName}, {orderNumber} has left."')
    .action((id: string, title: string, text: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const version = (await listSavedReplies(context.db)).find((reply) => reply.id === id)?.version ?? 1
        const change = { version, ...replyOf(title, text) }
        printResult(unwrap(await changeSavedReply(context, context.actor, id, change)), options, () => ['Changed.'])
      }),
    )
  messages
    .command('delete-reply <id>')
    .description('delete a saved reply')
    .example('messages delete-reply REPLY_ID')
    .action((id: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        unwrap(await deleteSavedReply(context, context.actor, id))
        printResult({ id }, options, () => ['Deleted.'])
      }),
    )
}

function replyOf(title: string, text: string): { title: string; text: string } {
  const reply = { title: title.trim(), text: text.trim() }
  if (reply.title === '' || reply.text === '') throw new UsageError('A saved reply has a title and a text.')
  return reply
}
