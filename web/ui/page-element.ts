import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/**
 * An element of a page without React: its markup stands in the HTML, complete, and it brings that to life once its script
 * has come. What it listens to, it lets go of when it leaves the page, and takes up again when it is back.
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

  /** Begins. The signal is aborted when the element leaves the page. */
  protected abstract enter(signal: AbortSignal): void
}

/** What such an element may have in JSX; attributes of its own are added where it is declared. */
export type Markup<Element extends HTMLElement> = DetailedHTMLProps<HTMLAttributes<Element>, Element>

/**
 * What is found neither by its role nor by its name in a form has a `data-part`. Each element declares the parts that it
 * looks for (`interface ElementParts`), so that the types check the name in the markup and in the script.
 */
export function part<Name extends keyof ElementParts>(element: HTMLElement, name: Name): ElementParts[Name] {
  const found = element.querySelector<ElementParts[Name]>(`[data-part=${name}]`)
  if (!found) throw new Error(`<${element.localName}> has no part "${name}"`)
  return found
}

declare module 'react' {
  interface HTMLAttributes<T> {
    'data-part'?: keyof ElementParts
  }
}
