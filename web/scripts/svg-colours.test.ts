import { expect, it } from 'vitest'
import { inlineColours } from './svg-colours.ts'

const css = `
  @layer theme { :root { --ink: #1d1b33 } }
  @layer components {
    .street { --wall: #fff; stroke-linejoin: round; display: block }
    .night { --wall: #000 }
    .shop .wall { fill: gold }
    .street .wall { fill: var(--wall); stroke: var(--ink) }
    .shop .wall.lit { fill: red }
    .lettering { font: 800 19px "Display", serif }
    @media print { .wall { fill: none } }
  }`

it.each([
  ['a variable of the drawing', '<g class="street"><path class="wall"/></g>', 'fill:#fff;stroke:#1d1b33'],
  [
    'the one of the nearest',
    '<g class="street"><g class="night"><path class="wall"/></g></g>',
    'fill:#000;stroke:#1d1b33',
  ],
  ['the later of equal rules', '<g class="street shop"><path class="wall"/></g>', 'fill:#fff;stroke:#1d1b33'],
  ['the weightier rule', '<g class="street shop"><path class="wall lit"/></g>', 'fill:red;stroke:#1d1b33'],
  ['a font in its parts', '<text class="lettering"/>', "font-weight:800;font-size:19px;font-family:'Display', serif"],
])('draws with %s', (_, svg, style) => {
  expect(inlineColours(svg, css)).toContain(`style="${style}"`)
})

it('forgets what a closed element said', () => {
  const svg = '<svg class="street"><g class="night"></g><path class="wall"></path></svg>'
  expect(inlineColours(svg, css)).toContain('<path style="fill:#fff;stroke:#1d1b33"></path>')
})

it('fills variables into attributes, and says which one is missing', () => {
  expect(inlineColours('<rect fill="var(--ink)"/>', css)).toBe('<rect fill="#1d1b33"/>')
  expect(() => inlineColours('<rect fill="var(--paint)"/>', css)).toThrow('--paint')
})
