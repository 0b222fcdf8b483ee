import { useQuery } from '@tanstack/react-query'
import { Pencil, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { isUuid } from '../../lib/is-uuid.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LinksCard } from '../client-links/links-card.tsx'
import { PeopleCard } from '../client-people/people-card.tsx'
import { ExportOrErase } from '../erasing/export-or-erase.tsx'
import { BackToList } from '../list/back-to-list.tsx'
import { useRememberSeen } from '../me/recently-seen.ts'
import { clientNotebook } from '../notes/notebook.ts'
import { NotesCard } from '../notes/notes-card.tsx'
import { loadChunk } from '../offline/load-chunk.ts'
import { Page } from '../page/page.tsx'
import { PlanCard } from '../plan/plan-card.tsx'
import { ClientUpdates } from '../updates/client-updates.tsx'
import { useUnsavedDraft } from '../writes/use-draft.ts'
import type { Route } from './+types/client-route.ts'
import type { ListedClient } from './client.ts'
import { ClientInfo } from './client-info.tsx'
import { ClientProjects } from './client-projects.tsx'
import { clientQuery } from './client-queries.ts'
import { ClientVault } from './client-vault.tsx'
import { clientDraft, EditClientForm } from './edit-client-form.tsx'
import { MergedInto, Merges } from './merging/merges.tsx'
import { StatusBadge } from './status-badge.tsx'

// Few clients ask for something, so the screen does not wait for the card's code.
const RequestsCard = lazy(() =>
  loadChunk(async () => ({ default: (await import('../client-requests/requests-card.tsx')).RequestsCard })),
)
const CallsCard = lazy(() => loadChunk(() => import('../calls/calls-card.tsx')))
const MonthsCard = lazy(() => loadChunk(() => import('../months/months-card.tsx')))

export default function ClientRoute({ params }: Route.ComponentProps) {
  // The key makes the screen of another client start in view mode with a form of its own.
  return <ClientScreen key={params.clientId} clientId={params.clientId} />
}

function ClientScreen({ clientId }: { clientId: string }) {
  const { data: client, isError, refetch } = useQuery(clientQuery(clientId))
  if (isError) {
    return (
      <>
        <title>Client | Dashboard</title>
        <BackToList to="/dashboard/clients">Back to Clients</BackToList>
        <ErrorState title="The client could not be loaded." onRetry={() => void refetch()} />
      </>
    )
  }
  if (client === undefined) return <LoadingClient />
  if (client === null) return <ClientNotFound clientId={clientId} />
  return <ClientDetail client={client} />
}

/**
 * The screen of a client: facts in the narrow column, the work for the client in the wide one. On a phone the work is between
 * the facts that everybody needs and those that are looked up now and then.
 */
function ClientDetail({ client }: { client: ListedClient }) {
  useRememberSeen('client', client.id)
  const [isUnsaved, forgetDraft] = useUnsavedDraft(clientDraft(client.id))
  // A person who left the screen in the middle of editing returns to the form.
  const [isEditing, setEditing] = useState(isUnsaved)
  const toggle = useRef<HTMLButtonElement>(null)

  function stopEditing() {
    forgetDraft()
    setEditing(false)
    // The Save button has disappeared with its form, so the focus goes to the button that switches to editing.
    toggle.current?.focus()
  }

  return (
    <div className="@container grid grid-cols-1 gap-4">
      <BackToList to="/dashboard/clients">Back to Clients</BackToList>
      <Page
        title={client.name}
        description={client.company_name ?? undefined}
        badge={<StatusBadge stored={client.prospect_status} />}
        action={
          <Button ref={toggle} variant="outline" onClick={() => (isEditing ? stopEditing() : setEditing(true))}>
            {isEditing ? <X aria-hidden /> : <Pencil aria-hidden />}
            {isEditing ? 'Cancel' : 'Edit Client'}
          </Button>
        }
      >
        <div className="grid grid-cols-1 items-start gap-6 @min-[54rem]:grid-cols-[21rem_minmax(0,1fr)] @min-[54rem]:grid-rows-[auto_1fr]">
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <Card className="@container">
              <CardHeader>
                <CardTitle>Client Information</CardTitle>
              </CardHeader>
              <CardContent>
                {isEditing ? <EditClientForm client={client} onDone={stopEditing} /> : <ClientInfo client={client} />}
                {!isEditing && <RareActions client={client} />}
              </CardContent>
            </Card>
            <PeopleCard client={client} />
            <ClientProjects clientId={client.id} />
            <Suspense fallback={<Skeleton className="h-20" />}>
              <CallsCard partner={partnerOf(client)} />
            </Suspense>
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-6 @min-[54rem]:col-start-2 @min-[54rem]:row-span-2 @min-[54rem]:row-start-1">
            <Suspense>
              <RequestsCard clientId={client.id} />
            </Suspense>
            <ClientUpdates client={client} />
            <NotesCard title="Notes" notebook={clientNotebook(client.id)} />
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <LookedUpCards client={client} />
          </div>
        </div>
      </Page>
    </div>
  )
}

const RareActions = ({ client }: { client: ListedClient }) => (
  <>
    <Merges client={client} />
    <ExportOrErase id={client.id} name={client.name} />
  </>
)

const partnerOf = ({ id, name, email, agency_id }: ListedClient) =>
  ({ column: 'client_id', id, name, email, agencyId: agency_id }) as const

/** What is looked up now and then. */
const LookedUpCards = ({ client }: { client: ListedClient }) => (
  <>
    <PlanCard client={client} />
    <Suspense fallback={<Skeleton className="h-48" />}>
      <MonthsCard client={client} />
    </Suspense>
    <LinksCard client={client} />
    <ClientVault client={client} />
  </>
)

function ClientNotFound({ clientId }: { clientId: string }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <BackToList to="/dashboard/clients">Back to Clients</BackToList>
      <Page title="Client not found" description="It may have been deleted, or it belongs to another agency.">
        {isUuid(clientId) && <MergedInto clientId={clientId} />}
      </Page>
    </div>
  )
}

function LoadingClient() {
  return (
    <div className="grid gap-4" aria-busy>
      <title>Client | Dashboard</title>
      <BackToList to="/dashboard/clients">Back to Clients</BackToList>
      <Skeleton className="h-8 w-64" />
      <Skeleton className="mt-2 h-72" />
    </div>
  )
}
