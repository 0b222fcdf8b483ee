import { useQuery } from '@tanstack/react-query'
import { CountPill } from '../../ui/count-pill.tsx'
import { figuresQuery } from './figures-query.ts'

/** The number of enquiries that wait for an answer, in the sidebar. */
export function WaitingCount({ isIconOnly }: { isIconOnly: boolean }) {
  const { data } = useQuery(figuresQuery())
  return <CountPill count={data?.waiting} what="waiting" isIconOnly={isIconOnly} />
}
