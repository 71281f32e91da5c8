import { paise, toRupees } from '#platform/money.ts'
import { type ForgottenOrLater, forgetWhenPossible, listToForget } from '#shop/accounts/forget-later.server.ts'
import { listCustomers } from '#shop/accounts/people-sql.server.ts'
import { exportCustomer, forgetCustomer } from '#shop/accounts/staff.server.ts'
import { customersCsv } from '#shop/customers/files.server.ts'
import { listWaitingPhotos } from '#shop/reviews/photos-sql.server.ts'
import { listReviews } from '#shop/reviews/sql.server.ts'
import {
  answerReview,
  approvePhoto,
  type ChangedReview,
  rejectPhoto,
  setReviewHidden,
} from '#shop/reviews/staff.server.ts'
import {
  type CommandContext,
  confirm,
  type JsonOption,
  parseCount,
  printList,
  printResult,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { addMessageCommands } from './message-commands.ts'
import { indented, readableTime, tableOf } from './table.ts'

/** `customers`, `reviews` and `messages`. */
export function addPeopleCommands(program: ShopCommand): void {
  const customers = program
    .command('customers')
    .description('customers with an account, and the data stored about them')
  addCustomers(customers)
  addToForget(customers)
  addReviews(program.command('reviews').description('product reviews and photos'))
  addMessageCommands(program.command('messages').description('contact form messages'))
}

function addCustomers(customers: ShopCommand): void {
  customers
    .command('list')
    .description('customers, newest first, with their paid orders')
    .example('customers list --find kamble')
    .option('--find <text>', 'only those with this in their name or e-mail address')
    .option('--limit <count>', 'how many', parseCount, 100)
    .action((options: JsonOption & { find?: string; limit: number }) =>
      withMigratedDatabase(async ({ db }) => {
        const list = (await listCustomers(db, options)).map(({ spent_paise, created_at, last_order_at, ...one }) => ({
          ...one,
          total: toRupees(paise(spent_paise)),
          since: created_at,
          lastOrder: last_order_at,
        }))
        printList(list, options, 'No customers.')
      }),
    )
  customers
    .command('show <email>')
    .description('what is stored about a person, in numbers')
    .example('customers show asha@example.com')
    .action((email: string, options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const data = unwrap(await exportCustomer(context, email))
        const counts = Object.entries(data).map(([what, found]) => ({
          what,
          stored: Array.isArray(found) ? found.length : found === null ? 0 : 1,
        }))
        const byName = Object.fromEntries(counts.map(({ what, stored }) => [what, stored]))
        printResult(byName, options, () => tableOf(counts))
      }),
    )
  customers
    .command('export <email>')
    .description('write everything stored about a person to standard output as JSON')
    .example('customers export asha@example.com > asha.json')
    .option('--json', 'always on')
    .action((email: string) =>
      withMigratedDatabase(async (context) =>
        printResult(unwrap(await exportCustomer(context, email)), { json: true }, () => []),
      ),
    )
  customers
    .command('csv')
    .description('write all customers with an account to standard output as CSV')
    .example('customers csv > customers.csv')
    .action((options: JsonOption) =>
      withMigratedDatabase(async ({ db, actor }) => {
        const lines = await customersCsv({ db }, actor)
        printResult(lines, options, () => lines)
      }),
    )
  customers
    .command('forget <email>')
    .description('delete what is stored about a person; orders stay for the books, without the person')
    .example('customers forget asha@example.com', 'customers forget asha@example.com --later --yes')
    .option('--later', 'if an order is under way: forget the person by itself as soon as that’s possible')
    .option('--yes', 'don’t ask')
    .action(async (email: string, options: JsonOption & { later?: boolean; yes?: boolean }) => {
      await confirm(`Forget ${email} for good?`, options)
      await withMigratedDatabase(async (context) => {
        const done: Omit<ForgottenOrLater, 'waits' | 'undo'> & { waits?: string | null } = unwrap(
          options.later
            ? await forgetWhenPossible(context, context.actor, email)
            : await forgetCustomer(context, context.actor, email),
        )
        const { customer, orders, tags, waits = null } = done
        if (tags.length > 0) await context.invalidateCacheTags(tags)
        if (waits !== null) {
          printResult({ waits }, options, () => [waits, 'The shop does it by itself as soon as it can.'])
          return
        }
        printResult({ customer, orders }, options, () => [
          `${email} is forgotten.${orders > 0 ? ` ${orders} orders are kept for the books, without personal data.` : ''}`,
        ])
      })
    })
}

