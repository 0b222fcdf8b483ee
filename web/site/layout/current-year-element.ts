import { type ElementAttributes, PageElement } from '../../ui/page-element.ts'

/** Updates the year in the footer, that of the build, to the current one. */
class CurrentYear extends PageElement {
  protected enter() {
    this.textContent = String(new Date().getFullYear())
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'current-year': ElementAttributes<CurrentYear>
    }
  }
}

customElements.define('current-year', CurrentYear)
