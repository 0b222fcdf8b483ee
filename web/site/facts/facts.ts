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
}
