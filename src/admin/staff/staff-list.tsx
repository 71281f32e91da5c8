import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ListedStaff } from '#shop/staff/staff-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { load } from '../api.ts'
import { MenuButton, MoreMenu } from '../parts/more-menu.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Row, RowList } from '../parts/row-list.tsx'
import { When } from '../parts/when.tsx'
import { may, useStaff } from '../session.ts'
import { roleName } from '../shell/role-name.ts'
import { EndDialog } from './end-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'

export const loader = () => load('GET /staff')

type Open = { name: 'invite' } | { name: 'role' | 'reset' | 'end'; person: ListedStaff } | null

/** `/admin/staff`: who is let in, and the invited. */
export function Component() {
  const { items } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>(null)
  const you = useStaff()
  const close = () => {
    setOpen(null)
    void revalidate()
  }
  return (
    <div className="page">
      <div className="max-w-240">
        <PageHead title={t('Team')}>
          {may('GET /keys') ? (
            <LinkButton to="/keys" variant="outline" size="sm">
              {t('API keys')}
            </LinkButton>
          ) : null}
          {may('POST /staff') ? (
            <Button variant="primary" size="sm" onClick={() => setOpen({ name: 'invite' })}>
              {t('Invite a colleague')}
            </Button>
          ) : null}
        </PageHead>
        <RowList>
          {items.map((person) => (
            <Row
              key={person.id}
              actions={
                may('PATCH /staff/{id}') ? (
                  <MoreMenu label={t('More about {name}', { name: person.name || person.email })}>
                    {person.state === 'active' ? (
                      <MenuButton onClick={() => setOpen({ name: 'role', person })}>{t('Change role')}</MenuButton>
                    ) : null}
                    {person.id === you.id ? null : (
                      <MenuButton onClick={() => setOpen({ name: 'reset', person })}>
                        {person.state === 'active' ? t('Reset sign-in') : t('New link')}
                      </MenuButton>
                    )}
                    <MenuButton isDanger onClick={() => setOpen({ name: 'end', person })}>
                      {person.state === 'active' ? t('Remove access') : t('Revoke')}
                    </MenuButton>
                  </MoreMenu>
                ) : undefined
              }
            >
              <Person person={person} isYou={person.id === you.id} />
            </Row>
          ))}
        </RowList>
        <p className="pt-4 text-sm text-ink-2">
          {t(
            'Owners can do everything. Managers can do everything except team, API keys, payments, tax and customer exports. Packers pack, ship and receive exchanges.',
          )}
        </p>
        {open?.name === 'invite' ? <InviteDialog onClose={close} /> : null}
        {open?.name === 'role' ? <RoleDialog person={open.person} onClose={close} /> : null}
        {open?.name === 'reset' ? <ResetDialog person={open.person} onClose={close} /> : null}
        {open?.name === 'end' ? <EndDialog person={open.person} onClose={close} /> : null}
      </div>
    </div>
  )
}

/** What somebody confirms a sign-in with. */
const FACTORS = { passkey: t('passkey'), totp: t('authenticator app') }

function Person({ person, isYou }: { person: ListedStaff; isYou: boolean }) {
  const { name, email, role, state, invitedAt, lastSeenAt, factors } = person
  return (
    <div className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold wrap-anywhere">
          {name || email}
          {state === 'active' ? null : <Tag tone="warn">{state === 'invited' ? t('Invited') : t('Link expired')}</Tag>}
          {isYou ? <Tag tone="plain">{t('You')}</Tag> : null}
        </p>
        <p className="text-sm text-ink-2 wrap-anywhere">{name === '' ? null : email}</p>
      </div>
      <div className="shrink-0 sm:w-64">
        <p className="text-sm">
          {roleName(role)}
          {factors.length === 0 ? null : (
            <span className="text-ink-2"> · {factors.map((one) => FACTORS[one]).join(', ')}</span>
          )}
        </p>
        <p className="text-xs text-ink-3">
          {state !== 'active' ? t('Invited') : lastSeenAt === null ? t('Not seen yet') : t('Last active')}{' '}
          {state !== 'active' || lastSeenAt !== null ? (
            <When at={state !== 'active' ? invitedAt : (lastSeenAt ?? '')} />
          ) : null}
        </p>
      </div>
    </div>
  )
}
