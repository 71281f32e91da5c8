import { BrandWord } from '#ui/brand.tsx'
import { useSettings } from '../../settings/client.ts'

/** Who sells and who answers complaints, at the top of a printed order. The screen has both in header and footer. */
export function PrintHead() {
  const settings = useSettings()
  return (
    <div className="hidden gap-2 border-b border-ink pb-4 text-xs print:grid">
      <BrandWord name={settings['shop.name']} mark={settings.brand.mark} />
      <p>{[settings['shop.address'], settings['shop.email'], settings['shop.phone']].filter(Boolean).join(' · ')}</p>
      <p>{settings.notes.seller.replace('{email}', settings['grievance.email'])}</p>
    </div>
  )
}
