import type { MailedNote } from '../../lib/row-types.ts'
import { Badge } from '../../ui/badge.tsx'

type Sender = Partial<Pick<MailedNote, 'sender_name' | 'sender_email'>>

/** The name of who sent a mail, else the address. */
export const senderOf = ({ sender_name, sender_email }: Sender): string => sender_name || sender_email || 'Somebody'

/** Says that a note came by mail, and whether anybody else may have sent it under that name. */
export function MailMarks({ note: { sender_name, sender_email, is_confirmed } }: { note: Partial<MailedNote> }) {
  return (
    <>
      {sender_name && <span className="wrap-anywhere text-ink-soft">{sender_email}</span>}
      <Badge tone="blue">By email</Badge>
      {is_confirmed === false && (
        <Badge tone="orange">
          <span title="The sender is not one of the client’s people, or the email is not signed by their mail server.">
            Unconfirmed
          </span>
        </Badge>
      )}
    </>
  )
}
