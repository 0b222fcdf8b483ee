import { LoaderCircle } from 'lucide-react'

/** A full-page loading indicator. */
export function PageSpinner() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <LoaderCircle aria-hidden className="size-8 text-ink-soft motion-safe:animate-spin" />
      {/* In a font of the system's: the first thing on the line should not be one for words that nobody sees. */}
      <span className="sr-only font-[system-ui]">Loading...</span>
    </div>
  )
}
