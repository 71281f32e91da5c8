import { t } from '#platform/text/t.ts'
export const messages = {
  /** SPEC 8, to the letter. */
  notLoggedIn: t('User not logged in.'),
  noUserId: t('User ID not found. Please log in.'),
  addFailed: t('Failed to add address.'),
  saveFailed: t('Failed to add/update address.'),
  defaultFailed: t('Failed to update default address.'),
  none: t('No addresses found.'),
  /** Ours. */
  found: t('Addresses fetched successfully.'),
  added: t('Address added successfully.'),
  updated: t('Address updated successfully.'),
  deleted: t('Address deleted.'),
  deleteFailed: t('Failed to delete the address.'),
  notFound: t('Address not found.'),
  tooMany: t('You can save up to 50 addresses. Please edit one of them.'),
  countryInvalid: t('Please choose India or USA as the country.'),
  phoneInvalid: t('Please use digits, spaces, +, - and brackets in the phone number.'),
  emailInvalid: t('Please enter a valid e-mail address.'),
  defaultInvalid: t('`isDefault` must be true or false.'),
  /** What a delivery needs. */
  nameMissing: t('Please enter the name of the person receiving the parcel.'),
  phoneMissing: t('Please enter a phone number of ten digits, for the courier.'),
  pinMissing: t('Please enter the six digits of the Pin Code.'),
  streetMissing: t('Please enter the street address.'),
  townMissing: t('Please enter the town or city.'),
} as const
