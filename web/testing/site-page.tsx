import '../site/site-elements.ts'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, onTestFinished } from 'vitest'
import SiteLayout from '../site/layout/site-layout.tsx'
import { startPageBehaviours } from '../site/page-behaviours.ts'
import { FakeBackend } from './fake-backend.ts'

/**
 * A public page as it is served: HTML with its custom elements and scripts, with a fake backend. Navigation is recorded
 * instead of followed.
 */
export class SitePage {
  static #open: SitePage | undefined
  readonly backend: FakeBackend
  readonly #markup: string
  readonly #house = document.body.appendChild(document.createElement('div'))
  readonly #life = new AbortController()
  /** The addresses that the page has navigated to. */
  readonly left: string[] = []

  private constructor(markup: string, backend: FakeBackend) {
    this.#markup = markup
    this.backend = backend
  }

  static open(path: string, Content: ComponentType, backend = new FakeBackend()): SitePage {
    const markup = renderToStaticMarkup(
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route element={<SiteLayout />}>
            <Route path="*" element={<Content />} />
          </Route>
        </Routes>
      </MemoryRouter>,
    )
    if (SitePage.#open) SitePage.#open.#close()
    const site = new SitePage(markup, backend)
    SitePage.#open = site
    globalThis.fetch = backend.fetch
    site.#stayHere()
    site.reload()
    site.#life.signal.addEventListener('abort', startPageBehaviours())
    onTestFinished(() => {
      site.#close()
      expect(backend.problems, 'calls that nobody has prepared an answer for').toEqual([])
    })
    return site
  }

  /** Loads the page anew; the browser's storage stays. */
  reload(): void {
    window.scrollTo({ top: 0, behavior: 'instant' })
    const fresh = document.createElement('div')
    fresh.innerHTML = this.#markup
    // All elements are upgraded before the first of them starts, as on a page whose script comes last.
    customElements.upgrade(fresh)
    this.#house.replaceChildren(fresh)
  }

  #stayHere() {
    const note = (event: NavigateEvent) => {
      const { pathname, origin } = new URL(event.destination.url)
      // Navigation within the page is not recorded.
      if (event.destination.sameDocument || !event.cancelable) return
      event.preventDefault()
      this.left.push(origin === window.location.origin ? pathname : event.destination.url)
    }
    window.navigation.addEventListener('navigate', note, { signal: this.#life.signal })
  }

  #close() {
    this.#life.abort()
    this.#house.remove()
    for (const hint of document.querySelectorAll('link[rel=prefetch]')) hint.remove()
  }
}
