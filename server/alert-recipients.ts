import type { RunningEngine } from 'engine'
import { z } from 'zod'
import { serviceClient } from './service-client.ts'

const superAdmins = z.array(z.object({ user_id: z.string() }))

/** The addresses of the super admins who may sign in, for alerts. */
export async function alertRecipients(engine: RunningEngine): Promise<string[]> {
  const db = serviceClient(engine)
  const { data, error } = await db.from('user_roles').select('user_id').eq('role', 'super_admin')
  if (error) throw error
  const people = await Promise.all(superAdmins.parse(data).map(({ user_id }) => db.auth.admin.getUserById(user_id)))
  return people.flatMap(({ data: { user }, error: failed }) => {
    if (failed) throw failed
    const isBanned = user?.banned_until !== undefined && new Date(user.banned_until) > new Date()
    // Addresses at .invalid (RFC 2606) belong to trial accounts and receive nothing.
    return user?.email === undefined || user.email.endsWith('.invalid') || isBanned ? [] : [user.email]
  })
}
