import { t } from '#platform/text/t.ts'
import { Title } from '../parts/title.tsx'

/** `/admin`: what waits. */
export function Component() {
  return (
    <div className="page py-6 lg:py-8">
      <Title>{t('Today')}</Title>
      <h1 className="font-wide text-2xl font-extrabold tracking-display">{t('Today')}</h1>
    </div>
  )
}
