import { type ChildNode, parse } from 'postcss'

/**
 * Writes the colors of a style sheet into an SVG, for a renderer that knows neither custom properties nor cascade
 * layers. It understands what our drawings use: rules on classes and their ancestors' classes, and `var(--name)`.
 */
export function inlineColours(svg: string, css: string): string {
  const rules = readRules(css)
  const root: Scope = { classes: [], variables: rootVariables(css) }
  const open: Scope[] = [root]

  return svg.replaceAll(
    /<(\/?)([\w-]+)((?:\s[\w-]+="[^"]*")*)\s*(\/?)>/g,
    (_, closing, name, attributes, selfClosing) => {
      if (closing) {
        open.pop()
        return `</${name}>`
      }
      const parent = open.at(-1) ?? root
      const classes = attribute(attributes, 'class').split(/\s+/).filter(Boolean)
      const ancestors = open.map((scope) => scope.classes)
      const matching = rules.filter((rule) => matches(rule.selector, classes, ancestors))
      const declared = new Map(matching.flatMap(({ declarations }) => declarations))

      const own = [...declared].filter(([property]) => property.startsWith('--'))
      const variables = own.length > 0 ? new Map([...parent.variables, ...own]) : parent.variables
      if (!selfClosing) open.push({ classes, variables })

      const style = [...declared].flatMap(([property, value]) => presentation(property, resolve(value, variables)))
      const rest = resolve(attributes.replace(/\sclass="[^"]*"/, ''), variables)
      const styled = style.length > 0 ? ` style="${style.join(';').replaceAll('"', "'")}"` : ''
      return `<${name}${rest}${styled}${selfClosing}>`
    },
  )
}

type Scope = { classes: string[]; variables: ReadonlyMap<string, string> }
type Rule = { selector: string[][]; declarations: [string, string][] }

/** Returns the rules in order of specificity: of rules with the same number of classes the later one wins. */
function readRules(css: string): Rule[] {
  const rules: Rule[] = []
  walk(parse(css).nodes, (selectors, declarations) => {
    for (const selector of selectors) {
      if (!/^[\w.\s-]+$/.test(selector) || !selector.startsWith('.')) continue
      const compounds = selector.split(/\s+/).map((compound) => compound.split('.').filter(Boolean))
      rules.push({ selector: compounds, declarations })
    }
  })
  const weight = ({ selector }: Rule) => selector.flat().length
  return rules.sort((one, other) => weight(one) - weight(other))
}

function rootVariables(css: string) {
  const variables = new Map<string, string>()
  walk(parse(css).nodes, (selectors, declarations) => {
    if (selectors.includes(':root')) for (const [property, value] of declarations) variables.set(property, value)
  })
  return variables
}

/**
 * Visits every rule that holds in any window: rules inside cascade layers count, those inside media and support queries
 * do not.
 */
function walk(nodes: ChildNode[], visit: (selectors: string[], declarations: [string, string][]) => void) {
  for (const node of nodes) {
    if (node.type === 'atrule' && node.name === 'layer') walk(node.nodes ?? [], visit)
    if (node.type !== 'rule') continue
    const declarations = node.nodes.filter((child) => child.type === 'decl')
    visit(
      node.selectors,
      declarations.map(({ prop, value }) => [prop, value.trim()]),
    )
  }
}

function matches(selector: string[][], classes: string[], ancestors: string[][]): boolean {
  const [own = [], ...outer] = selector.toReversed()
  if (!own.every((name) => classes.includes(name))) return false
  let level = ancestors.length - 1
  return outer.every((compound) => {
    while (level >= 0 && !compound.every((name) => ancestors[level]?.includes(name))) level--
    return level-- >= 0
  })
}

const attribute = (attributes: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''

function resolve(value: string, variables: ReadonlyMap<string, string>): string {
  return value.replaceAll(/var\((--[\w-]+)\)/g, (_, name) => {
    const found = variables.get(name)
    if (found === undefined) throw new Error(`The drawings use ${name}, which the style sheet does not have`)
    return resolve(found, variables)
  })
}

const drawn =
  /^(fill|stroke|stroke-(width|line(join|cap)|dasharray)|font-(size|weight|family)|letter-spacing|text-anchor)$/

function presentation(property: string, value: string): string[] {
  if (property === 'font') {
    const [, weight, size, family] = /^(\d+) ([\d.]+px) (.+)$/.exec(value) ?? []
    return [`font-weight:${weight}`, `font-size:${size}`, `font-family:${family}`]
  }
  return drawn.test(property) ? [`${property}:${value}`] : []
}
