import { serviceClient, unwrap } from '../_shared/database.ts'
import { sendMail } from '../_shared/mail.ts'
import { enquiryStoreOf } from '../_shared/mails/enquiries/query.ts'
import { contactRecipients } from '../_shared/mails/enquiries/recipients.ts'
import { mailWaiting } from '../_shared/mails/enquiries/send.ts'
import { waitUntil } from '../_shared/runtime.ts'
import { enquiryIn, type SourceStore } from './enquiry-in.ts'

/** The database as the function needs it, with the service key. */
function sourceStore(): SourceStore {
  const supabase = serviceClient()
  return {
    async open(secret_hash) {
      const [source] = unwrap(await supabase.rpc('open_enquiry_source', { secret_hash }))
      return source && { id: source.id, googleKeyHash: source.google_key_hash }
    },
    async take({ source, fields, lines, keyHash, isTest }) {
      const key = keyHash === undefined ? {} : { key_hash: keyHash }
      const [taken] = unwrap(await supabase.rpc('take_enquiry', { source, fields, lines, is_test: isTest, ...key }))
      return taken?.outcome ?? ''
    },
    async refuse(source, reason) {
      unwrap(await supabase.rpc('note_source_refusal', { source, reason }))
    },
    // The answer does not wait for the mail, which the scheduled job sends otherwise.
    mail() {
      const context = {
        messages: enquiryStoreOf(supabase),
        recipients: () => contactRecipients(supabase),
        sendMail,
      }
      waitUntil(mailWaiting(context).catch((error: unknown) => console.error(error)))
    },
  }
}

/** Takes the enquiries of named sources: docs/specification/enquiry-sources.md. */
export default { fetch: (request: Request) => enquiryIn(request, sourceStore) }
