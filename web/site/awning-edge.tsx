/** A scalloped awning across the whole page, between two sections. */
export function AwningEdge() {
  return (
    <svg className="awning-edge" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="awning-edge" width="88" height="78" patternUnits="userSpaceOnUse">
          <path className="fill-signal stroke-2 stroke-ink" d="M0 -4h44v56a22 22 0 0 1 -44 0z" />
          <path className="fill-white stroke-2 stroke-ink" d="M44 -4h44v56a22 22 0 0 1 -44 0z" />
        </pattern>
      </defs>
      <rect width="100%" height="78" fill="url(#awning-edge)" />
    </svg>
  )
}
