import type { RunningEngine } from 'engine'
import { z } from 'zod'
import { defaultFacts, type SiteFacts } from '../web/lib/site-facts.ts'
import { type SlotValues, slotValues } from '../web/site/facts/slot-values.ts'
import { clientWith, type DataClient } from './service-client.ts'

const row = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  postal_address: z.string().nullable(),
  live_chat_hours: z.string(),
  privacy_notice: z.string().nullable(),
  forget_enquiries_after: z.number().nullable(),
  social_links: z.array(z.string()),
  logo_url: z.string().nullable(),
  booking_url: z.string().nullable(),
  fields_of_work: z.array(z.string()),
  testimonials: z.array(z.object({ words: z.string(), author: z.string(), role: z.string(), picture: z.string() })),
  cases: z.array(
    z.object({
      title: z.string(),
      picture: z.string(),
      quote: z.string(),
      author: z.string(),
      number: z.string(),
      meaning: z.string(),
      other_number: z.string(),
      other_meaning: z.string(),
    }),
  ),
})

/** The facts that the website's agency has entered; the defaults of the pages while there is no agency. */
export async function websiteFacts(db: DataClient): Promise<SiteFacts> {
  const { data, error } = await db.rpc('website_facts').maybeSingle()
  if (error) throw error
  return data === null ? defaultFacts : row.parse(data)
}

/** Reads the values for the slots of the pages. */
export async function websiteSlots({ url, ownUrl, anonKey }: RunningEngine): Promise<SlotValues> {
  const db = clientWith(ownUrl, anonKey)
  return slotValues(await websiteFacts(db), new URL(url).origin)
}
