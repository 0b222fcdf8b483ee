import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { useMe } from '../me/me.ts'

/** The note for a person who has signed up and has no role: what the portal is, and whom to contact. */
export function WelcomeNote() {
  const { email } = useMe()
  return (
    <Card>
      <CardHeader>
        <CardTitle>Welcome, and one more step</CardTitle>
      </CardHeader>
      <CardContent className="grid max-w-prose gap-3 text-ink-soft">
        <p>
          This is where agency staff look after their clients and projects. Your account has no role in it yet, so its
          lists are empty for you.
        </p>
        <p>
          Do you work at an agency here? Ask its administrator to give you a role, and tell them the address that you
          signed in with: <span className="wrap-anywhere font-medium text-ink">{email}</span>. It works from the next
          page that you open.
        </p>
        <p>Are you a customer? You don’t need an account. The agency emails you.</p>
      </CardContent>
    </Card>
  )
}
