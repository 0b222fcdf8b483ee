import { type ServiceClient, unwrap } from '../../database.ts'
import { env } from '../../runtime.ts'

/** Who is told of enquiries, as the database says it. */
export const contactRecipients = async (supabase: ServiceClient): Promise<string[]> =>
  unwrap(await supabase.rpc('enquiry_recipients', { configured: env('CONTACT_EMAIL') ?? '' }))
