import { t } from '#platform/text/t.ts'

const ACTIONS: Readonly<Record<string, string>> = {
  'banner.set': t('Changed the banner'),
  'catalog.file': t('Read a file of products'),
  'catalog.import': t('Imported products'),
  'catalog.undo-import': t('Took an import back'),
  'connections.mail': t('Entered a mail server'),
  'connections.payments': t('Entered payment keys'),
  'customer.export': t('Exported a person’s data'),
  'customer.forget': t('Erased a customer'),
  'customer.forget-later': t('Asked to erase a customer'),
  'customer.keep': t('Took an erasure back'),
  'customers.export': t('Exported all customers'),
  'demonstration.load': t('Loaded the demonstration'),
  'demonstration.remove': t('Removed the demonstration'),
  'key.create': t('Made a key'),
  'key.end': t('Ended a key'),
  'mail.check': t('Tried the mail'),
  'message.answer': t('Answered a message'),
  'message.hide': t('Hid a message'),
  'message.show': t('Showed a message again'),
  'newsletter.change': t('Changed a newsletter'),
  'newsletter.delete': t('Deleted a newsletter'),
  'newsletter.draft': t('Began a newsletter'),
  'newsletter.export': t('Exported the readers'),
  'newsletter.resume': t('Went on sending'),
  'newsletter.send': t('Sent a newsletter'),
  'newsletter.stop': t('Stopped sending'),
  'newsletter.test': t('Tested a newsletter'),
  'order.address': t('Changed an address'),
  'order.advance': t('Moved an order on'),
  'order.cancel': t('Cancelled an order'),
  'order.correct-parcel': t('Corrected a parcel'),
  'order.note': t('Wrote a note'),
  'order.note-change': t('Changed a note'),
  'order.note-delete': t('Deleted a note'),
  'order.payment-check': t('Asked the bank about a payment'),
  'order.refund': t('Refunded'),
  'order.ship': t('Shipped'),
  'pack.tick': t('Ticked pieces'),
  'preview.end': t('Ended the preview links'),
  'preview.link': t('Made a preview link'),
  'product.bulk': t('Changed many products'),
  'product.bulk-undo': t('Took back a change of many products'),
  'product.delete': t('Deleted a draft'),
  'product.goes-with': t('Chose what goes with it'),
  'product.schedule': t('Planned a change'),
  'product.set': t('Changed a product'),
  'product.state': t('Published or hid a product'),
  'product.unschedule': t('Took a planned change back'),
  'review.answer': t('Answered a review'),
  'review.hide': t('Hid a review'),
  'review.photo-approve': t('Approved a photo'),
  'review.photo-reject': t('Rejected a photo'),
  'review.photo-restore': t('Brought a photo back'),
  'review.photo-wait': t('Took an approval back'),
  'review.show': t('Showed a review again'),
  'sessions.end': t('Ended sessions'),
  'saved-reply.add': t('Added a saved reply'),
  'saved-reply.change': t('Changed a saved reply'),
  'saved-reply.delete': t('Deleted a saved reply'),
  'saved-reply.restore': t('Brought a saved reply back'),
  'settings.plan': t('Planned settings'),
  'settings.set': t('Changed settings'),
  'settings.unplan': t('Took planned settings back'),
  'staff.end': t('Ended access'),
  'staff.found': t('Became the owner'),
  'staff.invite': t('Invited'),
  'staff.reset': t('Reset access'),
  'staff.role': t('Changed a role'),
  'stock.change': t('Changed stock'),
  'stock.level': t('Changed a level'),
  'stock.place': t('Changed a place'),
  'stores.import': t('Imported stores'),
  'view.delete': t('Deleted a view'),
  'view.save': t('Saved a view'),
}

/** An action in words; its name, if it has none. */
export function actionText(action: string): string {
  return ACTIONS[action] ?? action.replace('.', ', ').replaceAll('-', ' ')
}

const PATHS: Readonly<Record<string, string>> = {
  order: '/orders/',
  product: '/products/',
  customer: '/customers/',
  message: '/messages/',
  review: '/reviews/',
  exchange: '/exchanges/',
  newsletter: '/newsletter/',
}

/** The record of a subject such as `order:ID`, or null. */
export function pathOf(subject: string): string | null {
  const [, type = '', id = ''] = /^([a-z]+):([A-Za-z0-9_-]+)$/.exec(subject) ?? []
  const path = PATHS[type]
  if (path !== undefined) return `${path}${id}`
  if (subject === 'settings') return '/settings'
  return type === 'staff' ? '/staff' : null
}
