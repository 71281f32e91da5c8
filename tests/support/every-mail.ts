import type { Mail } from '#platform/mail/mail.ts'
import { paise } from '#platform/money.ts'
import { copiedMail, newDeviceMail } from '#shop/accounts/device-mails.server.ts'
import { changedMail, changeMail, codeMail, inviteMail, linkMail, takenMail } from '#shop/accounts/mails.server.ts'
import { backInStockMail, confirmMail, priceDropMail } from '#shop/alerts/mails.server.ts'
import { orderCancelledMail, paymentReturnedMail, unpaidOrderMail } from '#shop/checkout/mails.server.ts'
import { answerMail, newsletterMail, subscribeMail } from '#shop/contact/mails.server.ts'
import { creditGivenMail } from '#shop/credit/mails.server.ts'
import { payLinkMail } from '#shop/drafts/mails.server.ts'
import type { Sender } from '#shop/email-parts.ts'
import {
  differenceLinkMail,
  differencePaidMail,
  exchangeMail,
  notArrivedMail,
  parcelMail,
  receivedMail,
  refusedMail,
} from '#shop/exchanges/mails.server.ts'
import { reviewMail } from '#shop/feedback/mails.server.ts'
import { invoiceMail } from '#shop/invoices/mails.server.ts'
import { notDeliveredMail, orderMovedMail, orderPlacedMail } from '#shop/orders/mails.server.ts'
import { digestMail, eventMail } from '#shop/owner/mails.server.ts'
import { cancelledMail, refundedMail } from '#shop/refunds/mails.server.ts'
import { destinationMail } from '#shop/settings/mails.server.ts'
import { correctedMail, resentMail, shippedMail } from '#shop/shipping/mails.server.ts'
import { factorMail, staffCodeMail, staffLinkMail } from '#shop/staff/mails.server.ts'
import { at, EXCHANGE, HOODIE, sampleOrder, TEE } from './sample-order.ts'

/** A mail by its name, and the texts that its plain part must have besides the shop's. */
interface SampleMail {
  name: string
  mail: Mail
  facts: readonly string[]
}

const LATER = new Date('2026-11-26T07:00:00Z')
const PARCEL = { carrier: 'Delhivery', trackingNumber: 'DL123', url: 'https://carrier.example/DL123' }
const ORDER_FACTS = ['FS-10482', HOODIE.name, 'XXL']

/**
 * Every mail of the shop, written in the current language. A test checks that each function that writes one is called
 * here.
 */
