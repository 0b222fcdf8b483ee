/** A hand-painted tick; the words beside it, or `label`, give its meaning. */
export function Tick({ label }: { label?: string }) {
  return (
    <svg
      className="size-5 shrink-0"
      viewBox="0 0 20 20"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <path
        className="fill-none stroke-3 stroke-signal"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M3 11l4.5 5L17 4"
      />
    </svg>
  )
}

export function TickList({ items, className = '' }: { items: readonly string[]; className?: string }) {
  return (
    <ul className={`grid gap-3 ${className}`}>
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <span className="mt-0.5">
            <Tick />
          </span>
          {item}
        </li>
      ))}
    </ul>
  )
}
