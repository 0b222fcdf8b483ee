import type { UseQueryResult } from '@tanstack/react-query'
import { CircleCheckBig, FolderKanban, type LucideIcon, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Stats = { clients: number; activeProjects: number; users: number; completionRate: number }

export function StatCards({ data, isError, refetch }: Pick<UseQueryResult<Stats>, 'data' | 'isError' | 'refetch'>) {
  if (isError && !data) {
    return (
      <Card className="[&>*]:border-t-0">
        <ErrorState title="The numbers could not be loaded." onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <section
      aria-label="Numbers"
      aria-busy={!data}
      className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-4 sm:grid-cols-2 lg:gap-6 xl:grid-cols-4"
    >
      <StatCard title="Total Clients" note="Active client accounts" Icon={UsersRound} value={data?.clients} />
      <StatCard title="Active Projects" note="Projects in progress" Icon={FolderKanban} value={data?.activeProjects} />
      <StatCard title="Total Users" note="Registered users" Icon={UserRound} value={data?.users} />
      <StatCard
        title="Completion Rate"
        note="Projects completed on time"
        Icon={CircleCheckBig}
        value={data && `${data.completionRate}%`}
      />
    </section>
  )
}

type StatCardProps = { title: string; note: string; Icon: LucideIcon; value: ReactNode }

function StatCard({ title, note, Icon, value }: StatCardProps) {
  return (
    <Card className="px-4 py-4 sm:px-5">
      <div className="flex items-center justify-between gap-3 text-ink-soft">
        <h2 className="font-medium text-sm">{title}</h2>
        <Icon aria-hidden className="size-4" />
      </div>
      <div className="mt-2 h-9 font-semibold text-3xl tabular-nums leading-9">
        {value ?? <Skeleton className="h-9 w-20" />}
      </div>
      <p className="mt-1 text-ink-soft text-sm">{note}</p>
    </Card>
  )
}
