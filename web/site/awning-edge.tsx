/** A scalloped awning across the full width of its container. */
export function AwningEdge() {
  return <div className="awning-edge" aria-hidden="true" />
}
