import { Card } from '../../ui/card.tsx'
import { Page } from './page.tsx'

/** In place of a screen that the person's roles do not open. `to` is what they may not do: 'view user management'. */
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
