import { Alert } from '../../ui/alert.tsx'
import { BreakableText } from '../../ui/breakable-text.tsx'
import { Card, CardContent } from '../../ui/card.tsx'

/** The note that mails are written to files while no mail server is set, with instructions to set one. */
export function MailsAreFiles() {
  return (
    <Alert tone="info">
      <p className="font-medium">This server doesn’t send emails yet.</p>
      <p className="mt-1 text-ink">
        Each is a file in the folder <code>outbox</code> of <code>DATA_DIR</code>, because no mail server is named. Set{' '}
        <code>MAIL_URL</code>, for instance to{' '}
        <code>
          <BreakableText>smtp://user:password@mail.example.com:587</BreakableText>
        </code>
        , and start Mainstreet again. More of it stands in <code>docs/settings.md</code>.
      </p>
    </Alert>
  )
}

/** The note on hosted Supabase, where the portal cannot see the queue of mails. */
export function NoQueue() {
  return (
    <Card>
      <CardContent className="pt-5">
        Here, Supabase and its email service send the emails. Their logs show what happened to each one.
      </CardContent>
    </Card>
  )
}
