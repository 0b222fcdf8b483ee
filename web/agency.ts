import { slot } from './lib/slot.ts'
import { terms } from './lib/terms.ts'

/**
 * The agency's services, plans, terms and people. Pages, the comparison table and tests read them here
 * (docs/specification/pricing.md). Its name and contact details are edited in the portal.
 */

export const agency = {
  promise: 'Website, Marketing, and AI Solutions for Local Businesses',
  description:
    'Websites, marketing and AI helpers for local businesses, from one agency. Month to month, and it starts with a free 30-minute call.',
} as const

/** The services in the contact form, as the database stores them. */
export const serviceChoices = ['website', 'marketing', 'ai', 'design', 'other'] as const
export type ServiceChoice = (typeof serviceChoices)[number]

export const serviceChoiceLabels = {
  website: 'Website Development',
  marketing: 'Digital Marketing',
  ai: 'AI Automation',
  design: 'Graphic Design',
  other: 'Something else',
} as const satisfies Record<ServiceChoice, string>

export type Service = {
  slug: string
  name: string
  choice: ServiceChoice
  /** One sentence on how the service benefits the owner of a business. */
  summary: string
  features: readonly string[]
  /** The smallest plan that includes the service, which sets its price, and a note on the other plans. */
  price: { plan: PlanName; note: string }
}

export const services = [
  {
    slug: 'web-development',
    name: 'Web Development',
    choice: 'website',
    summary: 'A website that says what you do, where you are and how to book, before the light turns green.',
    features: [
      'Designed for your business, not picked from a shelf of templates',
      'Reads well on the phone in your customer’s hand',
      'Hours, prices and photos that stay up to date',
      'Built so search engines find their way around',
    ],
    price: { plan: 'Starter AI', note: 'In every plan. The larger ones change your pages more often.' },
  },
  {
    slug: 'digital-marketing',
    name: 'Digital Marketing',
    choice: 'marketing',
    summary: 'Search, ads and social media that reach the people who could walk through your door.',
    features: [
      'SEO, so you show up when someone nearby is looking',
      'Ad campaigns that are set up, watched and trimmed',
      'Social media in your voice, without your evenings',
    ],
    price: { plan: 'Growth AI', note: 'Elite AI includes it, too. Starter AI comes with basic SEO.' },
  },
  {
    slug: 'ai-automation',
    name: 'AI Automation',
    choice: 'ai',
    summary: 'A chatbot that answers after closing time, and follow-ups that go out without you.',
    features: [
      'A chatbot on your site that knows your hours, prices and services',
      'Lead follow-up, so no inquiry goes cold in an inbox',
      'Reports that write themselves and arrive on time',
    ],
    price: { plan: 'Starter AI', note: 'The chatbot is in every plan, lead follow-up and reports from Growth AI on.' },
  },
  {
    slug: 'graphic-design',
    name: 'Graphic Design',
    choice: 'design',
    summary: 'A mark, a menu, a van, a window: one look, wherever people meet your business.',
    features: [
      'Logos and the rules for using them',
      'Menus, price lists, flyers and cards, ready to print',
      'Shop signs and window lettering, drawn to measure',
      'Posts and pictures that match the rest',
    ],
    price: { plan: 'Elite AI', note: 'Elite AI is everything we do.' },
  },
] as const satisfies readonly Service[]

export const planNames = ['Starter AI', 'Growth AI', 'Elite AI'] as const
export type PlanName = (typeof planNames)[number]

export type Plan = {
  name: PlanName
  monthlyPrice: number
  setupFee: number
  description: string
  mostPopular: boolean
}

export const plans = [
  {
    name: 'Starter AI',
    monthlyPrice: 249,
    setupFee: 500,
    description: 'A proper website with a chatbot, for a business that mostly needs to be found.',
    mostPopular: false,
  },
  {
    name: 'Growth AI',
    monthlyPrice: 499,
    setupFee: 1000,
    description: 'The website plus ads, social media and follow-up, for a business that wants more people in.',
    mostPopular: true,
  },
  {
    name: 'Elite AI',
    monthlyPrice: 749,
    setupFee: 1500,
    description: 'Everything we do, with changes to your site whenever you need them.',
    mostPopular: false,
  },
] as const satisfies readonly Plan[]

/** The content updates that each plan includes a month; null is as many as a client wants. */
export const contentUpdatesPerMonth = {
  'Starter AI': 2,
  'Growth AI': 4,
  'Elite AI': null,
} as const satisfies Record<PlanName, number | null>

