import { readFile } from 'node:fs/promises'
import { listNewsletters } from '#shop/contact/drafts.server.ts'
import { listSubscribers } from '#shop/contact/newsletter-sql.server.ts'
import { setStopped, startNewsletter, testNewsletter } from '#shop/contact/staff.server.ts'
import { subscribersCsv } from '#shop/customers/files.server.ts'
import {
  confirm,
  type JsonOption,
  parseCount,
  printList,
  printResult,
  resolveFile,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'

/** `newsletter`. */
export function addNewsletterCommands(program: ShopCommand): void {
  const newsletter = program.command('newsletter').description('the newsletter and its subscribers')
  newsletter
    .command('list')
    .description('the subscribers (only confirmed ones get mail)')
    .example('newsletter list', 'newsletter list --json')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db }) => printList(await listSubscribers(db), options, 'No subscribers.')),
    )
  newsletter
    .command('export')
    .description('write the confirmed subscribers to standard output as CSV')
    .example('newsletter export > subscribers.csv')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor }) => {
        const list = (await listSubscribers(db)).filter(({ confirmed }) => confirmed)
        const lines = await subscribersCsv({ db }, actor)
        printResult(list, options, () => lines)
      }),
    )
  newsletter
    .command('issues')
    .description('drafts, and what was sent or is being sent, with its progress')
    .example('newsletter issues')
    .option('--limit <count>', 'how many', parseCount, 50)
    .action((options: JsonOption & { limit: number }) =>
      withMigratedDatabase(async ({ db }) => {
        const { items } = unwrap(await listNewsletters({ db }, { limit: options.limit }))
        printList(items, options, 'No newsletters.')
      }),
    )
  for (const [name, description] of [
    ['stop', 'stop sending: after the batch that is being handed over, no more'],
    ['resume', 'go on with a stopped sending'],
  ] as const)
    newsletter
      .command(`${name} <id>`)
      .description(description)
      .example(`newsletter ${name} NEWSLETTER_ID`)
      .action((id: string, options: JsonOption) =>
        withMigratedDatabase(async (context) => {
          const { sent } = unwrap(await setStopped(context, context.actor, id, name === 'stop'))
          const now = name === 'stop' ? 'Sending has stopped' : 'Sending goes on'
          printResult({ id, sent }, options, () => [`${now}: ${sent} mails have been handed over.`])
        }),
      )
  newsletter
    .command('send <file>')
    .description('send a Markdown file, whose first heading is the subject, to all confirmed subscribers')
    .example('newsletter send december.md --test me@example.com', 'newsletter send december.md')
    .option('--test <email>', 'send it only to this address; required once before sending a text to all')
    .option('--yes', 'don’t ask')
    .action(async (file: string, options: JsonOption & { test?: string; yes?: boolean }) => {
      const markdown = await readFile(resolveFile(file), 'utf8')
      if (options.test === undefined) await confirm(`Send ${file} to all subscribers?`, options)
      await withMigratedDatabase(async (context) => {
        if (options.test !== undefined) {
          const sent = unwrap(await testNewsletter(context, context.actor, markdown, options.test))
          return printResult(sent, options, () => [
            `A test is on its way to ${sent.to}. Read it, then send without --test.`,
          ])
        }
        const started = unwrap(await startNewsletter(context, context.actor, markdown))
        printResult(started, options, () => [
          `The running shop sends it to ${started.subscribers} subscribers, in batches.`,
        ])
      })
    })
}
