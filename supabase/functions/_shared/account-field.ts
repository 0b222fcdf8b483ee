import { normalizeAccountAddress, readEmailAddress } from './email-address.ts'
import { type Fields, Refusal, textField } from './http.ts'

/** The account address in a request's field, normalised as the forms do; '' if missing. */
export function accountField(fields: Fields, name: string): string {
  const typed = textField(fields, name)
  if (typed === '') return ''
  const { address, problem } = readEmailAddress(typed)
  if (address === undefined) throw new Refusal(400, problem)
  return normalizeAccountAddress(address)
}
