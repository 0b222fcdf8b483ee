import { useQuery } from '@tanstack/react-query'
import { cn } from '../../lib/cn.ts'
import { figuresQuery } from './enquiry-queries.ts'

/** In the sidebar: how many wait for an answer. Nothing stands there while nobody does. */
export function WaitingCount({ isIconOnly }: { isIconOnly: boolean }) {
  const { data } = useQuery(figuresQuery())
  if (!data || data.waiting === 0) return null
  return (
    <span
      className={cn(
        'rounded-full bg-light font-semibold text-on-light text-xs tabular-nums',
        isIconOnly
          ? 'absolute top-0.5 right-0.5 min-w-4 px-1 text-center text-[0.625rem] leading-4'
          : 'ml-auto px-2 py-0.5',
      )}
    >
      {data.waiting > 99 ? '99+' : data.waiting}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
