import { accountField } from '../_shared/account-field.ts'
import { hashOf } from '../_shared/hash.ts'
import { type Fields, Refusal, textField } from '../_shared/http.ts'
import { type AddressMailContext, mailAddressChanges } from '../_shared/mails/address-changes/send.ts'
import { isUuid } from '../_shared/uuid.ts'

/** The interface to address changes in the database, which tests replace. */
export interface AddressChangeStore {
  /** Requests a change with the caller's token: the database decides whether they manage this person. */
  request(userId: string, email: string): Promise<void>
  /** Confirms a change, and returns the new address; undefined if the link is not valid. */
  confirm(tokenHash: string): Promise<string | undefined>
  undo(tokenHash: string): Promise<{ address: string; needsPassword: boolean } | undefined>
}

/**
 * `{ userId, email }` requests another address; `{ confirm }` and `{ undo }` are the tokens of the links in the two
 * mails.
 */
export async function changeAddress(fields: Fields, addresses: AddressChangeStore, mailsOut: AddressMailContext) {
  const [confirm, undo] = [textField(fields, 'confirm'), textField(fields, 'undo')]
  if (confirm !== '') {
    const address = await addresses.confirm(await hashOf(confirm))
    if (address === undefined) throw new Refusal(404, OVER)
    await mailAddressChanges(mailsOut)
    return { address }
  }
  if (undo !== '') {
    const undone = await addresses.undo(await hashOf(undo))
    if (undone === undefined) throw new Refusal(404, OVER)
    return undone
  }
  const userId = textField(fields, 'userId')
  if (!isUuid(userId)) throw new Refusal(404, 'User not found')
  const email = accountField(fields, 'email')
  if (email === '') throw new Refusal(400, 'Enter an email address.')
  await addresses.request(userId, email)
  await mailAddressChanges(mailsOut)
  return { success: true }
}

const OVER = 'This link was already used or has expired.'
