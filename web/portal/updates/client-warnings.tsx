import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useDebounced } from '../../lib/use-debounced.ts'
import { disclosuresQuery } from './disclosures-query.ts'
import { findSecret } from './find-secret.ts'

const PAUSE_MS = 700

/** Warns about words that a client perhaps should not read. The update can be created all the same. */
export function ClientWarnings({ clientId, words }: { clientId: string; words: string }) {
  const settled = useDebounced(words.trim(), PAUSE_MS)
  const { data = [] } = useQuery(disclosuresQuery(clientId, settled))
  const secret = findSecret(settled)
  const warnings = [
    ...(secret ? [`This looks like ${secret}. Anyone with the client’s link will see it.`] : []),
    ...data.map(({ kind, what }) =>
      kind === 'client'
        ? `It names another client: ${what}.`
        : `Part of it also appears in the notes about this client, which are internal: “… ${what} …”`,
    ),
  ]
  return (
    <div role="status" aria-label="Before the client sees it" className="grid basis-full gap-2 empty:hidden">
      {settled !== '' &&
        warnings.map((warning) => (
          <p
            key={warning}
            className="wrap-anywhere flex gap-3 rounded-control border border-warning/40 bg-warning-wash px-4 py-3 text-sm text-warning"
          >
            <TriangleAlert aria-hidden className="mt-px size-[1.125rem] shrink-0" />
            {warning}
          </p>
        ))}
    </div>
  )
}
