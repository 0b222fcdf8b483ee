import type { Mail } from '../_shared/mail.ts'

export type ContactMessage = {
  name: string
  businessName: string
  email: string
  phone: string
  service: string
  message: string | null
}

const serviceNames: Record<string, string> = {
  website: 'Website Development',
  marketing: 'Digital Marketing',
  ai: 'AI Automation',
  design: 'Graphic Design',
  other: 'Something else',
}

/** What the agency reads about a visitor's message; answering it answers the visitor. */
export function contactMail(message: ContactMessage): Omit<Mail, 'to'> {
  const details = [
    ['Name', message.name],
    ['Business', message.businessName],
    ['Email', message.email],
    ['Phone', message.phone],
    ['Interested in', serviceNames[message.service] ?? message.service],
  ] as const
  const words = message.message?.trim() || 'No message was left.'
  return {
    subject: oneLine(`New message from ${message.name}, ${message.businessName}`),
    text: `${details.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n')}\n\n${words}\n`,
    html: page(
      details.map(([label, value]) => row(label, value)).join(''),
      escapeHtml(words).replaceAll(/\r?\n/g, '<br>'),
    ),
    ...(isPlainAddress(message.email) && { replyTo: message.email }),
  }
}

const page = (rows: string, words: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>New message</title></head>
<body style="margin:0;padding:24px;background:#faf5ea;color:#1d1b33;font-family:'Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:1.5">
<h1 style="margin:0 0 16px;font-size:22px;font-weight:800">A new message from the website</h1>
<table role="presentation" cellpadding="0" cellspacing="0" style="font-size:16px">${rows}</table>
<p style="margin:24px 0 0;padding:16px 20px;background:#ffffff;border-left:4px solid #c7341d">${words}</p>
<p style="margin:24px 0 0;font-size:14px;color:#56536d">Answer this mail to write to the visitor.</p>
</body>
</html>
`

const row = (label: string, value: string) =>
  `<tr><td style="padding:2px 16px 2px 0;color:#56536d">${label}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

// The form's own check is lenient. An address that a mail server might take for a list is shown, but not replied to.
const isPlainAddress = (email: string) => /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/.test(email)
