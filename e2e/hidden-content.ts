import type { Page } from '@playwright/test'
import { waitForAnimations } from './test.ts'

/**
 * Reports what is cut off, covered, squeezed out of its box or reachable only by scrolling sideways, on the page as it
 * is. A line that ends in an ellipsis shows that there is more, which must be readable elsewhere.
 */
export async function hiddenContentOf(page: Page): Promise<string[]> {
  // Scroll observers run before the next frame, so the check waits for one.
  await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  await waitForAnimations(page)
  return page.evaluate<string[]>(script)
}

interface VisibleElement {
  name: string
  element: Element
  rect: DOMRect
  /** The fixed ancestor of an element, if any, which moves against everything else on scrolling. */
  layer: Element | undefined
}

const CONTROLS = 'a, button, input, select, textarea, summary'
const TOLERANCE_PX = 2

/**
 * Finds hidden content; runs in the page, together with the functions below. Texts are measured by their glyphs, links
 * and controls by their boxes.
 */
function hiddenContent(): string[] {
  const things = [...texts(), ...controls()].filter(({ element }) => isShown(element))
  const { scrollWidth, clientWidth } = document.documentElement
  const found = new Set(scrollWidth > clientWidth ? ['the page scrolls sideways'] : [])
  for (const fault of things.flatMap(faultsOf)) found.add(fault)
  things.forEach((thing, at) => {
    for (const other of things.slice(at + 1)) {
      if (overlaps(thing, other)) found.add(`${thing.name}: overlaps ${other.name}`)
    }
  })
  return [...found]
}

function faultsOf(thing: VisibleElement): string[] {
  const { name, element, rect, layer } = thing
  if (layer !== undefined && !isText(thing)) return []
  const box = isText(thing) ? element.closest(CONTROLS) : null
  const isOut = box && getComputedStyle(box).display !== 'inline' && sticksOut(rect, box.getBoundingClientRect())
  return [...(isOut ? [`${name}: out of its box`] : []), ...cutsOf(thing)]
}

/**
 * Returns the parts of an element that are clipped by surrounding boxes or the window; a box that scrolls clips
 * nothing.
 */
function cutsOf(thing: VisibleElement): string[] {
  const { name, element, rect } = thing
  const cuts: string[] = []
  for (let around: Element | null = element; around; around = around.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(around)
    if (around !== element || isText(thing)) {
      const clip = around.getBoundingClientRect()
      if (overflowX === 'auto' || overflowX === 'scroll') {
        const isLost = around.scrollWidth > around.clientWidth && !isReachable(around)
        return isLost ? [...cuts, `${name}: cannot be scrolled to`] : cuts
      }
      const cutX = /hidden|clip/.test(overflowX) && sticksOut({ ...edges(rect), top: clip.top, bottom: clip.top }, clip)
      const cutY =
        /hidden|clip/.test(overflowY) && sticksOut({ ...edges(rect), left: clip.left, right: clip.left }, clip)
      if (cutX || cutY) cuts.push(`${name}: cut off`)
    }
    if (position === 'fixed') break
  }
  const width = document.documentElement.clientWidth
  const isOutside = rect.left < -TOLERANCE_PX || rect.right > width + TOLERANCE_PX
  return isOutside ? [...cuts, `${name}: outside the window`] : cuts
}

function overlaps(one: VisibleElement, other: VisibleElement): boolean {
  if (one.element.contains(other.element) || other.element.contains(one.element)) return false
  const [a, b] = [letters(one), letters(other)]
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (across <= TOLERANCE_PX || down <= TOLERANCE_PX) return false
  // Floating elements move out of the way by scrolling, so of them only the header covers content.
  const floating =
    one.layer !== other.layer ? [one.layer, other.layer].filter((layer) => layer?.tagName !== 'HEADER') : []
  return !(floating.some((layer) => layer !== undefined) || isAside(one) || isAside(other) || isFieldOf(one, other))
}

