import { readFile } from 'node:fs/promises'
import { newsletterStaffContract } from '#shop/contact/newsletter-contract.ts'
import { listSubscribers } from '#shop/contact/newsletter-sql.server.ts'
import { startNewsletter, testNewsletter } from '#shop/contact/staff.server.ts'
import { subscribersCsv } from '#shop/customers/files.server.ts'
import { callsOf } from './call-command.ts'
import {
  confirm,
  type JsonOption,
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
  const call = callsOf(
    newsletter,
    newsletterStaffContract,
    async () => (await import('#shop/contact/newsletter-handlers.server.ts')).createNewsletterHandlers,
  )
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
    .does('GET /newsletter.csv')
    .example('newsletter export > subscribers.csv')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor }) => {
        const list = (await listSubscribers(db)).filter(({ confirmed }) => confirmed)
        const lines = await subscribersCsv({ db, read: (work) => work(db) }, actor)
        printResult(list, options, () => lines)
      }),
    )
  call('GET /newsletters', 'issues', {
    description: 'drafts, and what was sent or is being sent, with its progress',
    example: '',
    none: 'No newsletters.',
  })
  call('GET /newsletters/{id}', 'show <id>', { example: 'NEWSLETTER_ID' })
  for (const [name, word, now] of [
    ['POST /newsletters/{id}/stop', 'stop', 'Sending has stopped'],
    ['POST /newsletters/{id}/resume', 'resume', 'Sending goes on'],
  ] as const)
    call(name, `${word} <id>`, {
      example: 'NEWSLETTER_ID',
      result: ({ id, sent }) => ({ id, sent }),
      lines: ({ sent }) => `${now}: ${sent} mails have been handed over.`,
    })
  newsletter
    .command('send <file>')
    .description('send a Markdown file, whose first heading is the subject, to all confirmed subscribers')
    .does('POST /newsletters/{id}/test', 'POST /newsletters/{id}/send')
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
