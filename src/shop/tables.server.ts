import type { AccountsTables } from './accounts/tables.server.ts'
import type { AddressesTables } from './addresses/tables.server.ts'
import type { AlertsTables } from './alerts/tables.server.ts'
import type { AuditTables } from './audit/tables.server.ts'
import type { BackupsTables } from './backups/tables.server.ts'
import type { BranchesTables } from './branches/tables.server.ts'
import type { CartTables } from './cart/tables.server.ts'
import type { CatalogTables } from './catalog/tables.server.ts'
import type { CheckoutTables } from './checkout/tables.server.ts'
import type { ContactTables } from './contact/tables.server.ts'
import type { EventsTables } from './events/tables.server.ts'
import type { ExchangesTables } from './exchanges/tables.server.ts'
import type { ImportsTables } from './imports/tables.server.ts'
import type { InvoicesTables } from './invoices/tables.server.ts'
import type { OrdersTables } from './orders/tables.server.ts'
import type { RefundsTables } from './refunds/tables.server.ts'
import type { RelatedTables } from './related/tables.server.ts'
import type { ReportsTables } from './reports/tables.server.ts'
import type { ReviewsTables } from './reviews/tables.server.ts'
import type { SettingsTables } from './settings/tables.server.ts'
import type { ShippingTables } from './shipping/tables.server.ts'
import type { StaffTables } from './staff/tables.server.ts'
import type { UndoTables } from './undo/tables.server.ts'
import type { WishlistTables } from './wishlist/tables.server.ts'

/** Every table of the shop as Kysely knows it. */
export interface Tables
  extends AuditTables,
    SettingsTables,
    EventsTables,
    BranchesTables,
    ContactTables,
    CatalogTables,
    ImportsTables,
    AccountsTables,
    AddressesTables,
    ReviewsTables,
    CartTables,
    WishlistTables,
    AlertsTables,
    OrdersTables,
    InvoicesTables,
    RefundsTables,
    RelatedTables,
    ReportsTables,
    ShippingTables,
    ExchangesTables,
    CheckoutTables,
    BackupsTables,
    StaffTables,
    UndoTables {}
