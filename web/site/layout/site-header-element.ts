import { type ElementAttributes, PageElement } from '../../ui/page-element.ts'

const SCROLL_THRESHOLD_PX = 10

/** Sets the attribute `scrolled` of the header once the page has scrolled more than 10 px; CSS does the rest. */
class SiteHeader extends PageElement {
  protected enter(signal: AbortSignal) {
    const mark = () => this.toggleAttribute('scrolled', window.scrollY > SCROLL_THRESHOLD_PX)
    window.addEventListener('scroll', mark, { passive: true, signal })
    mark()
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'site-header': ElementAttributes<SiteHeader>
    }
  }
}

customElements.define('site-header', SiteHeader)
