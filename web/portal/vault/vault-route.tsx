import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { PAGE_SIZE } from '../list/fetch-page.ts'
import { useListParams } from '../list/use-list-params.ts'
import { Page } from '../page/page.tsx'
import { AddEntryDialog } from './add-entry-dialog.tsx'
import { VaultMenu } from './care/vault-menu.tsx'
import { ClientFilter, useClientFilter } from './client-filter.tsx'
import { ConcernFilter, useConcerned } from './concern-filter.tsx'
import type { Concern } from './concerns.ts'
import { type Entry, isFound } from './entry.ts'
import { EntryList } from './entry-list.tsx'
import { entriesQuery } from './entry-queries.ts'
import { AskDialog } from './handed-over/ask-dialog.tsx'
import { HandedOverCard } from './handed-over/handed-over-card.tsx'
import { UnlockCard } from './unlock-card.tsx'
import { usePostponeLocking } from './use-postpone-locking.ts'
import { useTryPassphrase } from './use-try-passphrase.ts'
import { useVaultState } from './vault-context.tsx'

export default function VaultRoute() {
  const { search, searchFor } = useListParams()
  const entries = useQuery(entriesQuery())
  const passphrase = useRef<HTMLInputElement>(null)
  // The key drops everything open or typed when the vault is locked.
  const locks = useVaultState((state) => state.locks)
  useTryPassphrase(entries.data)
  usePostponeLocking()

  const [clientId, filterByClient] = useClientFilter()
  const [concern, setConcern] = useState<Concern>()
  function filterBy(another: Concern | undefined) {
    setConcern(another)
    // A new search starts on its first page.
    searchFor(search)
  }

  const count = entries.data?.length
  return (
    <Page
      title="Password Vault"
      description="Securely store and share credentials within your agency."
      action={
        <div className="flex shrink-0 gap-2">
          <VaultMenu key={`more ${locks}`} entries={entries.data} />
          <AddEntryDialog key={locks} entries={entries.data} />
        </div>
      }
    >
      <UnlockCard entries={entries.data} field={passphrase} />
      <AskDialog key={`ask ${locks}`} entries={entries.data} />
      <HandedOverCard key={`handed over ${locks}`} entries={entries.data} passphrase={passphrase} />
      <Card aria-busy={entries.isFetching}>
        <CardHeader>
          <CardTitle>{count === undefined ? 'Entries' : `Entries (${count})`}</CardTitle>
          <div className="grid w-full grid-cols-2 gap-3 *:first:col-span-full max-lg:*:last:even:col-span-full lg:flex lg:w-auto lg:grow lg:justify-end">
            <SearchBox
              label="Search entries"
              placeholder="Search entries..."
              value={search}
              onSearch={searchFor}
              className="sm:max-w-none lg:max-w-xs"
            />
            <ClientFilter entries={entries.data ?? []} value={clientId} onChange={filterByClient} />
            <ConcernFilter entries={entries.data ?? []} concern={concern} onChange={filterBy} />
          </div>
        </CardHeader>
        <Entries
          key={locks}
          entries={entries}
          narrowedTo={{ concern, clientId }}
          onLocked={() => passphrase.current?.focus()}
        />
      </Card>
    </Page>
  )
}

type EntriesProps = {
  entries: UseQueryResult<Entry[]>
  narrowedTo: { concern: Concern | undefined; clientId: string }
  onLocked: () => void
}

/** The loaded entries, searched and paged by the browser. */
function Entries({ entries, narrowedTo: { concern, clientId }, onLocked }: EntriesProps) {
  const { search, page, linkTo } = useListParams()
  const { data, isError, refetch } = entries
  const concerned = useConcerned(data ?? [], concern)

  if (!data) {
    if (isError) return <ErrorState title="The entries could not be loaded." onRetry={() => void refetch()} />
    return <Message role="status">Loading...</Message>
  }
  if (data.length === 0) return <Message>No entries yet.</Message>

  const found = concerned.filter(
    (entry) => (clientId === '' || entry.client_id === clientId) && (search === '' || isFound(entry, search)),
  )
  const isNarrowed = search !== '' || clientId !== '' || concern !== undefined
  // The last entry of the last page may be gone.
  const shownPage = Math.min(page, Math.max(1, Math.ceil(found.length / PAGE_SIZE)))
  return (
    <>
      <p role="status" className="sr-only">
        {isNarrowed && `${found.length} found`}
      </p>
      {found.length === 0 ? (
        <Message>{search === '' ? 'No entries like that.' : 'No entries match your search.'}</Message>
      ) : (
        <>
          <EntryList
            entries={found.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE)}
            all={data}
            onLocked={onLocked}
          />
          <Pagination page={shownPage} pageSize={PAGE_SIZE} count={found.length} linkTo={linkTo} />
        </>
      )}
    </>
  )
}

function Message({ role, children }: { role?: 'status'; children: string }) {
  return (
    <p role={role} className="border-line border-t px-5 py-14 text-center text-ink-soft">
      {children}
    </p>
  )
}
