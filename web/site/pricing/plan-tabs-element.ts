import { type Markup, PageElement } from '../../ui/page-element.ts'
import { switchTabs } from '../../ui/tabs-behaviour.ts'
import type { Billing } from './price.ts'

/** Shows the prices of the billing that was chosen: its tabs have that as their value, and the CSS puts the others away. */
class PlanTabs extends PageElement {
  protected enter(signal: AbortSignal) {
    switchTabs(this, ({ value }) => this.setAttribute('billing', value), signal)
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'plan-tabs': Markup<PlanTabs> & { billing: Billing }
    }
  }
}

customElements.define('plan-tabs', PlanTabs)
