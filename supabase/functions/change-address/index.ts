import { bearerOf } from '../_shared/caller.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { sendMail } from '../_shared/mail.ts'
import { addressMailStoreOf } from '../_shared/mails/address-changes/query.ts'
import { env } from '../_shared/runtime.ts'
import { addressChangeStoreOf } from './address-store.ts'
import { changeAddress } from './change-address.ts'

/**
 * Changes a person's address: requested by a person who manages them, confirmed or undone by the holder of a mailed
 * link.
 */
export default {
  fetch: answerPost('The address could not be changed. Please try again.', (fields, request) => {
    const supabase = serviceClient()
    const outside = { mails: addressMailStoreOf(supabase), sendMail, siteUrl: env('SITE_URL') }
    return changeAddress(
      fields,
      addressChangeStoreOf(supabase, () => bearerOf(request)),
      outside,
    )
  }),
}
