import { LoaderCircle } from 'lucide-react'

/** A whole page that is about to be something else. */
export function PageSpinner() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <LoaderCircle aria-hidden className="size-8 text-ink-soft motion-safe:animate-spin" />
      <span className="sr-only">Loading...</span>
    </div>
  )
}
