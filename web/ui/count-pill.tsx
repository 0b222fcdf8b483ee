import { cn } from '../lib/cn.ts'

type CountPillProps = { count: number | undefined; what: string; isIconOnly: boolean }

/** The number of open items beside a sidebar entry; renders nothing for zero. */
export function CountPill({ count, what, isIconOnly }: CountPillProps) {
  if (!count) return null
  return (
    <span
      className={cn(
        'rounded-full bg-light font-semibold text-on-light text-xs tabular-nums',
        isIconOnly
          ? 'absolute top-0.5 right-0.5 min-w-4 px-1 text-center text-[0.625rem] leading-4'
          : 'ml-auto px-2 py-0.5',
      )}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {what}</span>
    </span>
  )
}
