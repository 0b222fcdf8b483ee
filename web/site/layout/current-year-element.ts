import { type Markup, PageElement } from '../../ui/page-element.ts'

/** The year of the build, put right where the page is read later than that. */
class CurrentYear extends PageElement {
  protected enter() {
    this.textContent = String(new Date().getFullYear())
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'current-year': Markup<CurrentYear>
    }
  }
}

customElements.define('current-year', CurrentYear)
