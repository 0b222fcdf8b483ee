import { describe, expect, it } from 'vitest'
import { escapedInContext, escapeHtml, parseTemplate, unescaped } from './go-template.ts'

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

  it.each([
    ['{{ if .Name }}', 'line 1: {{ if .Name }}: has no {{ end }}'],
    ['{{ end }}', 'closes nothing'],
    ['a\nb {{ else }}', 'line 2: {{ else }}: closes nothing'],
    ['{{ range . }}', 'has no {{ end }}'],
    ['{{ if .a }}{{ else }}{{ else }}{{ end }}', 'has no {{ end }}'],
    ['{{ if .a }}{{ else with .b }}{{ end }}', 'does not belong to if'],
    ['{{ .a .b }}', 'only a function takes arguments'],
    ['{{ .a | .b }}', 'only a function takes arguments'],
    ['{{ template "x" }}', 'there is no template "x"'],
    ['\n\n{{ upper .Name }}', 'line 3: {{ upper .Name }}: there is no function upper'],
    ['{{ if }}a{{ end }}', 'a value is missing'],
    ['{{ $x }}', 'there is no variable $x'],
    ['{{ $x = 1 }}', 'there is no variable $x'],
    ['{{ if $x := 1 }}{{ end }}{{ $x }}', 'there is no variable $x'],
    ['{{ (len .a }}', 'a ) is missing'],
    ['{{ eq .a }}', 'eq takes another number of arguments'],
    ['{{ break }}', 'is outside of a range'],
    ['{{ .a', 'has no }}'],
    ['{{ "a }}', 'line 1'],
    ['{{ .a; .b }}', 'is not understood'],
    ['{{ toString .a }}', 'there is no function toString'],
  ])('refuses %j', (source, message) => {
    expect(() => parseTemplate(source)).toThrow(message)
  })

  it.each([
    ['{{ if eq .lang "fr" }}a{{ else if eq .lang "de" }}b{{ else }}c{{ end }}', 'a'],
    ['{{ if eq .lang "de" }}a{{ else if eq .lang "fr" }}b{{ else }}c{{ end }}', 'b'],
    ['{{ if eq .lang "de" "fr" }}a{{ end }}', 'a'],
    ['{{ if ne .lang "fr" }}a{{ else }}b{{ end }}', 'b'],
    ['{{ if and .lang (not .absent) (gt .count 2) }}a{{ end }}', 'a'],
    ['{{ or .absent "" "friend" }}{{ and .lang 0 }}', 'friend0'],
    ['{{ if lt .count 3 }}a{{ end }}{{ if le .count 3 }}b{{ end }}{{ if ge .lang "fr" }}c{{ end }}', 'bc'],
    ['{{ if eq .absent nil }}a{{ end }}{{ if .empty }}b{{ end }}', 'a'],
    ['{{ with .firm }}{{ .title }} {{ $.lang }}{{ else }}none{{ end }}', 'Nord fr'],
    ['{{ with .absent }}a{{ else with .firm }}{{ .title }}{{ else }}c{{ end }}', 'Nord'],
    ['{{ with $f := .firm }}{{ $f.title }}{{ end }}', 'Nord'],
    ['{{ range $at, $tag := .tags }}{{ $at }}:{{ $tag }};{{ end }}', '0:a;1:b;'],
    ['{{ range $tag := .tags }}{{ $tag }}{{ . }}{{ end }}', 'aabb'],
    ['{{ range $name, $of := .firm }}{{ $name }}={{ $of }};{{ end }}', 'since=1990;title=Nord;'],
    ['{{ range $i := .count }}{{ $i }}{{ end }}', '012'],
    ['{{ range .tags }}{{ if eq . "b" }}{{ break }}{{ end }}{{ . }}{{ end }}', 'a'],
    ['{{ range .tags }}{{ if eq . "a" }}{{ continue }}{{ end }}{{ . }}{{ end }}', 'b'],
    ['{{ $x := "a" }}{{ if true }}{{ $x = "b" }}{{ end }}{{ $x }}', 'b'],
    ['{{ $x := "a" }}{{ if true }}{{ $x := "b" }}{{ end }}{{ $x }}', 'a'],
    ['{{ index . "first-name" }}{{ index .tags 1 }}{{ index .deep "a" 0 "b" }}', 'Annbc'],
    ['{{ len .tags }}{{ len .lang }}{{ len .firm }}', '222'],
    ['{{ slice "abcdef" 1 3 }}{{ slice .tags 1 }}', 'bc["b"]'],
    ['{{ print "a" 1 2 "b" }}{{ println "c" 1 }}', 'a1 2bc 1\n'],
    ['{{ .lang | printf "%s-%s!" "x" }}', 'x-fr!'],
    [
      '{{ printf "%d %5.2f %q %v %t %05d|%-4s|%4s|%x %%" 42 3.14159 "a" .tags true 42 "ab" "cd" "hi" }}',
      '42  3.14 "a" ["a","b"] true 00042|ab  |  cd|6869 %',
    ],
    ['{{ printf "%d" }}', '%!d(MISSING)'],
    ['{{ (index .tags 0) | printf "%s" }}{{ (.firm).title }}', 'aNord'],
    ['{{ "q\\"}} \\n" }}{{ `r\\n` }}', 'q"}} \nr\\n'],
    ['{{ define "card" }}[{{ .title }}{{ $.since }}]{{ end }}{{ template "card" .firm }}', '[Nord1990]'],
    ['{{ block "foot" . }}{{ .lang }}{{ end }}', 'fr'],
    ['{{ .name | html }} {{ urlquery .name }}', 'a&amp;b c a%26b%20c'],
    ['{{- /* why */ -}} {{ .lang }} {{- "!" }}', 'fr!'],
    ['{{ if\n eq .lang "fr"\n}}a{{ end }}', 'a'],
  ])('%s', (source, expected) => {
    const values = {
      lang: 'fr',
      count: 3,
      empty: {},
      tags: ['a', 'b'],
      firm: { title: 'Nord', since: 1990 },
      deep: { a: [{ b: 'c' }] },
      name: 'a&b c',
      'first-name': 'Ann',
    }
    expect(fill(source, values)).toBe(expected)
  })

  it('escapes for text and for quoted attributes', () => {
    expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&#34;x&#34; title=&#39;y&#39;&gt;&amp;')
  })
})

