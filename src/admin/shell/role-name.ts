import { t } from '#platform/text/t.ts'

/** A role for people. */
export function roleName(role: string): string {
  if (role === 'owner') return t('Owner')
  return role === 'manager' ? t('Manager') : t('Packer')
}
