/** The logo: an awning over an open door. Hidden from screen readers, since the name is beside it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <path
        className="fill-ink in-[.dusk]:fill-on-dusk forced-colors:fill-[CanvasText]"
        d="M5 17h30v20H24V24h-8v13H5z"
      />
      <path className="fill-signal" d="M4 4h10.7v14.3a5.35 5.35 0 0 1-10.7 0zM25.3 4H36v14.3a5.35 5.35 0 0 1-10.7 0z" />
      <path className="fill-white" d="M14.7 4h10.6v14.3a5.3 5.3 0 0 1-10.6 0z" />
      <path
        className="fill-none stroke-ink in-[.dusk]:stroke-dusk"
        strokeWidth="2"
        strokeLinejoin="round"
        d="M4 4h32v14.3a5.35 5.35 0 0 1-10.7 0a5.3 5.3 0 0 1-10.6 0a5.35 5.35 0 0 1-10.7 0zM14.7 4v14.3M25.3 4v14.3"
      />
    </svg>
  )
}
