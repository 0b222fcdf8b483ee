import type { RunningEngine } from 'engine'
import { z } from 'zod'
import { serviceClient } from './service-client.ts'

const addresses = z.array(z.string())

/** The addresses of the super admins that a mail can reach, for alerts. */
export async function alertRecipients(engine: Pick<RunningEngine, 'ownUrl' | 'serviceRoleKey'>): Promise<string[]> {
  const { data, error } = await serviceClient(engine).rpc('super_admin_addresses')
  if (error) throw error
  return addresses.parse(data)
}
