import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { settingRules } from './definitions.server.ts'

/** What pages show of the settings (CONTRACT part two, The shop is its owner's). */
export const settingsContract = defineContract({
  'GET /shop/settings': {
    summary: 'Who the shop is and what it charges',
    group: 'Shop',
    access: 'public',
    status: 200,
    response: z.object(settingRules).meta({ id: 'Settings' }),
    cacheTags: ['settings'],
  },
})
