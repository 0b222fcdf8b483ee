import { type ServiceClient, unwrap } from '../_shared/database.ts'
import { env } from '../_shared/runtime.ts'

/** Who is told of new enquiries: the agency that answers the website, else CONTACT_EMAIL, else every super admin. */
export async function contactRecipients(supabase: ServiceClient): Promise<string[]> {
  const [agency] = unwrap(await supabase.from('agencies').select('email').is('answers_website', true))
  if (agency?.email) return [agency.email]
  const configured = env('CONTACT_EMAIL')
  if (configured) return configured.split(',').map((address) => address.trim())
  const admins = unwrap(await supabase.from('user_roles').select('user_id').eq('role', 'super_admin'))
  const addresses = await Promise.all(
    admins.map(async ({ user_id }) => {
      const { data, error } = await supabase.auth.admin.getUserById(user_id)
      if (error) throw error
      return data.user.email ?? ''
    }),
  )
  return addresses.filter((address) => address !== '')
}
