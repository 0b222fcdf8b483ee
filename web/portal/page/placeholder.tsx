import { Card } from '../../ui/card.tsx'
import { Page } from './page.tsx'

/** The screen of a feature that is not available yet, and says so. */
export function Placeholder({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title}>
      <Card className="px-5 py-16 text-center text-ink-soft">
        <p>{text}</p>
      </Card>
    </Page>
  )
}
