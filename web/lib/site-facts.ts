/** What the website says of the agency that answers it: its row, as `website_facts` of the database gives it. */
export type Facts = {
  name: string
  email: string | null
  phone: string | null
  /** Several lines. */
  postal_address: string | null
  live_chat_hours: string
  social_links: readonly string[]
  logo_url: string | null
  /** A trade each, and what is done for it after a colon: "Bakeries: hours, bread and birthday cakes". */
  fields_of_work: readonly string[]
  testimonials: readonly Testimonial[]
  cases: readonly Case[]
}

/** What a client says; role and picture (a web address) may be empty. */
export type Testimonial = { words: string; author: string; role: string; picture: string }

/** What came of the work for a client; picture and the quote's author may be empty. */
export type Case = {
  title: string
  picture: string
  number: string
  meaning: string
  other_number: string
  other_meaning: string
  quote: string
  author: string
}

/** What the pages say until somebody has filled in the row. */
export const standardFacts: Facts = {
  name: 'Mainstreet',
  email: null,
  phone: null,
  postal_address: null,
  live_chat_hours: 'Monday-Friday, 9am-5pm EST',
  social_links: [],
  logo_url: null,
  fields_of_work: [],
  testimonials: [],
  cases: [],
}
