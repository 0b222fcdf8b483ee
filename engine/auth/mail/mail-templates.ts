import { dirname, extname, isAbsolute, join, normalize, resolve } from 'node:path'
import { escapedInContext, parseTemplate, type TemplateValues, unescaped } from 'engine-go-template'
import { ConfigError } from '../../kernel/config/environment-variables.ts'
import type { Slots } from '../../kernel/page-slots.ts'
import { readTextIfPresent } from '../../kernel/text-file.ts'
import type { EmailSection, MailTextSection } from '../sections/email-section.ts'
import { type DefaultMail, defaultMails, type MailKind } from './default-mails.ts'

type WrittenMail = { subject: string; text: string; html: string; replyTo?: string }

/** Renders a mail for one user. */
export type MailTemplate = (values: TemplateValues) => WrittenMail

export type MailTemplates = Record<MailKind, MailTemplate>

/**
 * The project's mail templates (config.toml's `[auth.email.template.<kind>]`), and default texts for the rest. `dir` is
 * the project's folder. Throws `ConfigError` for a template that is missing or invalid.
 */
export async function loadTemplates(
  dir: string,
  { template: own, smtp }: Pick<EmailSection, 'template' | 'smtp'>,
  slots: Pick<Slots, 'values'>,
): Promise<MailTemplates> {
  const places = (contentPath: string) => [templatePath(dir, contentPath)]
  const load = (kind: MailKind) =>
    loadTemplate(places, `auth.email.template.${kind}`, own[kind], defaultMails[kind], { slots, smtp })
  return {
    confirmation: await load('confirmation'),
    recovery: await load('recovery'),
    magic_link: await load('magic_link'),
    email_change: await load('email_change'),
    invite: await load('invite'),
    reauthentication: await load('reauthentication'),
  }
}

/** The files that a `content_path` may name; the first existing one is used. */
type CandidatePaths = (contentPath: string) => readonly string[]

/** `own` is the section of config.toml under `name`; `standard` provides what it leaves out. */
export async function loadTemplate(
  places: CandidatePaths,
  name: string,
  own: MailTextSection | undefined,
  standard: DefaultMail,
  { slots, smtp }: { slots: Pick<Slots, 'values'>; smtp: Pick<EmailSection['smtp'], 'reply_to'> },
): Promise<MailTemplate> {
  const file = own?.content_path ? await readTemplate(name, places(own.content_path)) : undefined
  const subjectTemplate = parse(`${name}.subject`, own?.subject ?? standard.subject)
  const htmlTemplate = parse(`${name}.content_path`, file?.html ?? standard.html)
  const textTemplate = parse(`${name} (its text)`, (file && (await textBeside(file.path))) || standard.text)
  const replyToTemplate = parse('auth.email.smtp.reply_to', smtp.reply_to ?? '')
  return (about: TemplateValues): WrittenMail => {
    const values = { ...about, Site: slots.values }
    const replyTo = replyToTemplate({ Site: slots.values }, unescaped).trim()
    return {
      ...(replyTo !== '' && { replyTo }),
      subject: subjectTemplate(values, unescaped),
      text: textTemplate(values, unescaped),
      html: htmlTemplate(values, escapedInContext()),
    }
  }
}

/**
 * The file of a mail template's `content_path`. The CLI resolves these paths from the folder above the project
 * (`./supabase/templates/x.html`); the project's own folder may have another name here.
 */
export function templatePath(dir: string, contentPath: string): string {
  if (isAbsolute(contentPath)) return contentPath
  const path = normalize(contentPath)
  return path.startsWith('supabase/') ? join(dir, path.slice('supabase/'.length)) : join(dirname(dir), path)
}

/**
 * The possible files of a notification's `content_path`: the CLI resolves these from the project's folder
 * (`./templates/x.html`), and its releases since August 2026 like those of templates.
 */
export const noticePaths = (dir: string, contentPath: string): string[] => [
  ...new Set([resolve(dir, contentPath), templatePath(dir, contentPath)]),
]

async function readTemplate(name: string, paths: readonly string[]) {
  for (const path of paths) {
    const html = await readTextIfPresent(path)
    if (html !== undefined) return { path, html }
  }
  throw new ConfigError(
    `config.toml: ${name}.content_path should name a template, but there is no ${paths.join(' or ')}.`,
  )
}

/**
 * The plain text for mail programs without HTML: `recovery.txt` beside `recovery.html`. Hosted Supabase has no such
 * file, and projects without one get a default text with the same link.
 */
const textBeside = (path: string): Promise<string | undefined> =>
  readTextIfPresent(`${path.slice(0, path.length - extname(path).length)}.txt`)

function parse(name: string, source: string) {
  try {
    return parseTemplate(source)
  } catch (error) {
    throw new ConfigError(`config.toml: ${name}: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
