import { accountAddress, readEmailAddress } from './email-address.ts'
import { type Fields, Refusal, textField } from './http.ts'

/** The address of an account from the fields of a request, as the forms would send it; '' where there is none. */
export function accountField(fields: Fields, name: string): string {
  const typed = textField(fields, name)
  if (typed === '') return ''
  const { address, problem } = readEmailAddress(typed)
  if (address === undefined) throw new Refusal(400, problem)
  return accountAddress(address)
}
