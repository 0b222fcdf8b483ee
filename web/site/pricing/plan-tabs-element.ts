import { type ElementAttributes, PageElement } from '../../ui/page-element.ts'
import { switchTabs } from '../../ui/tabs-behaviour.ts'
import type { Billing } from './plan-prices-and-features.ts'

/** Shows the prices of the chosen billing period, which is the value of its tab; CSS hides the others. */
class PlanTabs extends PageElement {
  protected enter(signal: AbortSignal) {
    switchTabs(this, ({ value }) => this.setAttribute('billing', value), signal)
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'plan-tabs': ElementAttributes<PlanTabs> & { billing: Billing }
    }
  }
}

customElements.define('plan-tabs', PlanTabs)
