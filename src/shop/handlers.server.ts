import type { Handlers } from '#platform/api/mount.server.ts'
import { forgetUndo } from './accounts/forget-later.server.ts'
import { createAccountsHandlers } from './accounts/handlers.server.ts'
import { createAddressesHandlers } from './addresses/handlers.server.ts'
import { createAlertsHandlers } from './alerts/handlers.server.ts'
import { createAuditStaffHandlers } from './audit/staff-handlers.server.ts'
import { createBranchesHandlers } from './branches/handlers.server.ts'
import { branchesUndo } from './branches/staff.server.ts'
import { createBranchesStaffHandlers } from './branches/staff-handlers.server.ts'
import { createCartHandlers } from './cart/handlers.server.ts'
import { createCatalogHandlers } from './catalog/handlers.server.ts'
import { createCatalogStaffHandlers } from './catalog/staff-handlers.server.ts'
import { catalogUndo } from './catalog/undo.server.ts'
import { createCheckoutHandlers } from './checkout/handlers.server.ts'
import { createCheckoutStaffHandlers } from './checkout/staff-handlers.server.ts'
import { newsletterUndo } from './contact/drafts.server.ts'
import { createContactHandlers } from './contact/handlers.server.ts'
import { createNewsletterHandlers } from './contact/newsletter-handlers.server.ts'
import { savedReplyUndo } from './contact/saved-replies.server.ts'
import { createContactStaffHandlers } from './contact/staff-handlers.server.ts'
import { messageUndo } from './contact/threads.server.ts'
import type { ShopContract } from './contract.ts'
import { createCustomersStaffHandlers } from './customers/staff-handlers.server.ts'
import { createDeliveryHandlers } from './delivery/handlers.server.ts'
import { createExchangesHandlers } from './exchanges/handlers.server.ts'
import { exchangeUndo } from './exchanges/staff.server.ts'
import { createExchangesStaffHandlers } from './exchanges/staff-handlers.server.ts'
import { createHomeHandlers } from './home/handlers.server.ts'
import { createHomeStaffHandlers } from './home/staff-handlers.server.ts'
import { createImportsStaffHandlers } from './imports/staff-handlers.server.ts'
import { productUndo } from './imports/undo-edit.server.ts'
import { createInvoicesHandlers } from './invoices/handlers.server.ts'
import { createInvoicesStaffHandlers } from './invoices/staff-handlers.server.ts'
import { createListingHandlers } from './listing/handlers.server.ts'
import { addressUndo } from './orders/address.server.ts'
import { createOrdersHandlers } from './orders/handlers.server.ts'
import { noteUndo } from './orders/notes.server.ts'
import { createOrdersStaffHandlers } from './orders/staff-handlers.server.ts'
import { viewUndo } from './orders/views.server.ts'
import { createChecksStaffHandlers } from './owner/checks-handlers.server.ts'
import { createSettingFilesHandlers } from './owner/setting-files-handlers.server.ts'
import { createOwnerStaffHandlers } from './owner/staff-handlers.server.ts'
import { createRefundsHandlers } from './refunds/handlers.server.ts'
import { createRefundsStaffHandlers } from './refunds/staff-handlers.server.ts'
import { createRelatedHandlers } from './related/handlers.server.ts'
import { createReportsStaffHandlers } from './reports/staff-handlers.server.ts'
import { createReviewsHandlers } from './reviews/handlers.server.ts'
import { reviewUndo } from './reviews/review-undo.server.ts'
import { createReviewsStaffHandlers } from './reviews/staff-handlers.server.ts'
import { createSettingsHandlers } from './settings/handlers.server.ts'
import { plannedUndo } from './settings/planned.server.ts'
import { createSettingsStaffHandlers } from './settings/staff-handlers.server.ts'
import { createShippingStaffHandlers } from './shipping/staff-handlers.server.ts'
import type { Shop } from './shop.server.ts'
import { createStaffHandlers } from './staff/handlers.server.ts'
import { createKeysHandlers } from './staff/keys.server.ts'
import { staffUndo } from './staff/staff.server.ts'
import type { StaffContract } from './staff-contract.ts'
import { createUndoStaffHandlers } from './undo/staff-handlers.server.ts'
import { createWishlistHandlers } from './wishlist/handlers.server.ts'

/** How each kind of change is taken back. */
export const UNDO_KINDS = {
  ...branchesUndo,
  ...newsletterUndo,
  ...reviewUndo,
  ...catalogUndo,
  ...productUndo,
  ...messageUndo,
  ...savedReplyUndo,
  ...staffUndo,
  ...noteUndo,
  ...addressUndo,
  ...viewUndo,
  ...exchangeUndo,
  ...forgetUndo,
  ...plannedUndo,
}

/** The handler of every call of the staff site. */
export function createStaffSiteHandlers(shop: Shop): Handlers<StaffContract> {
  return {
    ...createStaffHandlers(shop),
    ...createSettingsStaffHandlers(shop),
    ...createBranchesStaffHandlers(shop),
    ...createHomeStaffHandlers(shop),
    ...createChecksStaffHandlers(shop),
    ...createSettingFilesHandlers(shop),
    ...createCatalogStaffHandlers(shop),
    ...createImportsStaffHandlers(shop),
    ...createReportsStaffHandlers(shop),
    ...createShippingStaffHandlers(shop),
    ...createExchangesStaffHandlers(shop),
    ...createOrdersStaffHandlers(shop),
    ...createContactStaffHandlers(shop),
    ...createRefundsStaffHandlers(shop),
    ...createInvoicesStaffHandlers(shop),
    ...createCheckoutStaffHandlers(shop),
    ...createNewsletterHandlers(shop),
    ...createKeysHandlers(shop),
    ...createAuditStaffHandlers(shop),
    ...createReviewsStaffHandlers(shop),
    ...createCustomersStaffHandlers(shop),
    ...createUndoStaffHandlers(shop, UNDO_KINDS),
    ...createOwnerStaffHandlers(shop),
  }
}

/** The handler of every endpoint of the contract. */
export function createHandlers(shop: Shop): Handlers<ShopContract> {
  return {
    ...createSettingsHandlers(shop),
    ...createHomeHandlers(shop),
    ...createCatalogHandlers(shop),
    ...createListingHandlers(shop),
    ...createRelatedHandlers(shop),
    ...createDeliveryHandlers(shop),
    ...createBranchesHandlers(shop),
    ...createContactHandlers(shop),
    ...createAccountsHandlers(shop),
    ...createAddressesHandlers(shop),
    ...createReviewsHandlers(shop),
    ...createCartHandlers(shop),
    ...createWishlistHandlers(shop),
    ...createAlertsHandlers(shop),
    ...createCheckoutHandlers(shop),
    ...createOrdersHandlers(shop),
    ...createInvoicesHandlers(shop),
    ...createRefundsHandlers(shop),
    ...createExchangesHandlers(shop),
  }
}
