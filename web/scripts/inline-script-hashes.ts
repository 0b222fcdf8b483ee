import { createHash } from 'node:crypto'

/** Returns the Content-Security-Policy sources of a page's inline scripts, without duplicates. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
  const inline = scripts.filter(([, attributes = '']) => !/\ssrc=|application\/ld\+json/.test(attributes))
  return [...new Set(inline.map(([, , content = '']) => hashSource(content)))]
}

function hashSource(content: string) {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
