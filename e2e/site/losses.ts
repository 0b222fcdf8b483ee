import type { Page } from '@playwright/test'
import { atRest } from '../test.ts'

/** What is cut off, covered, squeezed out of its box or to be had only by scrolling sideways, on the page as it stands. */
export async function lossesOf(page: Page): Promise<string[]> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await atRest(page)
  return page.evaluate(losses)
}

interface Thing {
  name: string
  element: Element
  rect: DOMRect
  /** What is fixed to the window and holds this, if anything does: it moves against everything else. */
  layer: Element | undefined
}

/** Runs in the page. Texts are measured by their letters, links and controls by their boxes. */
function losses(): string[] {
  const CONTROLS = 'a, button, input, select, textarea, summary'
  const TOLERANCE_PX = 2
  const width = document.documentElement.clientWidth
  const found = new Set<string>()

  const things = [...texts(), ...controls()].filter(({ element }) => isShown(element))
  if (document.documentElement.scrollWidth > width) found.add(`the page scrolls sideways`)
  for (const thing of things) {
    if (thing.layer === undefined || isText(thing)) judgePlace(thing)
  }
  things.forEach((thing, at) => {
    for (const other of things.slice(at + 1)) judgePair(thing, other)
  })
  return [...found]

  function judgePlace(thing: Thing) {
    const { name, element, rect } = thing
    const box = isText(thing) ? element.closest(CONTROLS) : null
    if (box && getComputedStyle(box).display !== 'inline' && sticksOut(rect, box.getBoundingClientRect())) {
      found.add(`${name}: out of its box`)
    }
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around)
      if (around !== element || isText(thing)) {
        const clip = around.getBoundingClientRect()
        if (overflowX === 'auto' || overflowX === 'scroll') {
          if (around.scrollWidth > around.clientWidth && !isReachable(around))
            found.add(`${name}: cannot be scrolled to`)
          return
        }
        const cutX =
          /hidden|clip/.test(overflowX) && sticksOut({ ...edges(rect), top: clip.top, bottom: clip.top }, clip)
        const cutY =
          /hidden|clip/.test(overflowY) && sticksOut({ ...edges(rect), left: clip.left, right: clip.left }, clip)
        if (cutX || cutY) found.add(`${name}: cut off`)
      }
      if (position === 'fixed') break
    }
    if (rect.left < -TOLERANCE_PX || rect.right > width + TOLERANCE_PX) found.add(`${name}: outside the window`)
  }

  function judgePair(one: Thing, other: Thing) {
    if (one.element.contains(other.element) || other.element.contains(one.element)) return
    const [a, b] = [letters(one), letters(other)]
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    if (across <= TOLERANCE_PX || down <= TOLERANCE_PX) return
    // What floats over the page gives way when the page is scrolled; only the header stands over the top of it.
    const floating =
      one.layer !== other.layer ? [one.layer, other.layer].filter((layer) => layer?.tagName !== 'HEADER') : []
    if (floating.some((layer) => layer !== undefined) || isAside(one) || isAside(other)) return
    found.add(`${one.name}: overlaps ${other.name}`)
  }

  function texts(): Thing[] {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const list: Thing[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const words = node.textContent?.trim() ?? ''
      if (!element || words === '' || element.closest('svg, script, style, noscript, option, [aria-hidden=true]'))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        if (rect.width > 0) list.push({ name: `"${words.slice(0, 40)}"`, element, rect, layer: layerOf(element) })
      }
    }
    return list
  }

  function controls(): Thing[] {
    return [...document.querySelectorAll(CONTROLS)].map((element) => ({
      name: `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)}`,
      element,
      rect: element.getBoundingClientRect(),
      layer: layerOf(element),
    }))
  }

  function layerOf(element: Element): Element | undefined {
    for (let around: Element | null = element; around; around = around.parentElement) {
      if (getComputedStyle(around).position === 'fixed') return around
    }
    return undefined
  }

  /** Neither hidden, nor there for screen readers alone, nor the link that only shows itself to the keyboard. */
  function isShown(element: Element) {
    if (element.closest('a[href="#content"]')) return false
    for (let around: Element | null = element; around; around = around.parentElement) {
      if (getComputedStyle(around).clipPath === 'inset(50%)') return false
    }
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }

  function isText({ element, name }: Thing) {
    return name.startsWith('"') || !element.matches(CONTROLS)
  }
  /** The skip link and toasts lie on top by design, and go away. */
  function isAside({ element }: Thing) {
    return element.closest('#toasts') !== null
  }
  function isReachable(scroller: Element) {
    return scroller instanceof HTMLElement && (scroller.tabIndex >= 0 || scroller.querySelector('a, button') !== null)
  }
  /** A line's box reaches above and below its letters. */
  function letters({ rect, name }: Thing) {
    const air = name.startsWith('"') ? rect.height * 0.2 : 0
    return { left: rect.left, right: rect.right, top: rect.top + air, bottom: rect.bottom - air }
  }
  function edges({ left, right, top, bottom }: DOMRect) {
    const air = (bottom - top) * 0.2
    return { left, right, top: top + air, bottom: bottom - air }
  }
  function sticksOut(inner: { left: number; right: number; top: number; bottom: number }, outer: DOMRect) {
    return (
      inner.left < outer.left - TOLERANCE_PX ||
      inner.right > outer.right + TOLERANCE_PX ||
      inner.top < outer.top - TOLERANCE_PX ||
      inner.bottom > outer.bottom + TOLERANCE_PX
    )
  }
}
