import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PersonLinkDialog } from '../client-links/make-link-dialog.tsx'
import { type ErasingSubject, eraseClientPerson, exportEverything } from '../erasing/erasing-mutations.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { isAdminType } from '../me/role.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { useWrite } from '../writes/use-write.ts'
import { clientPeopleQuery } from './client-people-query.ts'
import { mainPersonOf, type PersonOfClient } from './client-person.ts'
import { PersonDialog } from './person-dialog.tsx'
import { PersonItem, type PersonTask } from './person-item.tsx'
import { deletePerson, makeMainPerson } from './person-mutations.ts'

const EraseDialog = lazy(() => loadChunk(() => import('../erasing/erase-dialog.tsx')))

type PeopleCardProps = { client: Parameters<typeof mainPersonOf>[0] }

/** The people of a client, the main person first. */
export function PeopleCard({ client }: PeopleCardProps) {
  const { data, isError, isFetching, refetch } = useQuery(clientPeopleQuery(client.id))
  const [edited, edit] = useState<PersonOfClient | 'new'>()
  const [linked, link] = useState<PersonOfClient>()
  const [makeMain] = useWrite(makeMainPerson)
  const [remove] = useWrite(deletePerson)
  const [save] = useWrite(exportEverything)
  const [erased, erase] = useState<ErasingSubject>()
  const [isLoaded, setLoaded] = useState(false)
  const isAdmin = isAdminType(useMyRoles() ?? [])
  const people = [mainPersonOf(client), ...(data ?? []).map((person) => ({ ...person, isMain: false }))]

  function start(task: PersonTask, person: PersonOfClient) {
    if (task === 'edit') edit(person)
    if (task === 'link') link(person)
    if (task === 'main') void makeMain(person)
    if (task === 'delete') void remove(person)
    const subject: ErasingSubject = { kind: 'person', id: person.id, name: person.name }
    if (task === 'export') void save(subject)
    if (task !== 'erase') return
    setLoaded(true)
    erase(subject)
  }

  return (
    <Card aria-label="People" aria-busy={isFetching}>
      <CardHeader>
        <CardTitle>People</CardTitle>
        <Button variant="outline" onClick={() => edit('new')}>
          <Plus aria-hidden />
          Add Person
        </Button>
      </CardHeader>
      <ul>
        {people.map((person) => (
          <PersonItem key={person.id} person={person} isAdmin={isAdmin} onTask={(task) => start(task, person)} />
        ))}
      </ul>
      {data === undefined && isError && (
        <ErrorState title="The people could not be loaded." onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Skeleton className="mx-5 mb-5 h-10" />}
      <PersonDialog clientId={client.id} person={edited} onClose={() => edit(undefined)} />
      {isLoaded && (
        <Suspense>
          <EraseDialog subject={erased} write={eraseClientPerson} onClose={() => erase(undefined)} />
        </Suspense>
      )}
      <PersonLinkDialog client={client} person={linked} onClose={() => link(undefined)} />
    </Card>
  )
}
