/** The shop's name, addresses and grievance officer: for the owner to change. */
export const shopFacts = {
  name: 'Fourth ProgressStep',
  seller: 'Fourth ProgressStep Clothing (a demonstration shop)',
  address: '4 Platform Road, Bandra West, Mumbai 400050, Maharashtra, India',
  email: 'hello@fourthseat.example',
  phone: '+91 22 0000 0044',
  hours: 'Monday to Saturday, 10 am to 7 pm',
  grievance: { name: 'A. Kamble', title: 'Grievance Officer', email: 'grievance@fourthseat.example' },
  instagram: { handle: '@fourthseat.example', url: 'https://www.instagram.com/fourthseat.example/' },
} as const
