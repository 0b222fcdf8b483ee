/** Serialised and run in the page: returns why the focus is not visible, or undefined. */
export function focusProblem(): string | undefined {
  const focused = document.activeElement
  if (!focused || focused === document.body) return
  const name = `${focused.tagName.toLowerCase()} "${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)}"`
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused)
  const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor)
  if (!isOutlined) return `${name} has no visible outline (${outlineWidth} ${outlineStyle} ${outlineColor})`

  const { left, right, top, bottom, width, height } = focused.getBoundingClientRect()
  const isShown = [0.1, 0.5, 0.9].some((across) =>
    [0.15, 0.5, 0.85].some((down) => {
      const hit = document.elementFromPoint(left + width * across, top + height * down)
      return hit !== null && (focused.contains(hit) || hit.contains(focused))
    }),
  )
  if (!isShown) return `${name} is covered or outside the window (${left} ${top} ${right} ${bottom})`
  return undefined
}
