import { useInfiniteQuery } from '@tanstack/react-query'
import type { UpdatedClient } from './update.ts'
import { UpdateList } from './update-list.tsx'
import { updateHistoryQuery } from './update-queries.ts'

export function UpdateHistory({ client }: { client: UpdatedClient }) {
  const query = updateHistoryQuery(client.id)
  const { data, isFetching } = useInfiniteQuery(query)

  return (
    <section aria-label="Update History" aria-busy={isFetching} className="border-line border-t">
      <header className="flex items-baseline gap-2 px-5 pt-4 pb-3">
        <h3 className="font-semibold text-[0.9375rem]">Update History</h3>
        {data && data.count > 0 && <span className="text-ink-soft text-sm tabular-nums">{data.count}</span>}
      </header>
      <UpdateList query={query} client={client} />
    </section>
  )
}
