import type { Client } from '../../lib/row-types.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { z } from '../../lib/zod.ts'

/** What an existing client has in common with a new one, in the order in which it is told. */
const sames = ['email', 'phone', 'website'] as const

const clientDouble = z.object({ id: z.string(), name: z.string(), same: z.array(z.enum(sames)) })

/** An existing client that has the email address, phone number or website of a new one. */
export type ClientDouble = z.infer<typeof clientDouble>

type Contact = Partial<Pick<Client, 'email' | 'phone' | 'website_url'>>

/** The clients of an agency that a new one would double, the likeliest first (supabase/schemas/client_doubles.sql). */
export async function findDoubles(agency: string, { email, phone, website_url }: Contact): Promise<ClientDouble[]> {
  const given = { agency, ...(email && { email }), ...(phone && { phone }), ...(website_url && { website_url }) }
  return z.array(clientDouble).parse(unwrap(await (await supabase()).rpc('client_doubles', given)))
}

const words = { email: 'this email address', phone: 'this phone number', website: 'this website' }

/** What is the same, in words: 'this email address and this website'. */
export const sameText = ({ same }: Pick<ClientDouble, 'same'>) =>
  new Intl.ListFormat('en').format(sames.filter((what) => same.includes(what)).map((what) => words[what]))
