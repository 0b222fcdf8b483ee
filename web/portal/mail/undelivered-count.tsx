import { useQuery } from '@tanstack/react-query'
import { CountPill } from '../../ui/count-pill.tsx'
import { mailStateQuery } from './mail-queries.ts'

/** The count is on every screen and nobody waits for it, so it is refreshed rarely. */
const EVERY_MS = 300_000

/** The number of undelivered mails, in the sidebar. */
export function UndeliveredCount({ isIconOnly }: { isIconOnly: boolean }) {
  const { data } = useQuery({ ...mailStateQuery(), refetchInterval: EVERY_MS })
  return <CountPill count={data?.undelivered} what="not delivered" isIconOnly={isIconOnly} />
}
