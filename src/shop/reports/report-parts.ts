import { paise, toRupees } from '#platform/money.ts'
import type { Shop } from '../shop.server.ts'
import type { Period, ReturnsBy } from './rules.ts'
import type { Report, ReportTable } from './staff-contract.ts'

export interface ReportInput {
  period: Period
  before: Period
  /** All rows, for a file. */
  isWhole: boolean
  /** What returns are counted by. */
  by?: ReturnsBy | undefined
}

export type ReportParts = Pick<Report, 'title' | 'tables' | 'notes' | 'words' | 'items'>
export type ReportContext = Pick<Shop, 'db' | 'clock'>

export const rupees = (amount: number) => toRupees(paise(amount))
export const column = (label: string, kind: ReportTable['columns'][number]['kind']) => ({ label, kind })
