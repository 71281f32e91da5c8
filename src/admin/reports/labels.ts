import { t } from '#platform/text/t.ts'
import type { ReportName } from '#shop/reports/rules.ts'

export function reportTitle(name: ReportName): string {
  switch (name) {
    case 'sales':
      return t('Sales')
    case 'products':
      return t('Products')
    case 'sizes':
      return t('Sizes')
    case 'colours':
      return t('Colours')
    case 'places':
      return t('Regions')
    case 'exchanges':
      return t('Exchanges')
    case 'stock':
      return t('Stock')
    case 'funnel':
      return t('Conversion')
    case 'offers':
      return t('Offers')
    case 'tax':
      return t('GST')
  }
}

const DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 21 Nov 2026. The server named the day: no zone of the browser moves it. */
export function dayText(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}

export function monthText(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}

export function periodText({ from, to }: { from: string; to: string }): string {
  return from === to ? dayText(from) : t('{from} to {to}', { from: dayText(from), to: dayText(to) })
}
