/**
 * Speculation rules: while the pointer rests on a link, the browser may prefetch its page. Browsers without them skip the
 * script.
 */
const prefetchOnIntent = JSON.stringify({ prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }] })

/** Returns the page without React's scripts and with the small script that replaces them. */
export function stripReact(html: string, script: string, { fetchesAhead = true } = {}): string {
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<script( type="module"[^>]*)?>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<!--\/?\$-->/g, '')
    .replace(
      '</head>',
      `<script type="module" src="${script}"></script>` +
        `${fetchesAhead ? `<script type="speculationrules">${prefetchOnIntent}</script>` : ''}</head>`,
    )
}
