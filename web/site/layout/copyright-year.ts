import type { Behaviour } from '../bring-to-life.ts'

export const correctCopyrightYear: Behaviour = (page) => {
  for (const year of page.querySelectorAll('[data-current-year]')) year.textContent = String(new Date().getFullYear())
}
