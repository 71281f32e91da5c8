import { DoorOpen, Package, Receipt, Truck } from 'lucide-react'
import { ProgressSteps } from '#ui/progress-steps.tsx'
import type { StatusDates } from '../contract.ts'
import { stageIndex, stagesOf } from '../progress.ts'
import type { OrderStatus } from '../rules.ts'

type Props = { label: string; dates: StatusDates; status: OrderStatus | null; cancelled: boolean }

const GLYPHS = [Receipt, Package, Truck, DoorOpen]

/** The four stages of an order or an exchange, each with its picture (SPEC 2). */
export function StageProgress({ label, dates, status, cancelled }: Props) {
  const steps = stagesOf(dates).map((stage, index) => ({ ...stage, glyph: GLYPHS[index] }))
  return <ProgressSteps label={label} steps={steps} current={stageIndex(status)} cancelled={cancelled} />
}
