import { switchTabs } from '../../ui/tabs-behaviour.ts'
import type { Behaviour } from '../bring-to-life.ts'

/** Shows the prices of the billing that was chosen, and puts those of the other away. */
export const switchBilling: Behaviour = (page, signal) => {
  for (const tabs of page.querySelectorAll('[data-plan-tabs]')) {
    const show = (chosen: HTMLElement) => {
      for (const panel of tabs.querySelectorAll('[role=tabpanel]')) {
        panel.toggleAttribute('data-inactive', panel.id !== chosen.getAttribute('aria-controls'))
      }
    }
    switchTabs(tabs, show, signal)
  }
}
