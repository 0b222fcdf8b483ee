import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PersonLinkDialog } from '../client-links/make-link-dialog.tsx'
import { useWrite } from '../writes/use-write.ts'
import { clientPeopleQuery } from './client-people-query.ts'
import { mainPersonOf, type PersonOfClient } from './client-person.ts'
import { PersonDialog } from './person-dialog.tsx'
import { PersonItem, type PersonTask } from './person-item.tsx'
import { deletePerson, makeMainPerson } from './person-mutations.ts'

type PeopleCardProps = { client: Parameters<typeof mainPersonOf>[0] }

/** The people of a client, the main person first. */
export function PeopleCard({ client }: PeopleCardProps) {
  const { data, isError, isFetching, refetch } = useQuery(clientPeopleQuery(client.id))
  const [edited, edit] = useState<PersonOfClient | 'new'>()
  const [linked, link] = useState<PersonOfClient>()
  const [makeMain] = useWrite(makeMainPerson)
  const [remove] = useWrite(deletePerson)
  const people = [mainPersonOf(client), ...(data ?? []).map((person) => ({ ...person, isMain: false }))]

  function start(task: PersonTask, person: PersonOfClient) {
    if (task === 'edit') edit(person)
    if (task === 'link') link(person)
    if (task === 'main') void makeMain(person)
    if (task === 'delete') void remove(person)
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
          <PersonItem key={person.id} person={person} onTask={(task) => start(task, person)} />
        ))}
      </ul>
      {data === undefined && isError && (
        <ErrorState title="The people could not be loaded." onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Skeleton className="mx-5 mb-5 h-10" />}
      <PersonDialog clientId={client.id} person={edited} onClose={() => edit(undefined)} />
      <PersonLinkDialog client={client} person={linked} onClose={() => link(undefined)} />
    </Card>
  )
}
