import { t } from '#platform/text/t.ts'
import type { PlannedHomePage } from '#shop/home/staff-contract.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/parts.tsx'
import { useCall } from '../parts/use-call.ts'
import { When } from '../parts/when.tsx'

/** What is published later, and what couldn't be; each can be taken back. */
export function Planned({ planned, onChange }: { planned: readonly PlannedHomePage[]; onChange: () => void }) {
  const { pending, error, send } = useCall()
  if (planned.length === 0) return null
  async function takeBack(id: string) {
    await send('DELETE /home-page/plan/{id}', { params: { id } })
    onChange()
  }
  return (
    <ul className="grid gap-2">
      {planned.map(({ id, at, by, sections, problem }) => (
        <li key={id}>
          <Notice tone={problem === null ? 'violet' : 'bad'}>
            <p>
              {problem === null
                ? t('Another home page with {count, plural, one {1 section} other {# sections}} is planned by {by}:', {
                    count: sections.length,
                    by,
                  })
                : t('The home page planned by {by} couldn’t be published: {problem}', { by, problem })}{' '}
              <When at={at} />
            </p>
            <div>
              <Button size="sm" variant="outline" pending={pending} onClick={() => takeBack(id)}>
                {problem === null ? t('Take it back') : t('Put it away')}
              </Button>
            </div>
            {error === null ? null : <p role="alert">{error}</p>}
          </Notice>
        </li>
      ))}
    </ul>
  )
}
