import { type ElementAttributes, findPart, PageElement } from '../../ui/page-element.ts'
import { slidePosition, wrapIndex } from './carousel.ts'

/**
 * Turns a scrollable row of slides into a carousel with buttons and dots. The figures in it are the slides, and the
 * buttons with aria-current are the dots; all slides but the current one are inert.
 */
class TestimonialCarousel extends PageElement {
  #current = 0

  protected enter(signal: AbortSignal) {
    if (this.querySelectorAll('figure').length < 2) return
    const steps = { previous: -1, next: 1 } as const
    for (const name of ['previous', 'next'] as const) {
      findPart(this, name).addEventListener('click', () => this.#show(this.#current + steps[name]), { signal })
    }
    this.#dots().forEach((dot, at) => {
      dot.addEventListener('click', () => this.#show(at), { signal })
    })
    this.#show(this.#current)
  }

  #show(index: number) {
    const slides = this.querySelectorAll('figure')
    this.#current = wrapIndex(index, slides.length)
    slides.forEach((slide, at) => {
      slide.inert = at !== this.#current
    })
    this.#dots().forEach((dot, at) => {
      dot.setAttribute('aria-current', String(at === this.#current))
    })
    const status = this.querySelector('[role=status]')
    if (status) status.textContent = slidePosition(this.#current, slides.length)
  }

  #dots() {
    return this.querySelectorAll('button[aria-current]')
  }
}

declare global {
  interface ElementParts {
    previous: HTMLButtonElement
    next: HTMLButtonElement
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'testimonial-carousel': ElementAttributes<TestimonialCarousel>
    }
  }
}

customElements.define('testimonial-carousel', TestimonialCarousel)
