import { useQuery } from '@tanstack/react-query'
import { CountPill } from '../../ui/count-pill.tsx'
import { unreadQuery } from './unread-query.ts'

/** The number of unread chat messages, in the sidebar. */
export function UnreadMessages({ isIconOnly }: { isIconOnly: boolean }) {
  const { data } = useQuery(unreadQuery())
  return <CountPill count={data?.messages} what="unread" isIconOnly={isIconOnly} />
}
