import { describe, expect, it } from 'vitest'
import { escapeHtml, parseTemplate, unescaped } from './go-template.ts'

const fill = (source: string, values = {}) => parseTemplate(source)(values, unescaped)

describe('a template', () => {
  it.each([
    ['{{ .Name }} and {{.Name}}', 'Ana and Ana'],
    ['{{ .Data.deep.key }}', 'found'],
    ['[{{ .Missing }}{{ .Data.missing.key }}]', '[]'],
    ['{{ if .Name }}yes{{ else }}no{{ end }}', 'yes'],
    ['{{ if .Missing }}yes{{ else }}no{{ end }}', 'no'],
    ['{{ if .Name }}{{ if .Missing }}a{{ else }}b{{ end }}c{{ end }}', 'bc'],
    ['a {{- .Name -}} b', 'aAnab'],
    ['a{{/* said to nobody */}}b', 'ab'],
    ['{ not } an {action}', '{ not } an {action}'],
    ['{{ .Data.count }}', '0'],
    ['{{ range .Links }}<{{ .url }}>{{ end }}', '<a><b>'],
    ['{{ range .Words }}{{ . }},{{ end }}', 'x,y,'],
    ['{{ range .Missing }}yes{{ else }}none{{ end }}', 'none'],
    ['{{ range .Links }}{{ if .first }}first {{ end }}{{ .Name }}{{ end }}', 'first '],
  ])('%s', (source, expected) => {
    const Links = [{ url: 'a', first: true }, { url: 'b' }]
    expect(fill(source, { Name: 'Ana', Links, Words: ['x', 'y'], Data: { deep: { key: 'found' }, count: 0 } })).toBe(
      expected,
    )
  })

  it('writes into strings of JSON what cannot end them, nor the script around them', () => {
    const name = `"</script>\\\n'&\u2028`
    const written = fill('{"name":"{{ js .Name }}"}', { Name: name })
    expect(JSON.parse(written)).toEqual({ name })
    expect(written).not.toMatch(/[<'&\u2028]/)
    const whole = fill('{{ js .Data }}', { Data: { name, more: [1] } })
    expect(JSON.parse(whole)).toEqual({ name, more: [1] })
    expect(whole).not.toMatch(/[<'&\u2028]/)
  })

  it('does not read what values merely inherit', () => {
    expect(fill('[{{ .constructor }}{{ .Data.toString }}]', { Data: {} })).toBe('[]')
  })

  it('does not fill in what a value brings', () => {
    expect(fill('{{ .Name }}', { Name: '{{ .Secret }}', Secret: 'x' })).toBe('{{ .Secret }}')
  })

  it.each(['{{ if .Name }}', '{{ .Name | html }}', '{{ end }}', '{{ range . }}', '{{ .a .b }}', '{{ template "x" }}'])(
    'refuses %s',
    (source) => {
      expect(() => parseTemplate(source)).toThrow()
    },
  )

  it('escapes for text and for quoted attributes', () => {
    expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&#34;x&#34; title=&#39;y&#39;&gt;&amp;')
  })
})
