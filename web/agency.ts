/**
 * The one place for what the agency says of itself: name, ways to reach it, services, plans, terms, people.
 * Pages, the comparison table and the tests read it here; §9 of the website specification is its source.
 */

export const agency = {
  name: 'Mainstreet',
  promise: 'Website, Marketing, and AI Solutions for Local Businesses',
  description:
    'Mainstreet builds websites, runs marketing and sets up AI helpers for local businesses. Month to month, and it starts with a free 30-minute call.',
} as const

/**
 * How visitors reach the agency besides the form. Fill in what exists: what is left out here is left out of
 * the pages, and nothing stands in for it.
 */
export const contactDetails: { phone?: string; email?: string; address?: readonly string[] } = {}

export const terms = {
  freeCallMinutes: 30,
  replyHours: 24,
  launchWeeks: '2–4',
  cancellationDays: 30,
  downgradeAfterMonths: 3,
  resultsWithinMonths: 3,
  annualDiscount: 0.1,
  liveChat: { days: 'Monday–Friday', hours: '9am–5pm EST' },
} as const

/** What the contact form offers, and what the database stores. */
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
  /** One sentence on what the owner gets. */
  summary: string
  features: readonly string[]
}

export const services = [
  {
    slug: 'web-development',
    name: 'Web Development',
    choice: 'website',
    summary: 'A website that says what you do, where you are and how to book, before the kettle boils.',
    features: [
      'Designed for your business, not picked from a shelf of templates',
      'Reads well on the phone in your customer’s hand',
      'Hours, prices and photos kept up to date every month',
      'Built so that search engines can find their way around',
    ],
  },
  {
    slug: 'digital-marketing',
    name: 'Digital Marketing',
    choice: 'marketing',
    summary: 'Search, ads and social media that reach the people who could walk through your door.',
    features: [
      'SEO, so that you turn up when someone nearby is looking',
      'Google Ads campaigns set up, watched and trimmed',
      'Social media written, posted and answered',
      'A monthly look at what brought people in',
    ],
  },
  {
    slug: 'ai-automation',
    name: 'AI Automation',
    choice: 'ai',
    summary: 'A chatbot that answers after closing time, and follow-ups that go out without you.',
    features: [
      'A chatbot on your site that knows your hours, prices and services',
      'Lead follow-up, so that no enquiry goes cold in an inbox',
      'Reports that write themselves and arrive on time',
      'A dashboard that shows what the helpers did',
    ],
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
      'Pictures and posts that match the rest',
    ],
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

/** true and false are drawn as a tick and a dash; words stand as they are. */
export type PlanFeature = { name: string; in: Record<PlanName, boolean | string> }

/** One list: the comparison table shows all of it, each plan's card the part that the plan has. */
export const planFeatures = [
  { name: 'Content updates per month', in: { 'Starter AI': '2', 'Growth AI': '4', 'Elite AI': 'Unlimited' } },
  { name: 'SEO', in: { 'Starter AI': 'Basic', 'Growth AI': 'Advanced', 'Elite AI': 'Advanced' } },
  { name: 'Google Ads', in: { 'Starter AI': false, 'Growth AI': true, 'Elite AI': true } },
  { name: 'Social media management', in: { 'Starter AI': false, 'Growth AI': true, 'Elite AI': true } },
  { name: 'AI lead nurturing', in: { 'Starter AI': false, 'Growth AI': true, 'Elite AI': true } },
  { name: 'AI analytics dashboard', in: { 'Starter AI': false, 'Growth AI': 'Basic', 'Elite AI': 'Advanced' } },
  { name: 'AI chatbot', in: { 'Starter AI': true, 'Growth AI': true, 'Elite AI': true } },
  { name: 'Custom website design', in: { 'Starter AI': true, 'Growth AI': true, 'Elite AI': true } },
  { name: 'Mobile responsive', in: { 'Starter AI': true, 'Growth AI': true, 'Elite AI': true } },
] as const satisfies readonly PlanFeature[]

export const testimonials = [
  {
    content:
      'People used to phone and ask whether we were open. Now they read the hours, look at the bread and come in. I change the specials by sending one e-mail.',
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