export function everyMail(sender: Sender): SampleMail[] {
  const to = 'asha@example.test'
  const signIn = { to, expiresAt: LATER, codeMinutes: 10, name: 'Asha', failures: 5, ...sender }
  const change = { ...signIn, other: 'new@example.test' }
  const reader = { to, name: 'Asha', ...sender }
  const list = { to, name: 'Asha', token: 'tok', unsubscribeToken: 'tok', ...sender }
  const order = sampleOrder()
  const about = { order, exchange: EXCHANGE }
  const ended = { order, exchange: { ...EXCHANGE, isCancelled: true } }
  const sent = new Map([['l1', 1]])
  const left = new Map([['l2', 2]])
  const event = {
    id: 1,
    type: 'order.paid',
    subject: 'order:ord1',
    createdAt: LATER,
    data: {
      orderId: 'ord1',
      orderNumber: 'FS-10482',
      total: 5390.8,
      lines: [{ sku: 'LLH-BLK-L', name: HOODIE.name, color: 'Black', size: 'L', quantity: 1 }],
    },
  } as const
  const NONE = { count: 0, oldest: null }
  const today = {
    disputes: [],
    toPack: { count: 2, oldest: LATER },
    parcels: { attempted: NONE, returning: NONE, returned: NONE, received: NONE, lost: NONE },
    exchangesToPack: NONE,
    exchanges: { count: 1, oldest: LATER },
    exchangeStates: { waiting: NONE, approved: NONE, 'on-the-way': NONE, received: NONE },
    providerSwitches: [{ kind: 'cash' as const, count: 1 }],
    paymentsInDoubt: NONE,
    messages: { count: 0, oldest: null },
    toConfirm: { count: 0, oldest: null },
    lapsedDrafts: { count: 0, oldest: null },
    overdueCash: { count: 2, due: 2598, carriers: ['Delhivery'] },
    photos: { count: 0, oldest: null },
    toForget: { count: 0, oldest: null },
    runningOut: [{ sku: 'LLH-BLK-L', product: HOODIE.name, left: 1, level: 3 }],
    runningOutCount: 1,
    stuck: { refunds: 0, mails: 0, webhooks: 0 },
    failedRefunds: 0,
    providerRefunds: [],
    lowDisk: null,
    backup: null,
    backupProblem: null,
    mailBudgetUsed: false,
  }
  const mails: [string, Mail, string[]][] = [
    ['codeMail', codeMail({ ...signIn, code: '514232' }), ['514232']],
    ['staffCodeMail', staffCodeMail({ ...signIn, code: '514232' }), ['514232']],
    ['staffLinkMail', staffLinkMail({ ...signIn, href: `${sender.publicUrl}/admin/login#tok` }), ['/admin/login#tok']],
    ['factorMail', factorMail({ to, what: 'The passkey “Phone” was added.', ...sender }), ['“Phone”']],
    [
      'destinationMail',
      destinationMail({
        to,
        by: 'Meera',
        changes: [{ name: 'backup.to', from: '', to: 's3://copies' }],
        ...sender,
      }),
      ['Meera has changed', 's3://copies'],
    ],
    ['linkMail', linkMail({ ...signIn, href: `${sender.publicUrl}/verify#link=tok` }), ['#link=tok']],
    ['inviteMail', inviteMail({ to, expiresAt: LATER, ...sender }), ['/register']],
    ['changeMail', changeMail({ ...change, code: '514232' }), ['514232', 'new@example.test']],
    ['takenMail', takenMail(change), []],
    ['changedMail', changedMail({ to, email: 'new@example.test', ...sender }), ['new@example.test']],
    ['newDeviceMail', newDeviceMail({ to, device: 'Chrome on Android', ...sender }), ['Chrome on Android']],
    ['copiedMail', copiedMail({ to, device: 'Chrome on Android', ...sender }), ['Chrome on Android']],
    ['subscribeMail', subscribeMail(list), ['/newsletter/confirm?token=tok', '/newsletter/leave?token=tok']],
    [
      'answerMail',
      answerMail(
        { email: to, firstName: 'Asha', text: 'When is it back?\n<b>Soon?</b>', sentAt: LATER },
        'On Monday.',
        sender,
      ),
      ['On Monday.', '> When is it back?', '> <b>Soon?</b>'],
    ],
    [
      'newsletterMail',
      newsletterMail(
        {
          subject: 'Kurtas are here',
          body: '## New\n\nSee [the **drop**](/categories?colors=Red&fit=Slim+Fit).\n\n- one\n- two\n\n![Kurta](/media/a.webp)',
        },
        list,
      ),
      [`${sender.publicUrl}/categories`],
    ],
    ['confirmMail', confirmMail(HOODIE, 'tok', list), [HOODIE.name, '/alerts/confirm?token=tok']],
    [
      'backInStockMail',
      backInStockMail({ ...HOODIE, price_paise: 249900 }, list),
      [HOODIE.name, 'Rs. 2,499', `/product-details/${HOODIE.productId}`],
    ],
    [
      'reviewMail',
      reviewMail([HOODIE, TEE], list),
      [HOODIE.name, TEE.name, `/product-details/${HOODIE.productId}`, '#reviews', '/reviews/leave?token=tok'],
    ],
    [
      'priceDropMail',
      priceDropMail(
        [HOODIE, TEE].map((goods) => ({
          ...goods,
          email: to,
          unsubscribeToken: 'tok',
          was_paise: 299900,
          price_paise: 199900,
        })),
        list,
      ),
      [HOODIE.name, TEE.name, 'Rs. 2,999', 'Rs. 1,999', '/wishlist'],
    ],
    [
      'orderPlacedMail',
      orderPlacedMail(sampleOrder(at('ordered')), reader),
      [...ORDER_FACTS, 'Rs. 254.80', 'Rs. 5,390.80', '12, Church Street', '560001', '/my-orders?order=ord1'],
    ],
    [
      'orderPlacedMail, tax included',
      orderPlacedMail(
        sampleOrder({
          ...at('ordered'),
          totals: { goods: 5096, delivery: 40, tax: 0, total: 5136, taxIncluded: 244.57 },
        }),
        reader,
      ),
      [...ORDER_FACTS, 'Rs. 244.57', 'Rs. 5,136.00'],
    ],
    [
      'orderPlacedMail, in cash',
      orderPlacedMail(
        sampleOrder({ ...at('ordered'), payment: { method: 'cash', due: 5390.8, state: 'due' } }),
        reader,
      ),
      [...ORDER_FACTS, 'Rs. 5,390.80'],
    ],
    ...[null, 'x'.repeat(22)].map((token): [string, Mail, string[]] => [
      `orderPlacedMail, to confirm ${token === null ? 'by a call' : 'by its link'}`,
      orderPlacedMail(
        sampleOrder({ ...at('ordered'), toConfirm: true, payment: { method: 'cash', due: 5390.8, state: 'due' } }),
        reader,
        token,
      ),
      [...ORDER_FACTS, ...(token === null ? [] : [`/confirm/${token}`])],
    ]),
    ...(['packaging', 'ontheway', 'delivered'] as const).map((status): [string, Mail, string[]] => [
      `orderMovedMail, ${status}`,
      orderMovedMail(sampleOrder(at(status)), status, reader),
      [...ORDER_FACTS, '/my-orders?order=ord1'],
    ]),
    [
      'shippedMail',
      shippedMail({ ...PARCEL, order, sent, left, isFirst: true, collect: paise(539_080) }, reader),
      [HOODIE.name, TEE.name, 'Delhivery', 'DL123', PARCEL.url, '/my-orders?order=ord1', 'Rs. 5,390.80'],
    ],
    [
      'correctedMail',
      correctedMail({ ...PARCEL, url: null, order, isNumber: true }, reader),
      ['DL123', '/my-orders?order=ord1'],
    ],
    [
      'correctedMail, another link',
      correctedMail({ ...PARCEL, order, isNumber: false }, reader),
      ['DL123', PARCEL.url, '/my-orders?order=ord1'],
    ],
    ['resentMail', resentMail(order, reader), ['FS-10482', '/my-orders?order=ord1']],
    ['notDeliveredMail', notDeliveredMail(order, reader), ['FS-10482', '/my-orders?order=ord1']],
    [
      'cancelledMail',
      cancelledMail(
        { order, pieces: [{ ...HOODIE, count: 1 }], money: [{ to: 'source', amount: paise(262395) }], partly: true },
        reader,
      ),
      ['FS-10482', HOODIE.name, 'Rs. 2,623.95'],
    ],
    [
      'refundedMail',
      refundedMail({ order: { id: 'ord1', number: 10482 }, amount: paise(262395) }, reader),
      ['FS-10482', 'Rs. 2,623.95'],
    ],
    [
      'creditGivenMail',
      creditGivenMail({ amount: 250, balance: 400, reason: 'For the late parcel', endsAt: LATER }, reader),
      ['Rs. 250.00', 'Rs. 400.00', 'For the late parcel'],
    ],
    [
      'paymentReturnedMail',
      paymentReturnedMail({ order: { number: 10482 }, amount: paise(262395), reason: 'late' }, reader),
      ['FS-10482', 'Rs. 2,623.95'],
    ],
    [
      'payLinkMail',
      payLinkMail(
        {
          hold_until: LATER,
          total_paise: 266_395,
          order_lines: [
            {
              ...HOODIE,
              sku: 'LLH-BLK-L',
              quantity: 1,
              price_paise: 249_900,
              discount_paise: 0,
              pictures: HOODIE.pictures.map((picture) => ({ ...picture, thumbnail: null })),
            },
          ],
        },
        'https://shop.example/pay/token',
        reader,
      ),
      ['https://shop.example/pay/token', HOODIE.name, 'Rs. 2,663.95'],
    ],
    [
      'unpaidOrderMail',
      unpaidOrderMail(
        {
          _id: 'ord1',
          orderedDate: LATER.toISOString(),
          heldUntil: LATER.toISOString(),
          totalPrice: 2663.95,
          due: 2663.95,
          productDetails: [{ ...HOODIE, quantity: 1, currentPrice: 2499, image: HOODIE.pictures[0]?.src ?? null }],
        },
        reader,
      ),
      [HOODIE.name, 'Rs. 164.95', 'Rs. 2,663.95', '12:30', '/my-orders'],
    ],
    [
      'orderCancelledMail',
      orderCancelledMail(order, 'missing', reader),
      [...ORDER_FACTS, 'Rs. 5,390.80', '/cart-details'],
    ],
    ['invoiceMail', invoiceMail(order, reader), [...ORDER_FACTS, 'Rs. 5,390.80']],
    ['exchangeMail', exchangeMail(about, 'packaging', reader), ['FS-10482', HOODIE.name, 'L → XL']],
    ['exchangeMail, cancelled', exchangeMail(ended, 'cancelled', reader), ['FS-10482', HOODIE.name, 'L → XL']],
    [
      'refusedMail',
      refusedMail(ended, 'The tags are missing.', reader),
      ['The tags are missing.', HOODIE.name, 'L → XL'],
    ],
    ['notArrivedMail', notArrivedMail(about, reader), ['FS-10482', HOODIE.name, 'L → XL']],
    [
      'differenceLinkMail',
      differenceLinkMail(about, { link: `${sender.publicUrl}/pay/tok`, until: LATER }, reader),
      ['/pay/tok', HOODIE.name],
    ],
    ['differencePaidMail', differencePaidMail(about, reader), ['FS-10482', HOODIE.name]],
    ['receivedMail', receivedMail(about, reader), ['FS-10482', HOODIE.name, 'L → XL']],
    [
      'parcelMail',
      parcelMail(about, 'return', PARCEL, reader),
      ['Delhivery', 'DL123', PARCEL.url, HOODIE.name, 'L → XL'],
    ],
    ['eventMail', eventMail(event, sender), ['FS-10482', 'LLH-BLK-L', 'npm run shop']],
    ['digestMail', digestMail([event], today, sender), ['FS-10482', '2 orders to pack', 'LLH-BLK-L']],
  ]
  return mails.map(([name, mail, facts]) => ({ name, mail, facts }))
}
