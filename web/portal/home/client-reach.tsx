import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Database } from '../../lib/database.types.ts'
import { Ago } from '../../ui/ago.tsx'
import { notOpenedQuery, unansweredQuery } from './client-reach-queries.ts'
import { HomeCard, homeLink } from './home-card.tsx'

const failed = 'The updates could not be loaded.'

/** Updates that clients have not opened, and those that wait for their answer. */
export function ClientReach() {
  const notOpened = useQuery(notOpenedQuery())
  const unanswered = useQuery(unansweredQuery())
  return (
    <>
      <HomeCard
        title="Updates not opened by clients"
        none="Nothing waits to be opened."
        {...{ failed, keyOf, ...notOpened }}
      >
        {(update) => <WaitingUpdate update={update} />}
      </HomeCard>
      <HomeCard
        title="Waiting for a client's answer"
        none="Nothing waits for an answer."
        {...{ failed, keyOf, ...unanswered }}
      >
        {(update) => <WaitingUpdate update={update} />}
      </HomeCard>
    </>
  )
}

type Reach = Database['public']['Views']['update_reach']['Row']
type Waiting = Pick<
  Reach,
  'update_id' | 'title' | 'shown_at' | 'client_id' | 'client_name' | 'project_id' | 'project_name'
>

const keyOf = ({ update_id }: Waiting) => `${update_id}`

function WaitingUpdate({ update }: { update: Waiting }) {
  const { title, shown_at, client_id, client_name, project_id, project_name } = update
  return (
    <>
      <p className="font-medium">{title}</p>
      <p className="text-ink-soft text-sm">
        <Link to={`/dashboard/clients/${client_id}`} className={homeLink}>
          {client_name}
        </Link>
        {' · '}
        <Link to={`/dashboard/projects/${project_id}`} className={homeLink}>
          {project_name}
        </Link>
        {' · '}
        {shown_at && <Ago moment={shown_at} />}
      </p>
    </>
  )
}
