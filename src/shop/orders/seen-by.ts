import type { StaffRole } from '#platform/api/identity.ts'

// What of an order a role sees, in records, lists and files: a packer what to pack, for whom and where (CONTRACT, Roles).

/** True if a role sees amounts of money. */
export function seesMoney(role: StaffRole): boolean {
  return role !== 'packer'
}

/** True if a role sees the mail addresses of customers, and the ids of their accounts and payments. */
export function seesAccounts(role: StaffRole): boolean {
  return role !== 'packer'
}
