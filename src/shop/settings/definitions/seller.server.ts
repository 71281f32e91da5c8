import { z } from 'zod'
import { t } from '#platform/text/t.ts'
import { gstin, httpsUrl, line, mailAddress, required, stateOfIndia, whole, yesOrNo } from '../field-contract.ts'
import { page, staff } from './definition.server.ts'

/** Who the shop is, and who answers for it. */
export const SELLER_SETTINGS = {
  'shop.open': page({
    schema: yesOrNo,
    default: true,
    help: 'Opens or closes the shop: yes or no. While it is closed, visitors read "Opening soon" and nothing can be ordered.',
  }),
  'shop.name': page({
    schema: required(60),
    default: 'Fourth Seat',
    isIdentity: true,
    help: 'The name of the shop, on every page, mail and document.',
  }),
  'shop.tagline': page({
    schema: line(160),
    default: t('Thoda khisko. Room for one more, sizes S to XXXL.'),
    isIdentity: true,
    own: () => '',
    help: 'A line below the name in the footer. Empty: none.',
  }),
  'shop.motto': page({
    schema: line(80),
    default: t('Room for one more.'),
    isIdentity: true,
    own: () => '',
    help: 'A line below the name with which mails are signed. Empty: none.',
  }),
  'shop.description': page({
    schema: line(200),
    default: t('Streetwear from Mumbai with room for one more: tees, hoodies, cargos and kurtas, sizes S to XXXL.'),
    isIdentity: true,
    own: (shop) => `${shop['shop.name']}, ${shop['shop.city']}`,
    help: 'What search engines show of the home page, at most 200 characters.',
  }),
  'shop.legalName': page({
    schema: required(120),
    default: 'Fourth Seat Clothing (a demonstration shop)',
    isIdentity: true,
    help: 'Who sells, in law: the company or person on invoices and in the footer.',
  }),
  'shop.gstin': page({
    schema: gstin,
    default: '',
    help: 'The GSTIN, 15 characters, on every tax invoice. Empty: not registered; orders then get a receipt.',
  }),
  'shop.address': page({
    schema: required(300),
    default: '4 Platform Road, Bandra West, Mumbai 400050, Maharashtra, India',
    isIdentity: true,
    help: 'The postal address in one line, with city, PIN and state; on invoices and in the footer.',
  }),
  'shop.city': page({ schema: required(60), default: 'Mumbai', help: 'The city of the shop, such as Jaipur.' }),
  'shop.state': staff({
    schema: stateOfIndia,
    default: 'Maharashtra',
    help: 'The state from which GST is charged, by its name or its two digits in a GSTIN. With a GSTIN, that one counts.',
  }),
  'shop.email': page({
    schema: mailAddress,
    default: 'hello@fourthseat.example',
    isIdentity: true,
    help: 'The address that customers write to.',
  }),
  'shop.phone': page({
    schema: required(30),
    default: '+91 22 0000 0044',
    isIdentity: true,
    help: 'The phone number of the shop, such as +91 141 000 0000.',
  }),
  'shop.hours': page({
    schema: line(120),
    default: t('Monday to Saturday, 10 am to 7 pm'),
    own: () => '',
    help: 'When the phone is answered, such as: Monday to Saturday, 10 am to 7 pm. Empty: not shown.',
  }),
  'grievance.name': page({
    schema: required(80),
    default: 'A. Kamble',
    isIdentity: true,
    own: (shop) => shop['shop.legalName'],
    help: 'Who answers complaints; the law asks every online shop to name one (Consumer Protection (E-Commerce) Rules, 2020).',
  }),
  'grievance.title': page({
    schema: required(80),
    default: t('Grievance Officer'),
    help: 'The title of whoever answers complaints.',
  }),
  'grievance.email': page({
    schema: mailAddress,
    default: 'grievance@fourthseat.example',
    isIdentity: true,
    own: (shop) => shop['shop.email'],
    help: 'The mail address for complaints.',
  }),
  'grievance.phone': page({
    schema: required(30),
    default: '+91 22 0000 0045',
    isIdentity: true,
    own: (shop) => shop['shop.phone'],
    help: 'The phone number for complaints.',
  }),
  'grievance.days': page({
    schema: whole(1, 31),
    default: 15,
    help: 'Within how many days a complaint is answered. The law allows a month.',
  }),
  'instagram.handle': page({
    schema: line(60),
    default: '@fourthseat.example',
    own: () => '',
    help: 'The Instagram account as it is shown, such as @bluedoor. Empty: no Instagram block on the home page.',
  }),
  'instagram.url': page({
    schema: httpsUrl,
    default: 'https://www.instagram.com/fourthseat.example/',
    isIdentity: true,
    own: () => '',
    help: 'The link to the Instagram account, such as https://www.instagram.com/bluedoor/.',
  }),
  'owner.email': staff({
    schema: z.union([z.literal(''), mailAddress], { error: 'must be an e-mail address, or empty' }),
    default: '',
    help: 'Who gets a mail about orders, exchanges, messages and low stock. Empty: nobody.',
  }),
  'owner.mails': staff({
    schema: z.enum(['each', 'digest'], { error: 'must be each or digest' }),
    default: 'each',
    help: 'The mails to owner.email: `each` sends one about each, `digest` one a day.',
  }),
  'owner.digestHour': staff({
    schema: whole(0, 23),
    default: 9,
    help: 'From which hour of the day in India the daily mail is sent, 0 to 23; 9 is 9 am.',
  }),
}
