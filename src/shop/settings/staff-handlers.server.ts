import { staffActor } from '#platform/api/identity.ts'
import { ifMatch } from '#platform/api/if-match.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { previewSettings } from './drafts.server.ts'
import { listHistory } from './history.server.ts'
import {
  knownSetting,
  listSettings,
  putSetting,
  putSettings,
  returnSetting,
  showSetting,
} from './one-setting.server.ts'
import { cancelPlan, parsePlannedTime, planSettings, showPlanned } from './planned.server.ts'
import { SETTING_PAGES } from './setting-pages.server.ts'
import { refuseSettings, returnToVersion, undoSettings } from './staff.server.ts'
import type { settingsStaffContract } from './staff-contract.ts'

/** A program that has lost its value must not reset a price. */
const NO_VALUE = 'Please give the value. To reset a setting, send `PATCH /settings` with null.'
const NO_VALUE_ERROR = { errors: [{ path: 'value', message: NO_VALUE }] }

const PAGES = Object.entries(SETTING_PAGES).map(([name, page]) => ({
  name,
  title: page.title,
  about: page.about,
  ownersOnly: 'ownersOnly' in page,
  shownAt: 'shownAt' in page ? page.shownAt : null,
}))

/** What the owner sets (CONTRACT part three, Staff site). */
export function createSettingsStaffHandlers(shop: Shop): Handlers<typeof settingsStaffContract> {
  return {
    async 'GET /settings'({ caller: { staff } }) {
      return ok({ pages: PAGES, items: await listSettings(shop, staff.role), next: null })
    },

    async 'PATCH /settings'({ body: { values, from }, caller: { staff } }) {
      return putSettings(shop, staffActor(staff), values, { from, role: staff.role })
    },

    async 'GET /settings/history'({ query }) {
      return listHistory(shop, query)
    },

    async 'POST /settings/undo'({ caller: { staff } }) {
      const undone = await undoSettings(shop, staffActor(staff))
      return undone.ok ? ok({ version: undone.data.version, changed: namesOf(undone.data) }) : undone
    },

    async 'POST /settings/return'({ body: { version }, caller: { staff } }) {
      const changed = await returnToVersion(shop, staffActor(staff), version)
      return changed.ok ? ok({ version, changed: namesOf(changed.data) }) : changed
    },

    async 'PUT /settings/preview'({ body, caller: { staff } }) {
      return ok(await previewSettings(shop, staff.staffId, body))
    },

    async 'GET /settings/plans'({ caller: { staff } }) {
      return ok({ items: await showPlanned(shop, staff.role), next: null })
    },

    async 'POST /settings/plans'({ body: { values, at }, caller: { staff } }) {
      const time = parsePlannedTime(at, shop.clock.now())
      if (!time.ok) return time
      const id = await planSettings(shop, staffActor(staff), { changes: values, at: time.data })
      return id.ok ? ok({ id: id.data, at: time.data.toISOString() }) : id
    },

    async 'DELETE /settings/plans/{id}'({ params: { id }, caller: { staff } }) {
      return cancelPlan(shop, staffActor(staff), id)
    },

    async 'GET /settings/{name}'({ params, caller: { staff } }) {
      const name = knownSetting(params.name)
      return name.ok ? ok(await showSetting(shop, name.data, staff.role)) : name
    },

    async 'PUT /settings/{name}'({ params, body, caller: { staff, headers } }) {
      const name = knownSetting(params.name)
      if (!name.ok) return name
      const input = { from: ifMatch(headers), role: staff.role }
      const actor = staffActor(staff)
      if (body.value === null || body.value === undefined)
        return refuseSettings(actor, [name.data]) ?? refuse('invalid_input', NO_VALUE, NO_VALUE_ERROR)
      return putSetting(shop, actor, name.data, body.value, input)
    },

    async 'POST /settings/{name}/return'({ params, body, caller: { staff, headers } }) {
      const name = knownSetting(params.name)
      if (!name.ok) return name
      const input = { from: ifMatch(headers), role: staff.role }
      return returnSetting(shop, staffActor(staff), name.data, body.version, input)
    },
  }
}

const namesOf = ({ changes }: { changes: readonly { name: string }[] }) => changes.map(({ name }) => name)
