import type { Behaviour } from '../bring-to-life.ts'

const SCROLL_THRESHOLD_PX = 10

/** Marks the header once the page has scrolled more than 10 px; the look of it is CSS. */
export const shrinkHeaderOnScroll: Behaviour = (page, signal) => {
  const header = page.querySelector<HTMLElement>('[data-site-header]')
  if (!header) return
  const update = () => header.toggleAttribute('data-scrolled', window.scrollY > SCROLL_THRESHOLD_PX)
  window.addEventListener('scroll', update, { passive: true, signal })
  update()
}
