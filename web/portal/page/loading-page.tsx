import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Page } from './page.tsx'

/** The placeholder of a screen until the person's roles are known. */
export function LoadingPage({ title, description }: { title: string; description?: string }) {
  return (
    <Page title={title} description={description}>
      <Card aria-busy className="p-5">
        <Skeleton className="h-96" />
      </Card>
    </Page>
  )
}
