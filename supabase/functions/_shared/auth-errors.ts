import type { AuthError } from '@supabase/supabase-js'
import { Refusal } from './http.ts'

/** Turns client errors of the auth service into refusals with its message; internal failures stay errors. */
export function toRefusal(error: AuthError): Error {
  const { status = 500, message } = error
  return status < 500 ? new Refusal(status, message) : error
}
