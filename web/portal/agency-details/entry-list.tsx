import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { MAX_ENTRIES } from './website-facts.ts'

type EntryListProps = {
  title: string
  explanation: string
  /** The word for one entry of the list: "testimonial". */
  thing: string
  entries: readonly { id: string }[]
  onAdd: () => void
  onRemove: (at: number) => void
  onMove: (from: number, to: number) => void
  /** Renders the fields of the entry at an index of the list. */
  children: (at: number) => ReactNode
}

/**
 * An ordered list of testimonials or case studies of the website: added, moved and removed here, and saved with the form around
 * it.
 */
export function EntryList({ title, explanation, thing, entries, onAdd, onRemove, onMove, children }: EntryListProps) {
  const id = useId()
  const adding = useRef<HTMLButtonElement>(null)

  function remove(at: number) {
    onRemove(at)
    adding.current?.focus()
  }

  return (
    <section aria-labelledby={id} className="grid gap-3 border-line border-t pt-5 sm:col-span-2">
      <div className="grid gap-1">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <p className="text-ink-soft text-sm">{explanation}</p>
      </div>
      {entries.map((entry, at) => (
        // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset would stand in the way of its buttons
        <div
          key={entry.id}
          role="group"
          aria-label={`${thing} ${at + 1}`}
          className="grid gap-4 rounded-control border border-line p-4 sm:grid-cols-2"
        >
          <div className="flex items-center gap-1 sm:col-span-2">
            <p className="mr-auto font-medium text-ink-soft text-sm capitalize">
              {thing} {at + 1}
            </p>
            <MoveButton label={`Move ${thing} ${at + 1} up`} isLast={at === 0} onClick={() => onMove(at, at - 1)}>
              <ArrowUp aria-hidden />
            </MoveButton>
            <MoveButton
              label={`Move ${thing} ${at + 1} down`}
              isLast={at === entries.length - 1}
              onClick={() => onMove(at, at + 1)}
            >
              <ArrowDown aria-hidden />
            </MoveButton>
            <DeleteButton label={`Remove ${thing} ${at + 1}`} onClick={() => remove(at)} />
          </div>
          {children(at)}
        </div>
      ))}
      {entries.length >= MAX_ENTRIES ? (
        <p className="text-ink-soft text-sm">You can have up to twelve.</p>
      ) : (
        <Button ref={adding} variant="outline" className="justify-self-start" onClick={onAdd}>
          <Plus aria-hidden />
          Add {thing}
        </Button>
      )}
    </section>
  )
}

type MoveButtonProps = { label: string; isLast: boolean; onClick: () => void; children: ReactNode }

const MoveButton = ({ label, isLast, onClick, children }: MoveButtonProps) => (
  <Button variant="ghost" size="icon" className="text-ink-soft" aria-label={label} disabled={isLast} onClick={onClick}>
    {children}
  </Button>
)
