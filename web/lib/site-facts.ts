/** The facts about the website's agency, as `website_facts` returns them. */
export type SiteFacts = {
  name: string
  email: string | null
  phone: string | null
  /** A postal address of several lines. */
  postal_address: string | null
  live_chat_hours: string
  /** The agency's own words about privacy; null for the default text. */
  privacy_notice: string | null
  /** The months after which enquiries that became no client are erased; null for never. */
  forget_enquiries_after: number | null
  social_links: readonly string[]
  logo_url: string | null
  /** Where visitors pick a time for a call, an https address. */
  booking_url: string | null
  /** Trades, each optionally with a description after a colon: "Bakeries: hours, bread and birthday cakes". */
  fields_of_work: readonly string[]
  testimonials: readonly Testimonial[]
  cases: readonly CaseStudy[]
}

/** A client's testimonial; role and picture (a web address) may be empty. */
export type Testimonial = { words: string; author: string; role: string; picture: string }

/** A case study; picture and the quote's author may be empty. */
export type CaseStudy = {
  title: string
  picture: string
  number: string
  meaning: string
  other_number: string
  other_meaning: string
  quote: string
  author: string
}

/** Facts that the pages show until the agency's row is filled in. */
export const defaultFacts: SiteFacts = {
  name: 'Mainstreet',
  email: null,
  phone: null,
  postal_address: null,
  live_chat_hours: 'Monday-Friday, 9am-5pm EST',
  privacy_notice: null,
  forget_enquiries_after: null,
  social_links: [],
  logo_url: null,
  booking_url: null,
  fields_of_work: [],
  testimonials: [],
  cases: [],
}
