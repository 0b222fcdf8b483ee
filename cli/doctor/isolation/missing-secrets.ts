import { z } from 'zod'
import type { Installation } from '../../../supabase/isolation/test-accounts.ts'

const answered = z.object({ missing: z.array(z.string()) })

/** The secrets that the functions of an installation lack, as the functions report them. */
export async function missingSecretsOf({ url, serviceRoleKey }: Installation): Promise<string[]> {
  const answer = await fetch(`${url}/functions/v1/send-due-mails`, {
    method: 'POST',
    headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ only: 'secrets' }),
  })
  if (!answer.ok) throw new Error(`The function send-due-mails answers with ${answer.status}.`)
  return answered.parse(await answer.json()).missing
}