const contentUpdatesOf = (plan: PlanName) => String(contentUpdatesPerMonth[plan] ?? 'Unlimited')

/** A row of the comparison table of plans: true and false are drawn as a tick and a dash, words as they are. */
export type PlanFeature = { name: string; in: Record<PlanName, boolean | string> }

/** All features of the plans. The comparison table shows every one, and the card of a plan only its own. */
export const planFeatures = [
  {
    name: 'Content updates per month',
    in: {
      'Starter AI': contentUpdatesOf('Starter AI'),
      'Growth AI': contentUpdatesOf('Growth AI'),
      'Elite AI': contentUpdatesOf('Elite AI'),
    },
  },
  { name: 'SEO', in: { 'Starter AI': 'Basic', 'Growth AI': 'Advanced', 'Elite AI': 'Advanced' } },
  { name: 'Google Ads', in: { 'Starter AI': false, 'Growth AI': true, 'Elite AI': true } },
  { name: 'Social media management', in: { 'Starter AI': false, 'Growth AI': true, 'Elite AI': true } },
  { name: 'AI lead nurturing', in: { 'Starter AI': false, 'Growth AI': true, 'Elite AI': true } },
  { name: 'AI analytics dashboard', in: { 'Starter AI': false, 'Growth AI': 'Basic', 'Elite AI': 'Advanced' } },
  { name: 'AI chatbot', in: { 'Starter AI': true, 'Growth AI': true, 'Elite AI': true } },
  { name: 'Custom website design', in: { 'Starter AI': true, 'Growth AI': true, 'Elite AI': true } },
  { name: 'Mobile responsive', in: { 'Starter AI': true, 'Growth AI': true, 'Elite AI': true } },
] as const satisfies readonly PlanFeature[]

/** The four steps of every job for a client, in the order of the work. */
export const process = [
  {
    name: 'Discovery & Strategy',
    text: 'We ask what you sell, to whom, and what a good week looks like. Then we agree on what to do first.',
  },
  {
    name: 'Design & Development',
    text: 'We draw it, build it and show it to you while it can still be changed.',
  },
  {
    name: 'Implementation & Testing',
    text: 'We put everything in place and test it on real phones, the way your customers will use it.',
  },
  {
    name: 'Launch & Growth',
    text: 'It goes live. From then on we watch what works and do more of it.',
  },
] as const

export const faq = [
  {
    question: 'Can I change my plan?',
    answer: `Yes. You can upgrade at any time. You can downgrade after ${terms.downgradeAfterMonths} months on your plan.`,
  },
  {
    question: 'How long until we launch?',
    answer: `A launch takes ${terms.launchWeeks} weeks.`,
  },
  {
    question: 'Am I tied to a long contract?',
    answer: `No. The contract runs month-to-month, with a ${terms.cancellationDays}-day cancellation notice.`,
  },
  {
    question: 'When will I see results?',
    answer: `Results are usually visible within the first ${terms.resultsWithinMonths} months.`,
  },
  {
    question: 'How quickly do you answer?',
    answer: `We promise a reply within ${terms.replyHours} hours. Live chat is open ${slot('liveChatHours')}.`,
  },
  {
    question: 'What happens in the free strategy call?',
    answer: `It is a free ${terms.freeCallMinutes}-minute call. You tell us about your business, and we tell you what we would do first.`,
  },
  {
    question: 'What do I save by paying annually?',
    answer: `${terms.annualDiscount * 100}% of the monthly price of any plan.`,
  },
] as const

/** Invented testimonials, marked as examples on the page, until the owner adds real ones in the portal. */
export const exampleTestimonials = [
  {
    content:
      'People used to phone and ask whether we were open. Now they read the hours, look at the bread and come in. I change the specials by sending one email.',
    author: 'Maria Delgado',
    role: 'Owner of a bakery',
    image: 'baker',
  },
  {
    content:
      'The chat on our site books appointments while I am cutting hair. I used to find those people in my voicemail at eight in the evening.',
    author: 'James Okafor',
    role: 'Barber',
    image: 'barber',
  },
  {
    content:
      'They told me which ads to stop. That was the first thing they did, and the moment I started to trust them.',
    author: 'Linda Chen',
    role: 'Dentist',
    image: 'dentist',
  },
] as const satisfies readonly { content: string; author: string; role: string; image: string }[]
