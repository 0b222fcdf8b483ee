import type { SupabaseClient } from '@supabase/supabase-js'
import type { RunningEngine } from 'engine'
import { z } from 'zod'
import { type Facts, standardFacts } from '../web/lib/site-facts.ts'
import { type Slots, slotsOf } from '../web/site/facts/slots-of.ts'
import { clientWith } from './service-client.ts'

const row = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  postal_address: z.string().nullable(),
  live_chat_hours: z.string(),
  social_links: z.array(z.string()),
  logo_url: z.string().nullable(),
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
export async function websiteFacts(db: SupabaseClient): Promise<Facts> {
  const { data, error } = await db.rpc('website_facts').maybeSingle()
  if (error) throw error
  return data === null ? standardFacts : row.parse(data)
}

/** Reads the values for the slots of the pages. */
export async function websiteSlots({ url, ownUrl, anonKey }: RunningEngine): Promise<Slots> {
  const db = clientWith(ownUrl, anonKey)
  return slotsOf(await websiteFacts(db), new URL(url).origin)
}
