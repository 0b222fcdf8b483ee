import { join } from 'node:path'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const isComponent = (exported: unknown): exported is ComponentType => typeof exported === 'function'

/** Returns a part of a public page as HTML, by its file in `web/site`, for tests outside of that folder. */
export async function renderPagePart(part: string): Promise<string> {
  const module: Record<string, unknown> = await import(join(import.meta.dirname, '../site', part))
  const [Part] = Object.values(module).filter(isComponent)
  if (!Part) throw new Error(`${part} exports no component`)
  return renderToStaticMarkup(createElement(Part))
}
