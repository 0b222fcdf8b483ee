import { describe, expect, it } from 'vitest'
import { positionAt, problemOf, type Step, titlesIn } from './step.ts'

describe('[project-page.md#steps] pasted lines', () => {
  it.each([
    ['Take pictures\nWrite texts', ['Take pictures', 'Write texts']],
    ['- Take pictures\r\n* Write texts\r\n\r\n', ['Take pictures', 'Write texts']],
    ['1. Take pictures\n2) Write texts\n10. Launch', ['Take pictures', 'Write texts', 'Launch']],
    ['- [ ] Take pictures\n- [x] Write texts', ['Take pictures', 'Write texts']],
    ['•\tTake pictures\n☐ Write texts', ['Take pictures', 'Write texts']],
    ['3D model\n-\n  ', ['3D model']],
    ['2026 plan', ['2026 plan']],
    ['+49 30 5550 call\n-20% banner\n*Important* thing\n—', ['+49 30 5550 call', '-20% banner', '*Important* thing']],
    ['1.5 h call\n2)\n-- done', ['1.5 h call', '-- done']],
    ['[ ]Pictures\n•Texts\n+\u00a0Launch', ['Pictures', 'Texts', 'Launch']],
  ])('%j', (text, titles) => {
    expect(titlesIn(text)).toEqual(titles)
  })
})

describe('[project-page.md#steps] says why steps cannot be added', () => {
  it('where there are too many or one is too long', () => {
    expect(problemOf(Array.from({ length: 101 }, () => 'x'))).toBe('Add at most 100 steps at once.')
    expect(problemOf(['ok', `Call ${'x'.repeat(196)}`])).toMatch(/up to 200 characters\. Shorten “Call x+…”\.$/)
  })

  it('and nothing where they can', () => {
    expect(problemOf(['x'.repeat(200)])).toBeUndefined()
  })
})

it('[project-page.md#steps] a moved step lies between its new neighbors', () => {
  const step = (id: string, position: number) => ({ id, position }) as Step
  const steps = [step('a', 1), step('b', 2), step('c', 3)]
  const [a, b, c] = steps as [Step, Step, Step]
  expect(positionAt(steps, c, 0)).toBe(0)
  expect(positionAt(steps, a, 1)).toBe(2.5)
  expect(positionAt(steps, b, 2)).toBe(4)
})

it('[project-page.md#repeated-steps] a step moves past the repetitions of a step, which share their place', () => {
  const step = (id: string, position: number) => ({ id, position }) as Step
  const steps = [step('a', 0), step('done', 1), step('done too', 1), step('open', 1), step('z', 2)]
  const [a, , , open, z] = steps as [Step, Step, Step, Step, Step]
  expect(positionAt(steps, open, 2)).toBe(0.5)
  expect(positionAt(steps, z, 3)).toBe(0.5)
  expect(positionAt(steps, a, 1)).toBe(1.5)
  expect(positionAt(steps, open, 4)).toBe(3)
})