/** Whether one element is a button inside the box of the other, a text field. */
function isFieldOf(one: VisibleElement, other: VisibleElement): boolean {
  const holds = (field: VisibleElement, held: VisibleElement) =>
    field.element.matches('input') && !sticksOut(held.rect, field.rect)
  return holds(one, other) || holds(other, one)
}

function texts(): VisibleElement[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const list: VisibleElement[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const words = node.textContent?.trim() ?? ''
    if (!element || words === '' || element.closest('svg, script, style, noscript, option, [aria-hidden=true]'))
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const shown = withDots(element, rect)
      if (shown.width > 0) list.push({ name: `"${words.slice(0, 40)}"`, element, rect: shown, layer: layerOf(element) })
    }
  }
  return list
}

function controls(): VisibleElement[] {
  return [...document.querySelectorAll(CONTROLS)].map((element) => ({
    name: `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)}`,
    element,
    rect: seenOf(element),
    layer: layerOf(element),
  }))
}

/** The visible part of a line that ends in an ellipsis; its width ends behind the last visible character. */
function withDots(element: Element, rect: DOMRect): DOMRect {
  for (let around: Element | null = element; around; around = around.parentElement) {
    const { textOverflow, webkitLineClamp } = getComputedStyle(around)
    if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') continue
    const box = around.getBoundingClientRect()
    const left = Math.max(rect.left, box.left)
    const isShown = rect.top < box.bottom - TOLERANCE_PX
    return new DOMRect(left, rect.top, isShown ? Math.max(0, Math.min(rect.right, box.right) - left) : 0, rect.height)
  }
  return rect
}

/** The visible content of a control that has neither border nor background. */
function seenOf(element: Element): DOMRect {
  const box = element.getBoundingClientRect()
  const { backgroundColor, borderTopWidth } = getComputedStyle(element)
  if (backgroundColor !== 'rgba(0, 0, 0, 0)' || borderTopWidth !== '0px') return box
  const range = document.createRange()
  range.selectNodeContents(element)
  const inner = range.getBoundingClientRect()
  const [left, top] = [Math.max(box.left, inner.left), Math.max(box.top, inner.top)]
  const [right, bottom] = [Math.min(box.right, inner.right), Math.min(box.bottom, inner.bottom)]
  return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
}

function layerOf(element: Element): Element | undefined {
  for (let around: Element | null = element; around; around = around.parentElement) {
    if (getComputedStyle(around).position === 'fixed') return around
  }
  return undefined
}

/** Whether an element is shown: not hidden, not for screen readers only, and not the skip link. */
function isShown(element: Element) {
  if (element.closest('a[href="#content"]')) return false
  for (let around: Element | null = element; around; around = around.parentElement) {
    if (getComputedStyle(around).clipPath === 'inset(50%)') return false
  }
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
}

function isText({ element, name }: VisibleElement) {
  return name.startsWith('"') || !element.matches(CONTROLS)
}

/** Whether an element covers other content by design and disappears, as the skip link and toasts do. */
function isAside({ element }: VisibleElement) {
  return element.closest('#toasts') !== null
}

function isReachable(scroller: Element) {
  return scroller instanceof HTMLElement && (scroller.tabIndex >= 0 || scroller.querySelector('a, button') !== null)
}

/** The box of a text's glyphs, without the line spacing above and below. */
function letters({ rect, name }: VisibleElement) {
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

/** Functions are serialized for the page together with everything that they call. */
const script = `(() => {
const CONTROLS = ${JSON.stringify(CONTROLS)}, TOLERANCE_PX = ${TOLERANCE_PX}
${[hiddenContent, faultsOf, cutsOf, overlaps, texts, controls, withDots, isFieldOf, seenOf, layerOf, isShown, isText, isAside, isReachable, letters, edges, sticksOut].join('\n')}
return hiddenContent()
})()`
