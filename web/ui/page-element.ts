import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/**
 * A custom element of pages without React: its markup is complete in the HTML, and the script adds its behavior.
 * Listeners are removed when the element leaves the page, and added again when it returns.
 */
export abstract class PageElement extends HTMLElement {
  #stay: AbortController | undefined

  connectedCallback() {
    this.#stay = new AbortController()
    this.enter(this.#stay.signal)
  }

  disconnectedCallback() {
    this.#stay?.abort()
  }

  /** Starts the behavior. The signal aborts when the element leaves the page. */
  protected abstract enter(signal: AbortSignal): void
}

/** The JSX attributes of a custom element; its own are added where it is declared. */
export type ElementAttributes<Element extends HTMLElement> = DetailedHTMLProps<HTMLAttributes<Element>, Element>

/**
 * Finds an element by its `data-part`, for elements without a role or form name. Each custom element declares its parts
 * (`interface ElementParts`), so that markup and script are type-checked.
 */
export function findPart<Name extends keyof ElementParts>(element: HTMLElement, name: Name): ElementParts[Name] {
  const found = element.querySelector<ElementParts[Name]>(`[data-part=${name}]`)
  if (!found) throw new Error(`<${element.localName}> has no part "${name}"`)
  return found
}

declare module 'react' {
  interface HTMLAttributes<T> {
    'data-part'?: keyof ElementParts
  }
}
