import { Card } from '../../ui/card.tsx'
import { Page } from './page.tsx'

/** Replaces a screen that the person's roles do not allow. `to` names the refused action: 'view user management'. */
export function AccessDenied({ title, to }: { title: string; to: string }) {
  return (
    <Page title={title}>
      <Card className="px-5 py-16 text-center">
        <p>
          <strong>Access Denied</strong> — You don't have permission to {to}.
        </p>
      </Card>
    </Page>
  )
}
