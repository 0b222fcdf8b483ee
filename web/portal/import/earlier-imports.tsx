import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../lib/formats.ts'
import { Button } from '../../ui/button.tsx'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { ImportKind } from './import-kind.ts'
import { undoImport } from './import-mutations.ts'
import { importsQuery, UNDO_DAYS } from './import-queries.ts'
import { outcomeText } from './import-toasts.ts'

/** The latest imports of a list, each with an undo that outlasts the toast. */
export function EarlierImports({ kind }: { kind: ImportKind }) {
  const { data: imports } = useQuery(importsQuery(kind.name))
  const [undo, isBusy] = useWrite(undoImport)
  if (!imports?.length) return null
  return (
    <section className="border-line border-t pt-4">
      <h3 className="font-medium text-sm">Imported in the last {UNDO_DAYS} days</h3>
      <ul className="mt-1 divide-y divide-line">
        {imports.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {formatMoment(one.created_at)}
              <span className="text-ink-soft">
                {' '}
                by {nameOf(one.importer)}: {outcomeText(one)}
              </span>
            </span>
            <Button
              variant="outline"
              disabled={isBusy}
              aria-label={`Undo the import of ${formatMoment(one.created_at)}`}
              className="min-h-9 py-1 text-sm"
              onClick={() => void undo(one.id)}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
