import type { AuthError } from '@supabase/supabase-js'
import { Refusal } from './http.ts'

/** What the auth service refuses is the person's to mend and told in its words; what fails inside it is not. */
export function toRefusal(error: AuthError): Error {
  const { status = 500, message } = error
  return status < 500 ? new Refusal(status, message) : error
}
