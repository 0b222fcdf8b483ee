import type { IncomingMail } from './incoming-mail.ts'

/** A mail that has passed more servers than this goes round in circles; RFC 5321, 6.3 suggests a limit of 100. */
const MAX_HOPS = 25

/** The subjects of automatic answers. A person's answer begins with "Re:" or the like. */
const AUTOMATIC_SUBJECT = new RegExp(
  `^\\W*(?:${[
    'automatic(?: e-?mail)? (?:reply|response)',
    'auto(?:mated)?[- ]?(?:reply|response|responder)',
    'out of (?:the )?office',
    "i(?:'|’)?m (?:currently )?(?:out|away)",
    'away from (?:the |my )?(?:office|desk|mail)',
    'on (?:vacation|holiday|leave)',
    'vacation (?:reply|response|notice)',
    'automatische (?:antwort|e-?mail)',
    'abwesen(?:heit|d)',
    'außer haus',
    'réponse automatique',
    "message d(?:'|’)absence",
    'absen(?:t|ce) du bureau',
    'respuesta autom[aá]tica',
    'fuera de (?:la )?oficina',
    'risposta automatica',
    'fuori (?:sede|ufficio)',
    'resposta autom[aá]tica',
    'automatisch (?:antwoord|bericht)',
    'afwezig',
    'autosvar',
    'automaattinen vastaus',
    'automatyczna odpowied[zź]',
    'автоматический ответ',
    'автоответ',
    '自动(?:回复|答复)',
    '自動(?:返信|応答|回覆)',
  ].join('|')})`,
  'iu',
)

/** Why no person wrote this mail to us; undefined if one may have. */
export function automaticReason({ headers, subject, hops, report, from }: IncomingMail): string | undefined {
  const value = (name: string) => headers.get(name)?.toLowerCase() ?? ''
  if (hops > MAX_HOPS) return 'loop'
  if (report) return 'report'
  // RFC 3834, 5: any value but `no` marks a mail that no person wrote.
  if (!/^(no\b.*)?$/.test(value('auto-submitted'))) return 'automatic'
  if (/\b(bulk|junk|list|auto_reply|auto-reply)\b/.test(value('precedence'))) return 'automatic'
  if (
    ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-mail-autoreply'].some((name) =>
      /^(?!(no|false)\b)./.test(value(name)),
    )
  )
    return 'automatic'
  if (/\b(all|oof|autoreply)\b/.test(value('x-auto-response-suppress'))) return 'automatic'
  if (['list-id', 'list-post', 'x-loop'].some((name) => headers.has(name))) return 'list'
  if (/^<\s*>$/.test(value('return-path'))) return 'automatic'
  if (/^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+=-].*)?@/i.test(from.address)) return 'automatic'
  if (AUTOMATIC_SUBJECT.test(subject)) return 'automatic'
  return undefined
}
