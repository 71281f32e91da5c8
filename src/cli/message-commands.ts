import { listMessages } from '#shop/contact/sql.server.ts'
import { contactStaffContract } from '#shop/contact/staff-contract.ts'
import { callsOf } from './call-command.ts'
import { type JsonOption, parseCount, printList, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { indented, readableTime } from './table.ts'

/** `messages`: the contact form and saved replies. */
export function addMessageCommands(program: ShopCommand): void {
  const messages = program.command('messages').description('contact form messages')
  const call = callsOf(
    messages,
    contactStaffContract,
    async () => (await import('#shop/contact/staff-handlers.server.ts')).createContactStaffHandlers,
  )
  messages
    .command('list')
    .description('messages, newest first')
    .does('GET /messages')
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
  call('GET /messages/{id}', 'show <id>', { example: 'MESSAGE_ID' })
  call('POST /messages/{id}/answer', 'answer <id> <text>', {
    example: 'MESSAGE_ID "Your parcel left us this morning."',
    lines: ({ to }) => `The answer is on its way to ${to}.`,
  })
  for (const [name, word] of [
    ['POST /messages/{id}/hide', 'hide'],
    ['POST /messages/{id}/show', 'unhide'],
  ] as const)
    call(name, `${word} <id>`, {
      example: 'MESSAGE_ID',
      lines: ({ state }) => `The message is now ${state}.`,
    })
  call('GET /saved-replies', 'replies', {
    description: 'the saved replies of the staff site',
    example: '',
    none: 'No saved replies.',
    lines: ({ items }) => items.flatMap(({ id, title, text }) => [`${id}  ${title}`, indented(text)]),
  })
  call('POST /saved-replies', 'add-reply <title> <text>', {
    description: 'save a reply; {firstName} and {orderNumber} in it are filled in when it’s used',
    example: '"It left" "Dear {firstName}, {orderNumber} left us today."',
    lines: ({ id }) => `Saved as ${id}.`,
  })
  call('PATCH /saved-replies/{id}', 'change-reply <id> <title> <text>', {
    description: 'give a saved reply another title and text',
    example: 'REPLY_ID "It left" "Dear {firstName}, {orderNumber} has left."',
    lines: () => 'Changed.',
  })
  call('DELETE /saved-replies/{id}', 'delete-reply <id>', { example: 'REPLY_ID', lines: () => 'Deleted.' })
}
