import { auditStaffContract } from './audit/staff-contract.ts'
import { branchesStaffContract } from './branches/staff-contract.ts'
import { productStaffContract } from './catalog/product/staff-contract.ts'
import { catalogStaffContract } from './catalog/staff-contract.ts'
import { stockStaffContract } from './catalog/stock/contract.ts'
import { staffCheckoutContract } from './checkout/staff-contract.ts'
import { newsletterStaffContract } from './contact/newsletter-contract.ts'
import { contactStaffContract } from './contact/staff-contract.ts'
import { customersStaffContract } from './customers/staff-contract.ts'
import { exchangesStaffContract } from './exchanges/staff-contract.ts'
import { homeStaffContract } from './home/staff-contract.ts'
import { importsStaffContract } from './imports/staff-contract.ts'
import { staffInvoicesContract } from './invoices/staff-contract.ts'
import { staffOrdersContract } from './orders/staff-contract.ts'
import { checksStaffContract } from './owner/checks-contract.ts'
import { settingFilesContract } from './owner/setting-files-contract.ts'
import { ownerStaffContract } from './owner/staff-contract.ts'
import { staffRefundsContract } from './refunds/staff-contract.ts'
import { reportsStaffContract } from './reports/staff-contract.ts'
import { reviewsStaffContract } from './reviews/staff-contract.ts'
import { settingsStaffContract } from './settings/staff-contract.ts'
import { shippingStaffContract } from './shipping/staff-contract.ts'
import { keysStaffContract } from './staff/keys-contract.ts'
import { staffSignInContract } from './staff/staff-contract.ts'
import { undoContract } from './undo/staff-contract.ts'

/** The whole API of the staff site (CONTRACT part three), below `/api/admin`. */
export const staffContract = {
  ...staffSignInContract,
  ...settingsStaffContract,
  ...branchesStaffContract,
  ...homeStaffContract,
  ...checksStaffContract,
  ...settingFilesContract,
  ...catalogStaffContract,
  ...productStaffContract,
  ...stockStaffContract,
  ...importsStaffContract,
  ...reportsStaffContract,
  ...shippingStaffContract,
  ...exchangesStaffContract,
  ...staffOrdersContract,
  ...contactStaffContract,
  ...staffRefundsContract,
  ...staffInvoicesContract,
  ...staffCheckoutContract,
  ...newsletterStaffContract,
  ...keysStaffContract,
  ...auditStaffContract,
  ...reviewsStaffContract,
  ...customersStaffContract,
  ...undoContract,
  ...ownerStaffContract,
}

export type StaffContract = typeof staffContract
