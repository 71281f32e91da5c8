import { listWaitingPhotos } from '#shop/reviews/photos-sql.server.ts'
import { listReviews } from '#shop/reviews/sql.server.ts'
import { reviewsStaffContract } from '#shop/reviews/staff-contract.ts'
import { callsOf } from './call-command.ts'
import { type JsonOption, parseCount, printList, withMigratedDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { indented, readableTime } from './table.ts'

/** `reviews`: product reviews and buyers’ photos. */
export function addReviewCommands(program: ShopCommand): void {
  const reviews = program.command('reviews').description('product reviews and photos')
  const call = callsOf(
    reviews,
    reviewsStaffContract,
    async () => (await import('#shop/reviews/staff-handlers.server.ts')).createReviewsStaffHandlers,
  )
  reviews
    .command('list')
    .description('reviews, newest first')
    .does('GET /reviews')
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
  for (const [name, form, now] of [
    ['POST /reviews/{id}/hide', 'hide <id>', 'Review {} is hidden.'],
    ['POST /reviews/{id}/show', 'show <id>', 'Review {} is shown.'],
    ['POST /reviews/photos/{id}/approve', 'photo-approve <id>', 'Photo {} is shown.'],
    ['POST /reviews/photos/{id}/reject', 'photo-reject <id>', 'Photo {} is deleted.'],
  ] as const)
    call(name, form, {
      example: form.startsWith('photo') ? 'PHOTO_ID' : 'REVIEW_ID',
      lines: ({ id, product }) => now.replace('{}', `${id} of ${product}`),
    })
  call('POST /reviews/{id}/answer', 'answer <id> <text>', {
    example: ['REVIEW_ID "Thank you. The new lot is pre-washed."', 'REVIEW_ID ""'],
    lines: ({ id, product }, { text }) =>
      `Review ${id} of ${product} ${String(text).trim() === '' ? 'has no answer now' : 'is answered'}.`,
  })
  call('GET /reviews/{id}', 'read <id>', { example: 'REVIEW_ID' })
  call('GET /reviews/photos/{id}', 'photo <id>', { example: 'PHOTO_ID --out photo.webp' })
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
}
