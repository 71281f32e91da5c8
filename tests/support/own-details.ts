/** The details without which a real shop can’t open. */
export const DETAILS = {
  'shop.name': 'Neem & Noor',
  'shop.legalName': 'Neem & Noor LLP',
  'shop.address': '5 Johari Bazaar, Jaipur 302001, Rajasthan',
  'shop.email': 'hello@neem.example',
  'shop.phone': '+91 141 400 0000',
}
