import { useSearchParams } from 'react-router'
import { spans } from './visits.ts'

/** The query parameter with the number of days whose visits are shown; without it they are folded into one line. */
export const VISITS = 'visits'

const FIRST_SPAN = 30

/** Whether the visits are shown, for how many days, and how to change that. The address keeps it over a reload. */
export function useVisitSpan() {
  const [address, setAddress] = useSearchParams()
  const chosen = spans.find((span) => String(span) === address.get(VISITS))

  function show(span: string | undefined) {
    setAddress(
      (latest) => {
        const next = new URLSearchParams(latest)
        if (span === undefined) next.delete(VISITS)
        else next.set(VISITS, span)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return {
    isOpen: chosen !== undefined,
    span: chosen ?? FIRST_SPAN,
    show: (span: string) => show(span),
    toggle: () => show(chosen === undefined ? String(FIRST_SPAN) : undefined),
  }
}
