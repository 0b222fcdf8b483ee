import { agency, plans } from '../../agency.ts'
import { slot } from '../../lib/slot.ts'
import { terms } from '../../lib/terms.ts'
import type { staticPages } from '../static-pages.ts'

export type PublicPath = (typeof staticPages)[number]

export type PublicPage = {
  /** The title in search results and browser tabs: at most 60 characters. */
  title: string
  /** The description in search results and previews: at most 155 characters. */
  description: string
  /** The name of the page in breadcrumbs. */
  name: string
  /** True for a page that search engines leave out, for visitors who know the address. */
  hidden?: true
}

/** Titles and descriptions of the public pages, for search engines, link previews and browser tabs. */
export const publicPages: Record<PublicPath, PublicPage> = {
  '/': {
    name: 'Home',
    title: `${slot('name')}: websites and marketing for shops`,
    description: agency.description,
  },
  '/services': {
    name: 'Services',
    title: `Services for local shops | ${slot('name')}`,
    description:
      'Web development, digital marketing, AI automation and graphic design for local businesses: four trades from one agency, in four steps.',
  },
  '/services/web-development': {
    name: 'Web Development',
    title: `Web development for local shops | ${slot('name')}`,
    description:
      'Websites designed for one local business at a time: made for the phone in your customer’s hand, kept up to date, ready to be found.',
  },
  '/services/digital-marketing': {
    name: 'Digital Marketing',
    title: `Digital marketing for local shops | ${slot('name')}`,
    description:
      'SEO, ad campaigns and social media that reach the people who could walk through your door, and lead them there.',
  },
  '/services/ai-automation': {
    name: 'AI Automation',
    title: `AI automation for local shops | ${slot('name')}`,
    description:
      'A chatbot that knows your hours and prices, lead follow-up that goes out without you, reports that write themselves. Open after closing time.',
  },
  '/services/graphic-design': {
    name: 'Graphic Design',
    title: `Graphic design for local shops | ${slot('name')}`,
    description: 'Logos, menus, shop signs and lettering: one look, drawn for your business, wherever people meet it.',
  },
  '/pricing': {
    name: 'Pricing',
    title: `Plans and prices | ${slot('name')}`,
    description: `Three plans for local businesses from $${plans[0].monthlyPrice} per month, month-to-month, with a ${terms.cancellationDays}-day cancellation notice. ${terms.annualDiscount * 100}% less when billed annually.`,
  },
  '/contact': {
    name: 'Contact',
    title: `Contact ${slot('name')} and book a free strategy call`,
    description: `Tell us about your business. You hear back within ${terms.replyHours} hours, and the first ${terms.freeCallMinutes}-minute call is free.`,
  },
  '/auth': {
    name: 'Agency Portal',
    title: `Sign In | ${slot('name')}`,
    description: `Sign in to the ${slot('name')} agency portal.`,
    hidden: true,
  },
  '/for': {
    name: 'For you',
    title: 'Your projects',
    description: 'What is being done for you, and how far it has come.',
    hidden: true,
  },
  '/404': {
    name: 'Page Not Found',
    title: `Page Not Found | ${slot('name')}`,
    description: 'The page you’re looking for doesn’t exist or has been moved.',
    hidden: true,
  },
}

/** The indexed pages, in the order of the route map. */
export const indexedPages = Object.entries(publicPages).filter(([, { hidden }]) => !hidden)