describe('a value in HTML', () => {
  const html = (source: string, values = {}) => parseTemplate(source)(values, escapedInContext())
  const next = 'https://a.test/in?lang=fr&to=/x y#part'
  const values = { next, name: '<b>"Ana"</b>', bad: 'javascript:alert(1)', color: '#fff', list: ['a', "'"] }

  it.each([
    ['<p>{{ .name }}</p>', '<p>&lt;b&gt;&#34;Ana&#34;&lt;/b&gt;</p>'],
    ['<p title="{{ .name }}">', '<p title="&lt;b&gt;&#34;Ana&#34;&lt;/b&gt;">'],
    ['<a href="{{ .next }}">', '<a href="https://a.test/in?lang=fr&amp;to=/x%20y#part">'],
    [
      '<a href="https://b.test/?type=email&next={{ .next }}&x=1">',
      '<a href="https://b.test/?type=email&next=https%3A%2F%2Fa.test%2Fin%3Flang%3Dfr%26to%3D%2Fx%20y%23part&x=1">',
    ],
    [
      "<a href='/in?next={{ .next }}'>",
      "<a href='/in?next=https%3A%2F%2Fa.test%2Fin%3Flang%3Dfr%26to%3D%2Fx%20y%23part'>",
    ],
    [
      '<a href="{{ .next }}&name={{ .name }}">',
      '<a href="https://a.test/in?lang=fr&amp;to=/x%20y#part&name=%3Cb%3E%22Ana%22%3C%2Fb%3E">',
    ],
    [
      '<a href={{ .next }} class=x>{{ .name }}',
      '<a href=https://a.test/in?lang&#61;fr&amp;to&#61;/x%20y#part class=x>&lt;b&gt;&#34;Ana&#34;&lt;/b&gt;',
    ],
    ['<a href="{{ .bad }}">', '<a href="#ZgotmplZ">'],
    ['<a href=" {{ .bad }}">', '<a href=" #ZgotmplZ">'],
    ['<a href="{{ if true }}{{ .bad }}{{ end }}">', '<a href="#ZgotmplZ">'],
    ['<a href="mailto:{{ .name }}">', '<a href="mailto:%3Cb%3E%22Ana%22%3C/b%3E">'],
    ['<p style="color: {{ .color }}">', '<p style="color: #fff">'],
    ['<p style="color: {{ .bad }}">', '<p style="color: ZgotmplZ">'],
    ['<p onclick="say({{ .name }})">', '<p onclick="say(&#34;&lt;b&gt;\\&#34;Ana\\&#34;&lt;/b&gt;&#34;)">'],
    [
      '<script>x = "{{ .name }}"</script>{{ .name }}',
      '<script>x = "\\u003cb\\u003e\\"Ana\\"\\u003c/b\\u003e"</script>&lt;b&gt;&#34;Ana&#34;&lt;/b&gt;',
    ],
    ['<style>p { color: {{ .bad }} }</style>', '<style>p { color: ZgotmplZ }</style>'],
    ['<p {{ .name }}>', '<p ZgotmplZ>'],
    [
      '<!--[if mso]>{{ .name }}<![endif]--><a href="{{ .bad }}">',
      '<!--[if mso]>&lt;b&gt;&#34;Ana&#34;&lt;/b&gt;<![endif]--><a href="#ZgotmplZ">',
    ],
    ['1 < 2 <p>{{ .name }}</p>', '1 < 2 <p>&lt;b&gt;&#34;Ana&#34;&lt;/b&gt;</p>'],
    ['<p>{{ .name | html }}{{ .list }}</p>', '<p>&lt;b&gt;&#34;Ana&#34;&lt;/b&gt;[&#34;a&#34;,&#34;&#39;&#34;]</p>'],
  ])('is escaped for its place: %s', (source, expected) => {
    expect(html(source, values)).toBe(expected)
  })
})
