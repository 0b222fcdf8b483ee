import type { Behaviour } from '../bring-to-life.ts'
import { slidePosition, wrapIndex } from './carousel.ts'

/** Turns each row of slides, which can be scrolled as it is, into a carousel with buttons and dots. */
export const turnCarousels: Behaviour = (page, signal) => {
  for (const carousel of page.querySelectorAll<HTMLElement>('[data-carousel]')) turn(carousel, signal)
}

function turn(carousel: HTMLElement, signal: AbortSignal) {
  const slides = [...carousel.querySelectorAll('[data-slide]')]
  const dots = [...carousel.querySelectorAll('[data-dot]')]
  const status = carousel.querySelector('[data-slide-status]')
  let current = 0

  const show = (index: number) => {
    current = wrapIndex(index, slides.length)
    slides.forEach((slide, at) => {
      slide.toggleAttribute('data-current', at === current)
    })
    dots.forEach((dot, at) => {
      dot.setAttribute('aria-current', String(at === current))
    })
    if (status) status.textContent = slidePosition(current, slides.length)
  }
  const on = (target: Element | null, index: () => number) =>
    target?.addEventListener('click', () => show(index()), { signal })

  on(carousel.querySelector('[data-previous]'), () => current - 1)
  on(carousel.querySelector('[data-next]'), () => current + 1)
  dots.forEach((dot, at) => {
    on(dot, () => at)
  })
  show(0)
  carousel.toggleAttribute('data-turning', true)
}
