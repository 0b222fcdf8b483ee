/** The words of other programs for the statuses of a client. */
export const statusWords: Readonly<Record<string, readonly string[]>> = {
  prospect: [
    ...['lead', 'new', 'new lead', 'subscriber', 'opportunity', 'marketing qualified lead', 'sales qualified lead'],
    ...['qualified lead', 'mql', 'sql', 'potential', 'interessent'],
  ],
  active: [
    'customer',
    'client',
    'current',
    'current client',
    'won',
    'closed won',
    'aktiv',
    'kunde',
    'actif',
    'aktywny',
  ],
  completed: ['complete', 'done', 'finished', 'abgeschlossen'],
  paused: ['on hold', 'pause', 'pausiert', 'hold'],
  inactive: [
    ...['former', 'former client', 'former customer', 'churned', 'lost', 'closed lost', 'archived', 'disqualified'],
    ...['unqualified', 'dormant', 'inaktiv', 'inactif', 'nieaktywny'],
  ],
}

/** The words that other programs, LinkedIn and HubSpot above all, use for the industries. */
export const industryWords: Readonly<Record<string, readonly string[]>> = {
  Technology: [
    ...['tech', 'it', 'software', 'computer software', 'computer hardware', 'internet', 'saas', 'telecommunications'],
    ...['information technology', 'information technology and services', 'it services', 'computer networking'],
  ],
  Healthcare: [
    ...['health', 'health care', 'medical', 'dental', 'hospital health care', 'health wellness and fitness', 'pharma'],
    ...['medical practice', 'medical devices', 'pharmaceuticals', 'mental health care', 'veterinary', 'fitness'],
  ],
  Finance: ['financial services', 'banking', 'insurance', 'accounting', 'investment management', 'capital markets'],
  Retail: [
    'e commerce',
    'ecommerce',
    'online retail',
    'shop',
    'consumer goods',
    'wholesale',
    'supermarkets',
    'apparel fashion',
  ],
  Education: [
    'higher education',
    'e learning',
    'education management',
    'primary secondary education',
    'school',
    'training',
  ],
  'Real Estate': ['property', 'commercial real estate', 'real estate agency', 'property management', 'realty'],
  'Food & Beverage': [
    ...[
      'food beverages',
      'food and beverage',
      'food and beverages',
      'food',
      'restaurants',
      'restaurant',
      'bakery',
      'cafe',
    ],
    ...['food production', 'wine and spirits', 'catering', 'gastronomy'],
  ],
  Manufacturing: [
    'industrial',
    'machinery',
    'production',
    'industrial automation',
    'automotive',
    'textiles',
    'chemicals',
  ],
  'Professional Services': [
    ...['consulting', 'management consulting', 'legal', 'law', 'law practice', 'legal services', 'services'],
    ...['marketing and advertising', 'marketing', 'advertising', 'architecture planning', 'human resources', 'design'],
  ],
  'Non-Profit': [
    'nonprofit',
    'non profit organization management',
    'ngo',
    'charity',
    'philanthropy',
    'religious institutions',
  ],
  Other: ['misc', 'miscellaneous', 'others', 'sonstige', 'sonstiges', 'autre'],
}
