import { forwardArrival } from '../auth/forward-arrival.ts'
import { prepareToasts } from '../ui/toast.ts'
import { sendContactForms } from './contact/contact-form-behaviour.ts'
import { turnCarousels } from './home/carousel-behaviour.ts'
import { correctCopyrightYear } from './layout/copyright-year.ts'
import { shrinkHeaderOnScroll } from './layout/header-scroll.ts'
import { keepFocusInMenu } from './layout/menu-focus.ts'
import { prefetchLinks } from './layout/prefetch-links.ts'
import { switchBilling } from './pricing/plan-tabs-behaviour.ts'

/** Something on the page that needs a script. Its listeners live until the signal is aborted. */
export type Behaviour = (page: Document, signal: AbortSignal) => void

const behaviours: readonly Behaviour[] = [
  forwardArrival,
  correctCopyrightYear,
  shrinkHeaderOnScroll,
  keepFocusInMenu,
  prefetchLinks,
  turnCarousels,
  switchBilling,
  sendContactForms,
]

/** Gives the public page that stands in the document what HTML and CSS alone cannot. Returns how to stop it. */
export function bringToLife(page: Document): () => void {
  const life = new AbortController()
  prepareToasts()
  for (const behaviour of behaviours) behaviour(page, life.signal)
  return () => life.abort()
}
