/** A scalloped awning across the whole width of what it hangs over. */
export function AwningEdge() {
  return <div className="awning-edge" aria-hidden="true" />
}
