import { type ServiceClient, unwrap } from '../../database.ts'
import { env } from '../../runtime.ts'

/** The addresses that get mails about enquiries, as the database decides. */
export const contactRecipients = async (supabase: ServiceClient): Promise<string[]> =>
  unwrap(await supabase.rpc('enquiry_recipients', { configured: env('CONTACT_EMAIL') ?? '' }))
