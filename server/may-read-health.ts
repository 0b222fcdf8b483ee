import type { RunningEngine } from 'engine'
import { clientWith } from './service-client.ts'

/** Whether the token is a super admin's: /health tells the state of the mails to nobody else. */
export async function mayReadHealth({ ownUrl, anonKey }: RunningEngine, token: string): Promise<boolean> {
  const { error } = await clientWith(ownUrl, anonKey, token).rpc('mail_state')
  return !error
}
