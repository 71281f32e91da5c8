import { deviceStorage } from '#platform/browser/storage.ts'
import { isRecord } from '../is-record.ts'
import type { Unit } from './explain.ts'
import { type FitPreference, FLAT, HEIGHT, type Person, type SizingGender, WEIGHT } from './rules.ts'

const KEY = 'mySize'

/** The entries for finding a size, in cm and kg. `chest` and `waist` are of a piece laid flat. */
export interface StoredBody {
  gender: SizingGender
  preference: FitPreference
  unit: Unit
  height: number | null
  weight: number | null
  chest: number | null
  waist: number | null
}

/** The entries on this device. Null if there are none, or the browser stores nothing. */
export function readBody(): StoredBody | null {
  const stored = deviceStorage.read(KEY)
  if (!isRecord(stored)) return null
  const within = (name: string, { min, max }: { min: number; max: number }) => {
    const value = stored[name]
    return typeof value === 'number' && value >= min && value <= max ? value : null
  }
  return {
    gender: stored.figures === 'women' ? 'women' : 'men',
    preference: stored.liking === 'snug' || stored.liking === 'loose' ? stored.liking : 'regular',
    unit: stored.unit === 'in' ? 'in' : 'cm',
    height: within('height', HEIGHT),
    weight: within('weight', WEIGHT),
    chest: within('chest', FLAT),
    waist: within('waist', FLAT),
  }
}

/** Stores it under the field names of the first release: `figures` and `liking`. */
export function storeBody({ gender, preference, ...body }: StoredBody): void {
  deviceStorage.write(KEY, { figures: gender, liking: preference, ...body })
}

export function forgetBody(): void {
  deviceStorage.write(KEY, null)
}

/** The entries as a person to find a size for. */
export function personOf({ gender, preference, height, weight, chest, waist }: StoredBody): Person {
  return {
    gender,
    preference,
    body: height === null || weight === null ? null : { height, weight },
    flat: { ...(chest === null ? {} : { chest }), ...(waist === null ? {} : { waist }) },
  }
}
