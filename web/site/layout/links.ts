import { services } from '../../agency.ts'

export const mainLinks = [
  { href: '/', label: 'Home' },
  { href: '/services', label: 'Services' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/contact', label: 'Contact' },
] as const

export const privacyLink = '/contact#privacy'

export const serviceLinks = services.map(({ slug, name }) => ({ href: `/services/${slug}`, label: name }))
