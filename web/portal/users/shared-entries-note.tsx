import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../lib/formats.ts'
import type { LeavingPerson } from '../people/leavers-list-link.tsx'
import { sharedEntriesQuery } from './assigned-queries.ts'

/** How many shared vault entries nobody can change once a person is deactivated; nothing where there are none. */
export function SharedEntriesNote({ leaving }: { leaving: LeavingPerson }) {
  const { data: count, isError } = useQuery(sharedEntriesQuery(leaving))
  if (isError) return <p className="text-ink-soft">Their vault entries could not be counted.</p>
  if (!count) return null
  return (
    <p className="text-sm">
      <strong className="font-medium">
        {count === 1 ? 'One shared vault entry stays' : `${formatCount(count)} shared vault entries stay`} without an
        owner
      </strong>
      , until an admin takes {count === 1 ? 'it' : 'them'} over.
    </p>
  )
}
