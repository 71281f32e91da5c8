import { accountsContract } from './accounts/contract.ts'
import { addressesContract } from './addresses/contract.ts'
import { alertsContract } from './alerts/contract.ts'
import { branchesContract } from './branches/contract.ts'
import { cartContract } from './cart/contract.ts'
import { catalogContract } from './catalog/contract.ts'
import { checkoutContract } from './checkout/contract.ts'
import { contactContract } from './contact/contract.ts'
import { deliveryContract } from './delivery/contract.ts'
import { exchangesContract } from './exchanges/contract.ts'
import { homeContract } from './home/contract.ts'
import { invoicesContract } from './invoices/contract.ts'
import { listingContract } from './listing/contract.ts'
import { ordersContract } from './orders/contract.ts'
import { refundsContract } from './refunds/contract.ts'
import { relatedContract } from './related/contract.ts'
import { reviewsContract } from './reviews/contract.ts'
import { settingsContract } from './settings/contract.ts'
import { wishlistContract } from './wishlist/contract.ts'

/** The whole API of the shop (SPEC 7, CONTRACT "The API"), in the order of a visit. */
export const contract = {
  ...settingsContract,
  ...homeContract,
  ...catalogContract,
  ...listingContract,
  ...relatedContract,
  ...deliveryContract,
  ...branchesContract,
  ...contactContract,
  ...accountsContract,
  ...addressesContract,
  ...reviewsContract,
  ...cartContract,
  ...wishlistContract,
  ...alertsContract,
  ...checkoutContract,
  ...ordersContract,
  ...invoicesContract,
  ...refundsContract,
  ...exchangesContract,
}

export type ShopContract = typeof contract
