/** Where the pointer rests on a link, the browser may fetch the page already. Browsers that don't know this skip it. */
const prefetchOnIntent = JSON.stringify({ prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }] })

/** The page without the scripts that would bring React to it, and with its own small one. */
export function leaveReactOut(html: string, script: string, { fetchesAhead = true } = {}): string {
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
