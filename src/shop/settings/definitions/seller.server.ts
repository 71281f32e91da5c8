import { z } from 'zod'
import { t } from '#platform/text/t.ts'
import { cityOf, cityProblem, gstinProblem, phoneProblem, postalAddressProblem } from '../detail-rules.ts'
import {
  gstin,
  httpsUrl,
  line,
  lineOfLines,
  mailAddress,
  required,
  stateOfIndia,
  whole,
  yesOrNo,
} from '../field-contract.ts'
import { DEMONSTRATION_NAME } from '../rules.ts'
import { page, staff } from './definition.server.ts'

/** The shop's details, and who is responsible for it. */
export const SELLER_SETTINGS = {
  'shop.open': page({
    schema: yesOrNo,
    default: true,
    help: 'Opens or closes the shop: yes or no. While it’s closed, visitors see "Opening soon" and can’t order anything.',
  }),
  'shop.name': page({
    schema: required(60),
    default: DEMONSTRATION_NAME,
    isIdentity: true,
    help: 'The shop’s name, on every page, mail and document.',
  }),
  'shop.tagline': page({
    schema: line(160),
    default: t('Thoda khisko. Room for one more, sizes S to XXXL.'),
    isIdentity: true,
    own: () => '',
    help: 'A line below the name in the footer. Leave it empty for none.',
  }),
  'shop.motto': page({
    schema: line(80),
    default: t('Room for one more.'),
    isIdentity: true,
    own: () => '',
    help: 'A line below the name in the signature of mails. Leave it empty for none.',
  }),
  'shop.description': page({
    schema: lineOfLines(200, ' '),
    default: t('Streetwear from Mumbai with room for one more: tees, hoodies, cargos and kurtas, sizes S to XXXL.'),
    isIdentity: true,
    own: (shop) => [shop['shop.name'], shop['shop.city']].filter(Boolean).join(', '),
    help: 'The description of the home page in search engines, at most 200 characters.',
  }),
  'shop.legalName': page({
    schema: required(120),
    default: 'Fourth Seat Clothing (a demonstration shop)',
    isIdentity: true,
    help: 'The legal name of the seller: the company or person on invoices and in the footer.',
  }),
  'shop.gstin': page({
    schema: gstin,
    default: '',
    problemOf: gstinProblem,
    help: 'The GSTIN, 15 characters, on every tax invoice. Leave it empty if not registered; orders then get a receipt. It must be of shop.state.',
  }),
  'shop.address': page({
    schema: lineOfLines(300, ', ', { required: 'can’t be empty' }),
    default: '4 Platform Road, Bandra West, Mumbai 400050, Maharashtra, India',
    isIdentity: true,
    problemOf: postalAddressProblem,
    help: 'The postal address with city, PIN and state, in one line or several; on invoices and in the footer.',
  }),
  'shop.city': page({
    schema: line(60),
    default: 'Mumbai',
    own: (shop) => cityOf(shop['shop.address']) ?? '',
    problemOf: cityProblem,
    help: 'The city of the shop, such as Jaipur, in the footer.',
  }),
  'shop.state': staff({
    schema: stateOfIndia,
    default: 'Maharashtra',
    own: () => '',
    help: 'The state from which GST is charged, by its name or its two digits in a GSTIN. With a GSTIN, that one counts.',
  }),
  'shop.email': page({
    schema: mailAddress,
    default: 'hello@fourthseat.example',
    isIdentity: true,
    help: 'The e-mail address that customers write to.',
  }),
  'shop.phone': page({
    schema: required(30),
    default: '+91 22 0000 0044',
    isIdentity: true,
    problemOf: phoneProblem,
    help: 'The phone number of the shop, such as +91 141 000 0000.',
  }),
  'shop.hours': page({
    schema: line(120),
    default: t('Monday to Saturday, 10 am to 7 pm'),
    own: () => '',
    help: 'When the phone is answered, such as: Monday to Saturday, 10 am to 7 pm. Leave it empty to hide it.',
  }),
  'grievance.name': page({
    schema: required(80),
    default: 'A. Kamble',
    isIdentity: true,
    own: (shop) => shop['shop.legalName'],
    help: 'The grievance officer; the law requires every online shop to name one (Consumer Protection (E-Commerce) Rules, 2020).',
  }),
  'grievance.title': page({
    schema: required(80),
    default: t('Grievance Officer'),
    help: 'The grievance officer’s title.',
  }),
  'grievance.email': page({
    schema: mailAddress,
    default: 'grievance@fourthseat.example',
    isIdentity: true,
    own: (shop) => shop['shop.email'],
    help: 'The e-mail address for complaints.',
  }),
  'grievance.phone': page({
    schema: required(30),
    default: '+91 22 0000 0045',
    isIdentity: true,
    own: (shop) => shop['shop.phone'],
    problemOf: phoneProblem,
    help: 'The phone number for complaints.',
  }),
  'grievance.days': page({
    schema: whole(1, 31),
    default: 15,
    help: 'The number of days within which a complaint is answered. The law allows a month.',
  }),
  'instagram.handle': page({
    schema: line(60),
    default: '@fourthseat.example',
    own: () => '',
    help: 'The Instagram account as shown, such as @bluedoor. Leave it empty for no Instagram block on the home page.',
  }),
  'instagram.url': page({
    schema: httpsUrl,
    default: 'https://www.instagram.com/fourthseat.example/',
    isIdentity: true,
    own: () => '',
    help: 'The link to the Instagram account, such as https://www.instagram.com/bluedoor/.',
  }),
  'mail.strangersPerDay': staff({
    schema: whole(100, 1_000_000),
    default: 4000,
    help: 'How many mails a day the whole shop sends to addresses without an account (codes for new customers, confirmations of newsletter and alerts), a quarter of them in one hour. Stay below what your mail provider allows. Customers’ codes and order mails don’t count.',
  }),
  'owner.email': staff({
    schema: z.union([z.literal(''), mailAddress], { error: 'must be an e-mail address, or empty' }),
    default: '',
    help: 'The address for mails about orders, exchanges, messages and low stock. Leave it empty for no mails.',
  }),
  'owner.mails': staff({
    schema: z.enum(['each', 'digest'], { error: 'must be each or digest' }),
    default: 'each',
    help: 'The mails to owner.email: `each` sends one per event, `digest` one a day.',
  }),
  'owner.digestHour': staff({
    schema: whole(0, 23),
    default: 9,
    help: 'The hour of the day in India from which the daily mail is sent, 0 to 23; 9 is 9 am.',
  }),
}
