import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { text } from '#platform/api/fields.server.ts'
import type { Settings } from './rules.ts'

const line = (max: number) => text({ max })
const required = (max: number) => text({ max, required: 'may not be empty' })

const mailAddress = z.email({ error: 'must be an e-mail address' }).max(254)
const rupees = z
  .number({ error: 'must be a number of rupees' })
  .refine((amount) => amount >= 0 && amount <= 100_000, 'must be from 0 to 100000 rupees')
  .refine((amount) => Math.round(amount * 100) / 100 === amount, 'must have at most two decimals')
const whole = (min: number, max: number) =>
  z
    .int({ error: 'must be a whole number' })
    .refine((count) => count >= min && count <= max, `must be from ${min} to ${max}`)

/** Two digits of the state, ten of the PAN, entity, Z, check character (CBIC, form of a GSTIN). */
const GSTIN = /^(?:\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z])?$/

/** The rule of each setting. */
export const settingRules: { [N in keyof Settings]: z.ZodType<Settings[N]> } = {
  'shop.name': required(60),
  'shop.tagline': line(160),
  'shop.motto': line(80),
  'shop.description': line(200),
  'shop.legalName': required(120),
  'shop.gstin': z.string().regex(GSTIN, 'must be a GSTIN of 15 characters, or empty'),
  'shop.address': required(300),
  'shop.city': required(60),
  'shop.email': mailAddress,
  'shop.phone': required(30),
  'shop.hours': line(120),
  'grievance.name': required(80),
  'grievance.title': required(80),
  'grievance.email': mailAddress,
  'grievance.phone': required(30),
  'grievance.days': whole(1, 31),
  'privacy.updated': line(40),
  'privacy.paymentProvider': line(80),
  'privacy.mapService': line(80),
  'privacy.pictureHost': line(80),
  'privacy.orderYears': line(20),
  'privacy.inactiveMonths': line(20),
  'privacy.courier': line(80),
  'privacy.mailService': line(80),
  'privacy.authority': line(120),
  'instagram.handle': line(60),
  'instagram.url': z
    .string()
    .max(200)
    .refine((url) => url === '' || /^https:\/\/[^\s@]+$/.test(url), 'must be an https address, or empty'),
  announcement: line(120),
  'order.delivery': rupees,
  'order.minimum': rupees,
  'order.taxPercent': whole(0, 28),
  'exchange.days': whole(1, 60),
}

/** What pages show of the settings (CONTRACT part two, The shop is its owner's). */
export const settingsContract = defineContract({
  'GET /user/shopSettings': {
    summary: 'Who the shop is and what it charges',
    group: 'Shop',
    access: 'public',
    status: 200,
    response: z.object(settingRules).meta({ id: 'Settings' }),
    cacheTags: ['settings'],
  },
})
