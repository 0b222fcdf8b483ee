import type { ReactNode } from 'react'

type TitlesProps = {
  heading: ReactNode
  /** The titles, each with a note about it. */
  items: readonly { title: string; note?: string }[]
}

/** A list of all affected entries by title, so that nobody has to guess which are meant. */
export function EntryTitles({ heading, items }: TitlesProps) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-medium text-sm">{heading}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls a long list by the keyboard */}
      <ul tabIndex={0} className="max-h-40 overflow-y-auto rounded-control border border-line px-3 py-2 text-sm">
        {items.map(({ title, note }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same title
          <li key={place} className="wrap-anywhere py-0.5">
            {title}
            {note !== undefined && <span className="text-ink-soft"> – {note}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
