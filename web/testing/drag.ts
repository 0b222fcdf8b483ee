import type { Locator } from 'vitest/browser'

const frame = () => new Promise((resolve) => setTimeout(resolve, 32))
const middleOf = (place: Locator) => {
  const { left, top, width, height } = place.element().getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Drags with the mouse, in steps with a frame between them as a hand does. */
export async function dragWithMouse(thing: Locator, place: Locator): Promise<void> {
  const [from, to] = [middleOf(thing), middleOf(place)]
  const send = async (type: string, target: EventTarget, share: number) => {
    const at = { clientX: from.x + (to.x - from.x) * share, clientY: from.y + (to.y - from.y) * share }
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, ...at }))
    await frame()
  }
  await send('mousedown', thing.element(), 0)
  for (const share of [0.1, 0.5, 0.9, 1, 1]) await send('mousemove', document, share)
  await send('mouseup', document, 1)
}

/** Drags with a finger that has rested on the thing for this time before it moves. */
export async function dragByTouch(thing: Locator, place: Locator, { restMs }: { restMs: number }): Promise<void> {
  const [from, to] = [middleOf(thing), middleOf(place)]
  const target = thing.element()
  const send = async (type: string, share: number) => {
    const at = { clientX: from.x + (to.x - from.x) * share, clientY: from.y + (to.y - from.y) * share }
    const touches = type === 'touchend' ? [] : [new Touch({ identifier: 1, target, ...at })]
    target.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, touches }))
    await frame()
  }
  await send('touchstart', 0)
  await new Promise((resolve) => setTimeout(resolve, restMs))
  for (const share of [0.1, 0.5, 0.9, 1, 1]) await send('touchmove', share)
  await send('touchend', 1)
}
