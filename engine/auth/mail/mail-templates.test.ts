import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TemplateValues } from 'engine-go-template'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadProject } from '../../assembly/config-toml.ts'
import { Slots } from '../../kernel/page-slots.ts'
import { loadTemplates, noticePaths, templatePath } from './mail-templates.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-templates-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const templatesOf = async (
  toml: string,
  files: Record<string, string | Buffer> = {},
  slots: Pick<Slots, 'values'> = new Slots(),
) => {
  const dir = join(await mkdtemp(join(folder, 'project-')), 'supabase')
  await mkdir(join(dir, 'templates'), { recursive: true })
  await writeFile(join(dir, 'config.toml'), toml)
  for (const [path, text] of Object.entries(files)) await writeFile(join(dir, path), text)
  return loadTemplates(dir, (await loadProject(dir, {})).config.auth.email, slots)
}

const values = {
  ConfirmationURL: 'http://localhost:3000/auth/v1/verify?token=abc&type=signup',
  Email: 'ana@north.test',
  NewEmail: 'ana@south.test',
  Token: '123456',
  Data: { name: 'Ana <b>North</b>' },
}

const confirmation = (subject: string) => `
[auth.email.template.confirmation]
subject = "${subject}"
content_path = "./supabase/templates/confirmation.html"`

describe('mails without a template of the project', () => {
  it('have a subject, a text and HTML with the link and the code', async () => {
    const mail = (await templatesOf('')).recovery(values)
    expect(mail.subject).toBe('Reset your password')
    expect(mail.text).toContain(`\n${values.ConfirmationURL}\n`)
    expect(mail.text).toContain('123456')
    expect(mail.html).toContain('href="http://localhost:3000/auth/v1/verify?token=abc&amp;type=signup"')
  })

  it('name both addresses of a change', async () => {
    const { text } = (await templatesOf('')).email_change(values)
    expect(text).toContain('from ana@north.test to ana@south.test')
  })
})

it('go with an address for answers where the project names one', async () => {
  const toml = `[auth.email.smtp]\nreply_to = "{{ if .Site }}{{ .Site.email }}{{ end }}"`
  const sites = [{ values: { email: 'hello@acme.test' } }, { values: { email: '' } }]
  const [known, unknown] = await Promise.all(
    sites.map(async (slots) => (await templatesOf(toml, {}, slots)).invite(values)),
  )
  expect(known?.replyTo).toBe('hello@acme.test')
  expect(unknown).not.toHaveProperty('replyTo')
  expect((await templatesOf('')).invite(values)).not.toHaveProperty('replyTo')
})

describe("the project's own template", () => {
  it('is filled in and escaped, its subject is not', async () => {
    const templates = await templatesOf(confirmation('Hello {{ .Data.name }}'), {
      'templates/confirmation.html': '<p>{{ .Data.name }} <a href="{{ .ConfirmationURL }}">go</a> {{.Email}}</p>',
    })
    const mail = templates.confirmation(values)
    expect(mail.subject).toBe('Hello Ana <b>North</b>')
    expect(mail.html).toBe(
      '<p>Ana &lt;b&gt;North&lt;/b&gt; <a href="http://localhost:3000/auth/v1/verify?token=abc&amp;type=signup">go</a> ana@north.test</p>',
    )
    expect(mail.text).toContain(values.ConfirmationURL)
  })

  it('knows what the site is called now', async () => {
    const files = { 'templates/confirmation.html': 'At {{ if .Site }}{{ .Site.name }}{{ else }}Acme{{ end }}' }
    const written = async (slots?: { values: TemplateValues }) =>
      (await templatesOf(confirmation('{{ .Site.name }}'), files, slots)).confirmation(values)
    expect((await written()).html).toBe('At Acme')
    expect(await written({ values: { name: 'A & B' } })).toMatchObject({ subject: 'A & B', html: 'At A &amp; B' })
  })

  it('has its text beside it', async () => {
    const templates = await templatesOf(confirmation('Hello'), {
      'templates/confirmation.html': '<p>{{ .Email }}</p>',
      'templates/confirmation.txt': 'Hello {{ .Data.name }}: {{ .ConfirmationURL }}',
    })
    expect(templates.confirmation(values).text).toBe(`Hello Ana <b>North</b>: ${values.ConfirmationURL}`)
  })

  it('stops the start when it is missing', async () => {
    await expect(templatesOf(confirmation('Hello'))).rejects.toThrow(
      /auth\.email\.template\.confirmation\.content_path should name a template, but there is no .*confirmation\.html/,
    )
  })

  it('stops the start when it holds what we cannot do', async () => {
    const files = { 'templates/confirmation.html': '<p>\n{{ upper .Email }}</p>' }
    await expect(templatesOf(confirmation('Hello'), files)).rejects.toThrow(
      'config.toml: auth.email.template.confirmation.content_path: line 2: {{ upper .Email }}: there is no function upper.',
    )
    await expect(templatesOf(confirmation('{{ if }}'), { 'templates/confirmation.html': '' })).rejects.toThrow(
      'config.toml: auth.email.template.confirmation.subject: line 1: {{ if }}: a value is missing.',
    )
  })

  it('keeps the parameters of a link inside another link', async () => {
    const link = '<a href="{{ .SiteURL }}/confirm?token_hash={{ .TokenHash }}&type=email&next={{ .RedirectTo }}">go</a>'
    const about = { SiteURL: 'https://a.test', TokenHash: 'abc', RedirectTo: 'https://a.test/in?plan=pro&lang=fr' }
    const { html } = (await templatesOf(confirmation('Hello'), { 'templates/confirmation.html': link })).confirmation(
      about,
    )
    const address = new URL(/href="(.*)"/.exec(html)?.[1] ?? '')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      token_hash: 'abc',
      type: 'email',
      next: about.RedirectTo,
    })
  })

  it('may begin with a byte order mark, and is refused by name in another encoding', async () => {
    const files = { 'templates/confirmation.html': '\uFEFF<p>{{ .Email }}</p>' }
    expect((await templatesOf(confirmation('Hello'), files)).confirmation(values).html).toBe('<p>ana@north.test</p>')
    const latin1 = { 'templates/confirmation.html': Buffer.from('größer', 'latin1') }
    await expect(templatesOf(confirmation('Hello'), latin1)).rejects.toThrow(
      /confirmation\.html is not UTF-8: see line 1/,
    )
  })

  it('is found whatever the folder of the project is called', () => {
    expect(templatePath('/srv/backend', './supabase/templates/recovery.html')).toBe(
      '/srv/backend/templates/recovery.html',
    )
    expect(templatePath('/srv/backend', './shared/recovery.html')).toBe('/srv/shared/recovery.html')
    expect(templatePath('/srv/backend', '/etc/recovery.html')).toBe('/etc/recovery.html')
  })

  it('of a notification is looked for in the folder of the project first, as the CLI does', () => {
    expect(noticePaths('/srv/backend', './templates/told.html')).toEqual([
      '/srv/backend/templates/told.html',
      '/srv/templates/told.html',
    ])
    expect(noticePaths('/srv/backend', './supabase/templates/told.html')).toEqual([
      '/srv/backend/supabase/templates/told.html',
      '/srv/backend/templates/told.html',
    ])
    expect(noticePaths('/srv/backend', '/etc/told.html')).toEqual(['/etc/told.html'])
  })
})
