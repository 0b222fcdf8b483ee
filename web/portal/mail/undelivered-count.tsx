import { useQuery } from '@tanstack/react-query'
import { CountPill } from '../../ui/count-pill.tsx'
import { mailStateQuery } from './mail-queries.ts'

/** On every screen, where nobody waits for it. */
const EVERY_MS = 300_000

/** In the sidebar: how many mails could not be delivered. */
export function UndeliveredCount({ isIconOnly }: { isIconOnly: boolean }) {
  const { data } = useQuery({ ...mailStateQuery(), refetchInterval: EVERY_MS })
  return <CountPill count={data?.undelivered} what="not delivered" isIconOnly={isIconOnly} />
}
