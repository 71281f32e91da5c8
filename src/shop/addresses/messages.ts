export const messages = {
  /** SPEC 8, to the letter. */
  notLoggedIn: 'User not logged in.',
  noUserId: 'User ID not found. Please log in.',
  addFailed: 'Failed to add address.',
  saveFailed: 'Failed to add/update address.',
  defaultFailed: 'Failed to update default address.',
  none: 'No addresses found.',
  /** Ours. */
  found: 'Addresses fetched successfully.',
  added: 'Address added successfully.',
  updated: 'Address updated successfully.',
  deleted: 'Address deleted.',
  deleteFailed: 'Failed to delete the address.',
  notFound: 'Address not found.',
  tooMany: 'You can keep up to 50 addresses. Please edit one of them.',
  countryInvalid: 'Please choose India or USA as the country.',
  phoneInvalid: 'Please use digits, spaces, +, - and brackets in the phone number.',
  emailInvalid: 'Please enter a valid e-mail address.',
  /** What a parcel needs. */
  nameMissing: 'Please enter the name of whoever takes the parcel.',
  phoneMissing: 'Please enter a phone number of ten digits, for the courier.',
  pinMissing: 'Please enter the six digits of the Pin Code.',
  streetMissing: 'Please enter the street address.',
  townMissing: 'Please enter the town or city.',
  defaultInvalid: 'Please say true or false for the default address.',
} as const