function addToForget(customers: ShopCommand): void {
  customers
    .command('to-forget')
    .description('whom the shop will forget as soon as their orders allow, since when, and why not yet')
    .example('customers to-forget')
    .action((options: JsonOption) =>
      withMigratedDatabase(async (context) =>
        printList(await listToForget(context), options, 'Nobody waits to be forgotten.'),
      ),
    )
}

function addReviews(reviews: ShopCommand): void {
  reviews
    .command('list')
    .description('reviews, newest first')
    .example('reviews list --waiting', 'reviews list --product linen-shirt')
    .option('--product <id>', 'only for this product')
    .option('--waiting', 'only those without an answer')
    .option('--limit <count>', 'how many', parseCount, 50)
    .action((options: JsonOption & { product?: string; waiting?: boolean; limit: number }) =>
      withMigratedDatabase(async ({ db }) => {
        const list = await listReviews(db, options)
        printList(list, options, 'No reviews.', () =>
          list.flatMap((one) => [
            [one.id, one.product_id, `${one.stars} stars`, one.author, readableTime(one.created_at)]
              .concat(one.hidden ? ['hidden'] : [])
              .join('  '),
            indented(one.comment),
            ...(one.answer === null ? [] : [indented(`Answer: ${one.answer}`)]),
          ]),
        )
      }),
    )
  for (const [name, now, description] of [
    ['hide', 'is hidden', 'remove a review from its product’s list, average and count'],
    ['show', 'is shown', 'show a hidden review again'],
  ] as const)
    reviews
      .command(`${name} <id>`)
      .description(description)
      .example(`reviews ${name} REVIEW_ID`)
      .action((id: string, options: JsonOption) =>
        changeReview('Review', now, options, ({ db, actor }) => setReviewHidden(db, actor, id, name === 'hide')),
      )
  reviews
    .command('answer <id> <text>')
    .description('post the shop’s answer below a review; an empty text removes it')
    .example('reviews answer REVIEW_ID "Thank you. The new lot is pre-washed."', 'reviews answer REVIEW_ID ""')
    .action((id: string, text: string, options: JsonOption) =>
      changeReview('Review', text.trim() === '' ? 'has no answer now' : 'is answered', options, ({ db, actor }) =>
        answerReview(db, actor, id, text),
      ),
    )
  addPhotos(reviews)
}

/** Changes a review or a photo, and prints its new state. */
function changeReview(
  what: 'Review' | 'Photo',
  now: string,
  options: JsonOption,
  work: (context: CommandContext) => Promise<{ ok: true; data: ChangedReview } | { ok: false; message: string }>,
): Promise<void> {
  return withMigratedDatabase(async (context) => {
    const { id, product, tags } = unwrap(await work(context))
    await context.invalidateCacheTags(tags)
    printResult({ id, product }, options, () => [`${what} ${id} of ${product} ${now}.`])
  })
}

function addPhotos(reviews: ShopCommand): void {
  reviews
    .command('photos')
    .description('buyers’ photos waiting for approval, with the file to look at')
    .example('reviews photos')
    .option('--limit <count>', 'how many', parseCount, 50)
    .action((options: JsonOption & { limit: number }) =>
      withMigratedDatabase(async ({ db, photos }) => {
        const waiting = await listWaitingPhotos(db, options.limit)
        const files = await Promise.all(waiting.map(({ id }) => photos.waitingPath(id)))
        const list = waiting.map((one, index) => ({ ...one, file: files[index] ?? 'its file is missing' }))
        printList(list, options, 'No photos are waiting.', () =>
          list.flatMap((one) => [
            [one.id, one.product_id, one.author, readableTime(one.created_at)].join('  '),
            indented(`${one.file}\n${one.comment}`),
          ]),
        )
      }),
    )
  reviews
    .command('photo-approve <id>')
    .description('show a photo with its review')
    .example('reviews photo-approve PHOTO_ID')
    .action((id: string, options: JsonOption) =>
      changeReview('Photo', 'is shown', options, (context) => approvePhoto(context, context.actor, id)),
    )
  reviews
    .command('photo-reject <id>')
    .description('delete a photo, also one that is shown already')
    .example('reviews photo-reject PHOTO_ID')
    .action((id: string, options: JsonOption) =>
      changeReview('Photo', 'is deleted', options, (context) => rejectPhoto(context, context.actor, id)),
    )
}
