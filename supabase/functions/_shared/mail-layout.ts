import { escapeHtml, quoted } from './mail-words.ts'

/** A part of a mail, in HTML and in plain text. */
export type MailPart = { html: string; text: string }

type MailTemplate = {
  /** The sender's name in the header; omitted in mails to the agency itself. */
  from?: string
  title: string
  /** The preview text that mail lists show after the subject. */
  preview: string
  body: readonly MailPart[]
  foot: string
}

/** Builds a mail in HTML and in plain text from the same words. */
export const writeMail = ({ from = 'Your website', title, preview, body, foot }: MailTemplate) => ({
  text: `${[title, ...body.map(({ text }) => text), foot].join('\n\n')}\n`,
  html: page({ from, title, preview, body: body.map(({ html }) => html).join('\n'), foot }),
})

const font =
  "font-family:'Hanken Grotesk','Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:1.55;color:#1d1b33"
// CSS for long words, which must not widen the page; table cells grow with their words by default.
const breaking = 'overflow-wrap:anywhere;word-break:break-word'
const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'
const soft = 'font-size:14px;color:#56536d'

const page = ({
  from,
  title,
  preview,
  body,
  foot,
}: Omit<MailTemplate, 'from' | 'body'> & { from: string; body: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:#faf5ea">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
${table} width="100%" bgcolor="#faf5ea"><tr><td align="center" style="padding:32px 16px">
${table} width="100%" style="max-width:520px;table-layout:fixed;${font}">
<tr><td style="padding:0 4px 16px;font-size:22px;font-weight:800;letter-spacing:-0.01em;${breaking}">${escapeHtml(from)}</td></tr>
<tr><td>${awning}</td></tr>
<tr><td bgcolor="#ffffff" style="padding:28px 32px 32px;border:1px solid #ddd3bf;border-top:0;border-radius:0 0 10px 10px;${breaking}">
<h1 style="margin:0 0 12px;font-size:24px;line-height:1.25;font-weight:800">${escapeHtml(title)}</h1>
${body}
</td></tr>
<tr><td style="padding:20px 4px 0;${soft}">${escapeHtml(foot)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`

/** The striped awning over the board: seven stripes, the outer ones with rounded corners. */
const awning = `${table} width="100%"><tr>${Array.from({ length: 7 }, (_, at) => {
  const corners = `${at === 0 ? 6 : 0}px ${at === 6 ? 6 : 0}px 7px 7px`
  return `<td height="14" bgcolor="${at % 2 === 0 ? '#c7341d' : '#ffffff'}" style="border-radius:${corners};font-size:0;line-height:0">&nbsp;</td>`
}).join('')}</tr></table>`

/** A paragraph of a mail; `gap` is the space below it in pixels. */
export const paragraph = (words: string, gap = 0): MailPart => ({
  html: `<p style="margin:0 0 ${gap}px">${escapeHtml(words)}</p>`,
  text: words,
})

/** A button, with its address as text for copying. */
export const button = (action: string, address: string): MailPart => ({
  html: `${table}><tr><td bgcolor="#c7341d" style="border-radius:8px">
<a href="${escapeHtml(address)}" style="display:inline-block;padding:13px 24px;font-weight:700;color:#ffffff;text-decoration:none">${escapeHtml(action)}</a>
</td></tr></table>
<p style="margin:24px 0 0;${soft}">
If the button does nothing, copy this address into your browser:<br>
<a href="${escapeHtml(address)}" style="color:#a32713;word-break:break-all">${escapeHtml(address)}</a>
</p>`,
  text: `${action}:\n${address}`,
})

/** A code in a mail, to be typed in. */
export const code = (digits: string): MailPart => ({
  html: `<p style="margin:0;padding:14px 20px;background:#faf5ea;border-radius:8px;font-family:Consolas,Menlo,monospace;font-size:28px;font-weight:700;letter-spacing:0.2em">${escapeHtml(digits)}</p>`,
  text: digits,
})

export type Fact = { name: string; value: string; href?: string | undefined }

/** Rows of a name above its value, which also fit on a phone. A value is one line. */
export const facts = (rows: readonly Fact[]): MailPart => ({
  html: `<dl style="margin:0">${rows.map(factHtml).join('')}</dl>`,
  text: rows.map(({ name, value }) => `${name}: ${value}`).join('\n'),
})

function factHtml({ name, value, href }: Fact): string {
  const words = escapeHtml(value)
  const shown = href === undefined ? words : `<a href="${escapeHtml(href)}" style="color:#a32713">${words}</a>`
  return `<dt style="${soft}">${escapeHtml(name)}</dt><dd style="margin:0 0 12px"><bdi>${shown}</bdi></dd>`
}

/** A person's words unchanged, in the reading direction of their language. */
export const quote = (words: string): MailPart => ({
  html: `<blockquote dir="auto" style="margin:12px 0 0;padding:12px 16px;background:#faf5ea;border-inline-start:4px solid #c7341d;white-space:pre-wrap;${breaking}">${escapeHtml(words)}</blockquote>`,
  text: quoted(words),
})

/** The agency's own text, with its line breaks. */
export const words = (text: string, gap = 0): MailPart => ({
  html: `<p style="margin:0 0 ${gap}px;white-space:pre-wrap;${breaking}">${escapeHtml(text)}</p>`,
  text,
})

/** Pictures that are attached to a mail, one below the other. */
export const pictures = (shown: readonly { cid: string; name: string }[]): MailPart => ({
  html: shown
    .map(
      ({ cid, name }) =>
        `<img src="cid:${escapeHtml(cid)}" alt="${escapeHtml(name)}" width="440" style="display:block;width:100%;max-width:440px;height:auto;margin:0 0 16px;border-radius:6px">`,
    )
    .join('\n'),
  text: shown.map(({ name }) => `[${name}]`).join('\n'),
})
