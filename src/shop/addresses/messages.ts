import { t } from '#platform/text/t.ts'

/** SPEC 8, to the letter. */
export const NOT_LOGGED_IN = t('User not logged in.')
export const NO_USER_ID = t('User ID not found. Please log in.')
export const ADD_FAILED = t('Failed to add address.')
export const SAVE_FAILED = t('Failed to add/update address.')
export const DEFAULT_FAILED = t('Failed to update default address.')
export const NO_ADDRESSES = t('No addresses found.')

export const ADDRESSES_FOUND = t('Addresses fetched successfully.')
export const ADDRESS_ADDED = t('Address added successfully.')
export const ADDRESS_UPDATED = t('Address updated successfully.')
export const ADDRESS_DELETED = t('Address deleted.')
export const DELETE_FAILED = t('Failed to delete the address.')
export const ADDRESS_NOT_FOUND = t('Address not found.')
export const TOO_MANY_ADDRESSES = t('You can save up to 50 addresses. Please edit one of them.')
export const COUNTRY_INVALID = t('Please choose India or USA as the country.')
export const PHONE_INVALID = t('Please use digits, spaces, +, - and brackets in the phone number.')
export const EMAIL_INVALID = t('Please enter a valid e-mail address.')
export const DEFAULT_INVALID = t('`isDefault` must be true or false.')
/** What a delivery needs. */
export const NAME_MISSING = t('Please enter the name of the person receiving the parcel.')
export const PHONE_MISSING = t('Please enter a phone number of ten digits, for the courier.')
export const PIN_MISSING = t('Please enter the six digits of the Pin Code.')
export const STREET_MISSING = t('Please enter the street address.')
export const TOWN_MISSING = t('Please enter the town or city.')
