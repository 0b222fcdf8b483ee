import { useQuery } from '@tanstack/react-query'
import { FolderKanban, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '../../lib/formats.ts'
import { dayAfter, today } from '../../lib/today.ts'
import { TimeLeft } from '../enquiries/time-left.tsx'
import { useMe } from '../me/me.ts'
import { recentlySeen } from '../me/recently-seen.ts'
import { HomeCard, homeLink } from './home-card.tsx'
import { dueQuery, seenQuery, waitingQuery } from './my-cards-queries.ts'

const DAYS_AHEAD = 7
const keyOf = ({ id }: { id: string }) => id

/** My projects that are overdue or due within a week. */
export function MyProjects() {
  const due = useQuery(dueQuery(useMe().id, dayAfter(today(), DAYS_AHEAD)))
  return (
    <HomeCard
      title="My projects due this week"
      none="Nothing of yours is due this week."
      failed="Your projects could not be loaded."
      all={{ to: '/dashboard/projects?view=mine', label: 'All mine' }}
      {...{ keyOf, ...due }}
    >
      {({ id, name, clients, target_completion_date: day }) => (
        <>
          <Link to={`/dashboard/projects/${id}`} className="font-medium hover:underline">
            {name}
          </Link>
          <p className="text-ink-soft text-sm">
            {clients?.name}
            {' · '}
            {day !== null && day < today() ? (
              <span className="font-medium text-danger">Overdue since {formatDay(day)}</span>
            ) : (
              day !== null && `Due ${formatDay(day)}`
            )}
          </p>
        </>
      )}
    </HomeCard>
  )
}

/** Enquiries of the website's visitors that nobody has answered. */
export function WaitingEnquiries() {
  const waiting = useQuery(waitingQuery())
  return (
    <HomeCard
      title="Enquiries waiting"
      none="Nobody waits for an answer."
      failed="The enquiries could not be loaded."
      all={{ to: '/dashboard/enquiries', label: 'All enquiries' }}
      {...{ keyOf, ...waiting }}
    >
      {(enquiry) => (
        <>
          <Link to={`/dashboard/enquiries/${enquiry.id}`} className="font-medium hover:underline">
            {enquiry.name}
          </Link>
          <p className="text-ink-soft text-sm">
            {enquiry.business_name}
            {' · '}
            <TimeLeft enquiry={enquiry} />
          </p>
        </>
      )}
    </HomeCard>
  )
}

const kinds = {
  client: { page: '/dashboard/clients', word: 'Client', Icon: UsersRound },
  project: { page: '/dashboard/projects', word: 'Project', Icon: FolderKanban },
} as const

/** The things that the person viewed last, to go back to. */
export function RecentlySeen() {
  const me = useMe().id
  const [seen] = useState(() => recentlySeen(me))
  const named = useQuery(seenQuery(seen))
  return (
    <HomeCard
      title="Recently seen"
      none="Clients and projects that you open are found here again."
      failed="What you looked at could not be loaded."
      {...{ keyOf, ...named }}
    >
      {({ kind, id, name }) => {
        const { page, word, Icon } = kinds[kind]
        return (
          <p className="flex items-center gap-2.5">
            <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
            <Link to={`${page}/${id}`} className={homeLink}>
              {name}
            </Link>
            <span className="text-ink-soft text-sm">{word}</span>
          </p>
        )
      }}
    </HomeCard>
  )
}
