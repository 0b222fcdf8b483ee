import { escapeHtml } from './mail-words.ts'

const font =
  "font-family:'Hanken Grotesk','Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:1.55;color:#1d1b33"
// A word longer than the page must not make the page wider; table cells grow with their words unless told otherwise.
const breaking = 'overflow-wrap:anywhere;word-break:break-word'

type Page = { title: string; preview: string; body: string; foot: string }

/** The page of a mail to the agency, in the look of supabase/templates. `body` is HTML, the rest is text. */
export const mailPage = ({ title, preview, body, foot }: Page) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:#faf5ea">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#faf5ea"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;table-layout:fixed;${font}">
<tr><td style="padding:0 4px 16px;font-size:22px;font-weight:800;letter-spacing:-0.01em">Mainstreet</td></tr>
<tr><td>${awning}</td></tr>
<tr><td bgcolor="#ffffff" style="padding:28px 32px 32px;border:1px solid #ddd3bf;border-top:0;border-radius:0 0 10px 10px;${breaking}">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:800">${escapeHtml(title)}</h1>
${body}
</td></tr>
<tr><td style="padding:20px 4px 0;font-size:14px;color:#56536d">${escapeHtml(foot)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`

/** Names and values under each other, which also fits a phone. The values are HTML. */
export const details = (rows: readonly (readonly [name: string, value: string])[]) =>
  `<dl style="margin:0">${rows
    .map(
      ([name, value]) =>
        `<dt style="font-size:14px;color:#56536d">${escapeHtml(name)}</dt><dd style="margin:0 0 12px"><bdi>${value}</bdi></dd>`,
    )
    .join('')}</dl>`

/** Somebody's words as they are, in the reading direction of their language. */
export const quote = (words: string) =>
  `<blockquote dir="auto" style="margin:12px 0 0;padding:12px 16px;background:#faf5ea;border-inline-start:4px solid #c7341d;white-space:pre-wrap;${breaking}">${escapeHtml(words)}</blockquote>`

/** Over the door. */
const awning = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${[
  '#c7341d',
  '#ffffff',
  '#c7341d',
  '#ffffff',
  '#c7341d',
  '#ffffff',
  '#c7341d',
]
  .map(
    (color) =>
      `<td height="14" bgcolor="${color}" style="border-radius:0 0 7px 7px;font-size:0;line-height:0">&nbsp;</td>`,
  )
  .join('')}</tr></table>`
